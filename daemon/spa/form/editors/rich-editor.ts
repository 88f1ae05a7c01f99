import { Editor, Node } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { safeLink, safePicture } from '../../../admin/api/addresses.js';
import type { RichButton } from '../../../admin/model/schema/form-schema.js';
import { Store } from '../../platform/store.js';
import { cleaned, unknownParts } from './rich-html.js';

/** Pictures of this server stay in a text. The editor cannot add any. */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () =>
    Object.fromEntries(['src', 'alt', 'title', 'width', 'height'].map((name) => [name, { default: null }])),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (safePicture(element.getAttribute('src') ?? '') === undefined ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => safeLink(url) !== undefined,
      shouldAutoLink: (url) => safeLink(url) !== undefined,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    // It would add a paragraph to a text that is only being read.
    trailingNode: false,
  }),
  Picture,
];

/** The parts of the editor that its field may change while it is open. */
export interface RichEditorState {
  readonly attributes: Readonly<Record<string, string>>;
  readonly isLocked: boolean;
}

export interface RichListener {
  readonly onChange: (html: string) => void;
  /** The user has pressed the shortcut for a link. */
  readonly onLink: () => void;
}

export interface RichView {
  /** The buttons whose formatting the selection has; `h2` to `h4` of `paragraphFormat`. */
  readonly active: ReadonlySet<string>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isEmpty: boolean;
  /** Parts of the text that the editor does not know. It stays locked until the user accepts to lose them. */
  readonly unknown: readonly string[];
}

const MARKS: readonly (readonly [RichButton, string])[] = [
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['underline', 'underline'],
  ['strikeThrough', 'strike'],
  ['code', 'code'],
  ['formatUL', 'bulletList'],
  ['formatOL', 'orderedList'],
  ['quote', 'blockquote'],
  ['codeBlock', 'codeBlock'],
  ['insertLink', 'link'],
];

/** One Tiptap editor. Its value is HTML, and it never changes a text that only has been opened. */
export class RichEditor extends Store<RichView> {
  readonly #editor: Editor;
  /** The value that came from outside, and how the editor writes the same text. */
  #opened: string;
  #written: string;
  /** The value as the form has it. */
  #value: string;
  #state: RichEditorState;
  #listener: RichListener | undefined;

  constructor(value: string, state: RichEditorState) {
    super({ active: new Set(), canUndo: false, canRedo: false, isEmpty: value === '', unknown: unknownParts(value) });
    this.#value = value;
    this.#opened = value;
    this.#state = state;
    this.#editor = new Editor({
      element: null,
      // Its style sheet would be an inline one. The rules are in rich-editor.css.
      injectCSS: false,
      extensions: EXTENSIONS,
      // Some extensions would keep attributes that may not be saved.
      content: cleaned(value),
      editable: false,
      editorProps: {
        attributes: () => this.#attributes(),
        transformPastedHTML: cleaned,
        handleKeyDown: (_view, event) => {
          if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
            return false;
          event.preventDefault();
          this.#listener?.onLink();
          return true;
        },
      },
      onTransaction: () => this.#show(),
      onUpdate: () => this.#changed(),
    });
    this.#written = this.#html();
    this.#show();
  }

  /** @returns removes it from the page again */
  mount(place: HTMLElement, listener: RichListener): () => void {
    this.#listener = listener;
    this.#editor.mount(place);
    this.#apply();
    return () => {
      this.#listener = undefined;
      this.#editor.unmount();
    };
  }

  setState(state: RichEditorState): void {
    this.#state = state;
    this.#apply();
  }

  /** Shows a value from outside: a restored draft, another version of the record. */
  setValue(value: string): void {
    if (value === this.#value) return;
    this.#value = value;
    this.#opened = value;
    this.#editor.commands.setContent(cleaned(value), { emitUpdate: false });
    this.#written = this.#html();
    this.set({ ...this.get(), unknown: unknownParts(value) });
    this.#apply();
    this.#show();
  }

  /** The user edits although the text will lose what the editor does not know. */
  acceptLoss(): void {
    this.set({ ...this.get(), unknown: [] });
    this.#apply();
    this.#editor.commands.focus();
  }

  focus(): void {
    this.#editor.commands.focus();
  }

  press(button: Exclude<RichButton, 'paragraphFormat' | 'insertLink'>): void {
    const chain = this.#editor.chain().focus();
    switch (button) {
      case 'bold':
        return void chain.toggleBold().run();
      case 'italic':
        return void chain.toggleItalic().run();
      case 'underline':
        return void chain.toggleUnderline().run();
      case 'strikeThrough':
        return void chain.toggleStrike().run();
      case 'code':
        return void chain.toggleCode().run();
      case 'formatUL':
        return void chain.toggleBulletList().run();
      case 'formatOL':
        return void chain.toggleOrderedList().run();
      case 'quote':
        return void chain.toggleBlockquote().run();
      case 'codeBlock':
        return void chain.toggleCodeBlock().run();
      case 'insertHR':
        return void chain.setHorizontalRule().run();
      case 'clearFormatting':
        return void chain.unsetAllMarks().clearNodes().run();
      case 'undo':
        return void chain.undo().run();
      case 'redo':
        return void chain.redo().run();
    }
  }

  toggleHeading(level: 2 | 3 | 4): void {
    this.#editor.chain().focus().toggleHeading({ level }).run();
  }

  /** The address of the link in the selection; empty if there is none. */
  get link(): string {
    const { href }: Record<string, unknown> = this.#editor.getAttributes('link');
    return typeof href === 'string' ? href : '';
  }

  /** Links the selection or, if nothing is selected, inserts the address as its own text. */
  setLink(href: string): void {
    const chain = this.#editor.chain().focus();
    if (this.#editor.state.selection.empty && this.link === '') {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.extendMarkRange('link').setLink({ href }).run();
  }

  removeLink(): void {
    this.#editor.chain().focus().extendMarkRange('link').unsetLink().run();
  }

  #html(): string {
    return this.#editor.isEmpty ? '' : this.#editor.getHTML();
  }

  #changed(): void {
    const html = this.#html();
    const next = html === this.#written ? this.#opened : html;
    if (next === this.#value) return;
    this.#value = next;
    this.#listener?.onChange(next);
  }

  #attributes(): Record<string, string> {
    const isOpen = this.#isOpen();
    return {
      ...this.#state.attributes,
      class: this.#editor.isEmpty ? 'rich-text rich-text--empty' : 'rich-text',
      'aria-multiline': 'true',
      'data-own-keys': 'k',
      'aria-readonly': String(!isOpen),
      // Without this, the keyboard could not scroll it.
      ...(!isOpen && { tabindex: '0' }),
    };
  }

  #isOpen(): boolean {
    return !this.#state.isLocked && this.get().unknown.length === 0;
  }

  #apply(): void {
    this.#editor.setEditable(this.#isOpen(), false);
  }

  #show(): void {
    const editor = this.#editor;
    const names = MARKS.flatMap(([button, name]) => (editor.isActive(name) ? [button as string] : []));
    const levels = ([2, 3, 4] as const).flatMap((level) =>
      editor.isActive('heading', { level }) ? [`h${level}`] : [],
    );
    this.set({
      ...this.get(),
      active: new Set([...names, ...levels]),
      canUndo: editor.can().undo(),
      canRedo: editor.can().redo(),
      isEmpty: editor.isEmpty,
    });
  }
}
