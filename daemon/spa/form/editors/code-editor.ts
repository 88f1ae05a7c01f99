import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  insertNewlineKeepIndent,
} from '@codemirror/commands';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { Compartment, countColumn, EditorState, Transaction } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightWhitespace,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { CodeSettings } from '../../../admin/model/schema/form-schema.js';
import { adoptEditorStyles } from './adopted-styles.js';
import type { CodeQuery } from './code-matches.js';
import type { CodeSearchEvents } from './code-search.js';
import { codeSearch, replaceMatch, replaceMatches, searchStart, showMatches, stepTo } from './code-search.js';

/** The state of a code editor that its field may change while it is open. */
export interface CodeEditorState {
  /** Attributes of the element that has the focus: names, descriptions, errors. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
  readonly placeholder: string | undefined;
  /** CodeMirror's own texts, in the administrator's language. */
  readonly phrases: Readonly<Record<string, string>>;
}

export interface CodeEditorEvents extends CodeSearchEvents {
  /** The user has changed the text. */
  readonly onChange: (text: string) => void;
}

/** Ctrl+Enter saves the form. */
const OURS = new Set(['Mod-Enter']);

/** One CodeMirror editor. Tab indents while the user is typing. After Escape, Tab leaves the editor. */
export class CodeEditor {
  readonly #view: EditorView;
  readonly #language = new Compartment();
  readonly #state = new Compartment();
  /** A user who is only passing through with Tab is not trapped. */
  #isWriting = false;
  /** The value as the form has it, whose line breaks may differ from the editor's. */
  #value: string;

  constructor(
    parent: HTMLElement,
    value: string,
    settings: CodeSettings,
    state: CodeEditorState,
    events: CodeEditorEvents,
  ) {
    adoptEditorStyles();
    this.#value = value;
    this.#view = new EditorView({
      parent,
      doc: value,
      extensions: [
        this.#state.of(stateExtension(state)),
        this.#language.of([]),
        appearance(settings),
        history(),
        bracketMatching(),
        syntaxHighlighting(classHighlighter),
        codeSearch(events),
        keymap.of([
          ...this.#keys(),
          ...historyKeymap,
          ...foldKeymap,
          ...defaultKeymap.filter(({ key }) => !OURS.has(key ?? '')),
        ]),
        EditorView.domEventHandlers({
          pointerdown: () => this.#writing(true),
          blur: () => this.#writing(false),
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((one) => one.annotation(Transaction.remote) === true))
            return;
          this.#isWriting = true;
          this.#value = update.state.doc.toString();
          events.onChange(this.#value);
        }),
      ],
    });
  }

  /** Colors arrive when the grammar has loaded. */
  setLanguage(language: Extension): void {
    this.#view.dispatch({ effects: this.#language.reconfigure(language) });
  }

  setState(state: CodeEditorState): void {
    this.#view.dispatch({ effects: this.#state.reconfigure(stateExtension(state)) });
  }

  /** Shows a value from outside: a restored draft, another version of the record, the text of another field. */
  setValue(value: string): void {
    if (value === this.#value) return;
    this.#value = value;
    const { doc } = this.#view.state;
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: value },
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
    });
  }

  /** The text to begin a search with. */
  get searchStart(): string {
    return searchStart(this.#view);
  }

  /** Shows the matches of a query; undefined ends the search. */
  find(query: CodeQuery | undefined): void {
    showMatches(this.#view, query);
  }

  step(direction: 'next' | 'previous'): void {
    stepTo(this.#view, direction);
  }

  replace(insert: string): void {
    replaceMatch(this.#view, insert);
  }

  replaceAll(insert: string): void {
    replaceMatches(this.#view, insert);
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #writing(isWriting: boolean): boolean {
    this.#isWriting = isWriting;
    return false;
  }

  #keys(): readonly KeyBinding[] {
    const whileWriting = (command: (view: EditorView) => boolean) => (view: EditorView) =>
      this.#isWriting && !view.state.readOnly && command(view);
    return [
      { key: 'Tab', run: whileWriting(indent), shift: whileWriting(indentLess) },
      { key: 'Enter', run: insertNewlineKeepIndent, shift: insertNewlineKeepIndent },
      { key: 'Escape', run: () => this.#writing(false) },
    ];
  }
}

/** Without a selection, fills up to the next tab stop. Otherwise indents every selected line by one step. */
function indent(view: EditorView): boolean {
  const { state } = view;
  const { head, empty } = state.selection.main;
  if (!empty) return indentMore(view);
  const unit = state.facet(indentUnit);
  const line = state.doc.lineAt(head);
  const column = countColumn(line.text.slice(0, head - line.from), state.tabSize);
  const insert = unit === '\t' ? unit : unit.slice(column % unit.length);
  view.dispatch(state.update(state.replaceSelection(insert), { userEvent: 'input', scrollIntoView: true }));
  return true;
}

function appearance(settings: CodeSettings): Extension {
  const { tabSize = 2, useSoftTabs = true, showGutter = true, codeFolding: folds = true } = settings;
  const { wrapWords = false, highlightActiveLine: marksLine = false, showInvisibles = false } = settings;
  return [
    EditorState.tabSize.of(tabSize),
    indentUnit.of(useSoftTabs ? ' '.repeat(tabSize) : '\t'),
    showGutter ? lineNumbers() : [],
    folds ? [codeFolding(), showGutter ? foldGutter() : []] : [],
    wrapWords ? EditorView.lineWrapping : [],
    marksLine ? [highlightActiveLine(), highlightActiveLineGutter()] : [],
    showInvisibles ? highlightWhitespace() : [],
  ];
}

function stateExtension({
  attributes,
  isDisabled,
  isReadOnly,
  placeholder: hint,
  phrases,
}: CodeEditorState): Extension {
  return [
    EditorView.contentAttributes.of({ ...attributes, ...(isDisabled && { tabindex: '0', 'aria-disabled': 'true' }) }),
    EditorView.editable.of(!isDisabled),
    EditorState.readOnly.of(isDisabled || isReadOnly),
    hint === undefined ? [] : placeholder(hint),
    EditorState.phrases.of(phrases),
  ];
}
