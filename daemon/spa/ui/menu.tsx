import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Menu, MenuItem, Popover, Separator, SubmenuTrigger } from 'react-aria-components';
import type { FirstFocus } from './overlay-trigger.js';

export interface MenuChoice {
  /** Unique in the whole menu. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** The language of the label, if it is not the page's. */
  readonly lang?: string;
  /** Not called if it is the current choice already. */
  readonly onChoose: () => void;
}

export interface MenuChoices {
  readonly choices: readonly MenuChoice[];
  /** The current choice, which has a tick; null if it is none of them. Absent in a menu of acts. */
  readonly chosen?: string | null;
}

export interface MenuContent extends MenuChoices {
  /** The accessible name. */
  readonly label: string;
  /** Before the other choices. */
  readonly submenus?: readonly Submenu[];
  readonly placement?: 'bottom start' | 'bottom end';
  readonly className?: string;
  /** False if something else takes its place once a choice is made. Default: true. */
  readonly closesOnChoice?: boolean;
}

/** Choices of one kind, in a menu of their own beside the entry that names them. */
export interface Submenu extends MenuChoices {
  /** The entry, before the current choice. */
  readonly heading: string;
}

export interface ChoiceMenuProps extends MenuContent {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly firstFocus: FirstFocus;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The menu of a button. It loads with the other overlays (overlays.tsx), which also import the style sheets. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  const { label, submenus = [], placement = 'bottom start', className = '', closesOnChoice = true } = props;
  const { triggerRef, firstFocus, isOpen, onClose } = props;
  return (
    <Popover
      className={`popover ${className}`}
      placement={placement}
      triggerRef={triggerRef}
      aria-label={label}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Menu
        className="menu"
        aria-label={label}
        autoFocus={firstFocus}
        shouldCloseOnSelect={closesOnChoice}
        onClose={onClose}
        {...selectionOf(props)}
      >
        {submenus.map((submenu) => (
          <SubmenuTrigger key={submenu.heading}>
            <MenuItem id={submenu.heading} className="menu__item" textValue={submenu.heading}>
              {submenu.heading}
              <Current {...submenu} />
              <ChevronRight className="menu__more" aria-hidden="true" />
            </MenuItem>
            <Popover className="popover" {...(isPhone() && { placement: 'bottom end' })}>
              <Menu className="menu" aria-label={submenu.heading} {...selectionOf(submenu)}>
                {itemsOf(submenu, onClose)}
              </Menu>
            </Popover>
          </SubmenuTrigger>
        ))}
        {submenus.length > 0 && <Separator className="menu__line" />}
        {itemsOf(props)}
      </Menu>
    </Popover>
  );
}

/** Two menus do not fit beside each other: the second one opens over the first. */
function isPhone(): boolean {
  return window.matchMedia('(width < 520px)').matches;
}

function Current({ choices, chosen }: MenuChoices) {
  const current = choices.find(({ id }) => id === chosen);
  return (
    current && (
      <span className="menu__current" lang={current.lang}>
        {current.label}
      </span>
    )
  );
}

function selectionOf({ chosen }: MenuChoices) {
  if (chosen === undefined) return {};
  return {
    selectionMode: 'single',
    disallowEmptySelection: true,
    selectedKeys: chosen === null ? [] : [chosen],
  } as const;
}

/** @param closeAll closes the menu around a submenu, which stays open otherwise */
function itemsOf({ choices, chosen }: MenuChoices, closeAll?: () => void) {
  return choices.map(({ id, label, icon, lang, onChoose }) => (
    <MenuItem
      key={id}
      id={id}
      className="menu__item"
      textValue={label}
      onAction={() => {
        if (id !== chosen) onChoose();
        closeAll?.();
      }}
    >
      {chosen !== undefined && <Check className="menu__tick" aria-hidden="true" />}
      {icon}
      {lang === undefined ? label : <span lang={lang}>{label}</span>}
    </MenuItem>
  ));
}
