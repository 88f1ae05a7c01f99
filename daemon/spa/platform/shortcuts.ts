import { useEffect, useEffectEvent } from 'react';
import type { BackendPhrase } from '../../i18n/en.js';
import { browserStorage, keepText } from './browser-storage.js';
import { isComposing } from './composing.js';
import { Store } from './store.js';

/** Where a shortcut works: on every screen, in lists, or in forms. */
export type ShortcutGroup = 'everywhere' | 'lists' | 'forms';

export interface Shortcut {
  readonly group: ShortcutGroup;
  readonly label: BackendPhrase;
  /** As shown: a character, or the name of a key. Ctrl also stands for the Command key. */
  readonly keys: readonly ({ readonly name: BackendPhrase } | string)[];
  /** The value of KeyboardEvent.key, in lower case. Absent: other code handles the key, and this is its documentation. */
  readonly key?: string;
  /** The modifiers that must be held. Of those that are missing, Shift is ignored for characters such as "?". */
  readonly modifiers?: readonly ('control' | 'alt' | 'shift')[];
}

const CTRL = { name: 'shortcuts.key_ctrl' } as const;
const SHIFT = { name: 'shortcuts.key_shift' } as const;
const ENTER = { name: 'shortcuts.key_enter' } as const;
const CLICK = { name: 'shortcuts.click' } as const;

/**
 * Every shortcut of the page. The dialog behind "?" shows this list, and useShortcut reads its keys from it, so that neither
 * can be wrong. Shortcuts without a modifier are ignored while the user types, and can be switched off (WCAG 2.1.4).
 */
export const SHORTCUTS = {
  help: { group: 'everywhere', label: 'shortcuts.help', keys: ['?'], key: '?' },
  palette: { group: 'everywhere', label: 'palette.open', keys: [CTRL, 'K'], key: 'k', modifiers: ['control'] },
  close: { group: 'everywhere', label: 'shortcuts.close', keys: ['Esc'] },
  search: { group: 'lists', label: 'shortcuts.search', keys: ['/'], key: '/' },
  create: { group: 'lists', label: 'shortcuts.create', keys: ['N'], key: 'n' },
  select_range: { group: 'lists', label: 'shortcuts.select_range', keys: [SHIFT, CLICK] },
  sort_more: { group: 'lists', label: 'shortcuts.sort_more', keys: [SHIFT, CLICK] },
  save: { group: 'forms', label: 'form.save', keys: [CTRL, 'S'], key: 's', modifiers: ['control'] },
  save_line: { group: 'forms', label: 'shortcuts.save_line', keys: [ENTER] },
  save_and_close: {
    group: 'forms',
    label: 'form.save_and_close',
    keys: [CTRL, ENTER],
    key: 'enter',
    modifiers: ['control'],
  },
  save_and_new: {
    group: 'forms',
    label: 'form.save_and_new',
    keys: [CTRL, SHIFT, ENTER],
    key: 'enter',
    modifiers: ['control', 'shift'],
  },
  find_code: { group: 'forms', label: 'shortcuts.find_code', keys: [CTRL, 'F'] },
  previous: {
    group: 'forms',
    label: 'form.previous_record',
    keys: ['Alt', { name: 'shortcuts.key_page_up' }],
    key: 'pageup',
    modifiers: ['alt'],
  },
  next: {
    group: 'forms',
    label: 'form.next_record',
    keys: ['Alt', { name: 'shortcuts.key_page_down' }],
    key: 'pagedown',
    modifiers: ['alt'],
  },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = {
  [Name in keyof typeof SHORTCUTS]: (typeof SHORTCUTS)[Name] extends { key: string } ? Name : never;
}[keyof typeof SHORTCUTS];

const KEY = 'gatehouse.shortcuts';

/** Whether shortcuts of a single character work, stored in the browser. Speech input can trigger them by accident. */
class SingleKeys extends Store<boolean> {
  constructor() {
    super(browserStorage.getItem(KEY) !== 'off');
  }

  choose(isOn: boolean): void {
    this.set(isOn);
    keepText(browserStorage, KEY, isOn ? undefined : 'off');
  }
}

export const singleKeys = new SingleKeys();

/** Whether the dialog with all shortcuts is open. */
class ShortcutsHelp extends Store<boolean> {
  readonly open = () => this.set(true);
  readonly close = () => this.set(false);
}

export const shortcutsHelp = new ShortcutsHelp(false);

export interface ShortcutOptions {
  readonly isEnabled?: boolean;
  /** The side panel's own shortcut: it works there, and the same one of the screen below it does not. */
  readonly isInPanel?: boolean;
}

/** Runs the action when the user presses the keys, unless a dialog above must be answered first. */
export function useShortcut(
  name: ShortcutName,
  run: () => void,
  { isEnabled = true, isInPanel = false }: ShortcutOptions = {},
): void {
  const shortcut: Shortcut = SHORTCUTS[name];
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed(shortcut, event) || isOwnKey(shortcut, event)) return;
    if (shortcut.modifiers === undefined && (!singleKeys.get() || isTyping(event))) return;
    // Also while it has no effect: the browser's own dialog for saving the page is of no use here.
    event.preventDefault();
    if (isEnabled && isOnTop(isInPanel)) run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    // Use the capture phase, because an open list of choices stops every key.
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, []);
}

/** An editor may have its own meaning for the same keys, such as Ctrl+K for a link. It names them in `data-own-keys`. */
function isOwnKey({ key = '' }: Shortcut, { target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(`[data-own-keys~="${CSS.escape(key)}"]`) !== null;
}

/** Whether the event is this shortcut. Ctrl also stands for Cmd. */
function isPressed(
  { key, modifiers = [] }: Pick<Shortcut, 'key' | 'modifiers'>,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'>,
): boolean {
  return (
    !isComposing(event) &&
    event.key.toLowerCase() === key &&
    (event.ctrlKey || event.metaKey) === modifiers.includes('control') &&
    event.altKey === modifiers.includes('alt') &&
    // Some keyboards need Shift for "?" or "/".
    (event.shiftKey === modifiers.includes('shift') || isSymbol(key))
  );
}

function isSymbol(key: string | undefined): boolean {
  return key === '?' || key === '/';
}

/** Elements in which a character means itself, or jumps to a choice. */
const TYPING = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="spinbutton"]';
const NO_TEXT: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'range',
  'color',
  'file',
]);

function isTyping(event: KeyboardEvent): boolean {
  // Inside a custom element, the target is the element itself.
  const [target] = event.composedPath();
  const found = target instanceof Element ? target.closest(TYPING) : null;
  return found !== null && !(found instanceof HTMLInputElement && NO_TEXT.has(found.type));
}

function isOnTop(isInPanel: boolean): boolean {
  const top = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
  return isInPanel ? top?.matches('.side-panel') === true : top === undefined;
}
