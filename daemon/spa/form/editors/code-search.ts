import type { EditorState, Extension, Text } from '@codemirror/state';
import { EditorSelection, StateEffect, StateField } from '@codemirror/state';
import type { DecorationSet, ViewUpdate } from '@codemirror/view';
import { Decoration, EditorView, keymap, ViewPlugin } from '@codemirror/view';
import type { CodeMatch, CodeQuery } from './code-matches.js';
import { matchBefore, matchesOf, matchFrom } from './code-matches.js';

/** The result of a search in a code editor. */
export interface CodeFound {
  /** The number of the selected match, from 1; 0 if the selection is no match. */
  readonly current: number;
  readonly total: number;
}

interface Search {
  /** Undefined: no search is open. */
  readonly query: CodeQuery | undefined;
  readonly matches: readonly CodeMatch[];
}

const NONE: Search = { query: undefined, matches: [] };
const setQuery = StateEffect.define<CodeQuery | undefined>();

const search = StateField.define<Search>({
  create: () => NONE,
  update(value, { effects, docChanged, newDoc }) {
    for (const effect of effects) if (effect.is(setQuery)) return searched(newDoc, effect.value);
    return docChanged ? searched(newDoc, value.query) : value;
  },
});

function searched(doc: Text, query: CodeQuery | undefined): Search {
  return query === undefined ? NONE : { query, matches: matchesOf(doc.toString(), query) };
}

function isSelected({ selection: { main } }: EditorState, { from, to }: CodeMatch): boolean {
  return main.from === from && main.to === to;
}

const MATCH = Decoration.mark({ class: 'code-match' });
const CURRENT = Decoration.mark({ class: 'code-match code-match--current' });

/** Marks the matches on the screen. The selected one has a mark too, because a selection is invisible without the focus. */
class Highlights {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = highlightsIn(view);
  }

  update({ view, startState, state, docChanged, viewportChanged, selectionSet }: ViewUpdate): void {
    const isOther = startState.field(search) !== state.field(search);
    if (docChanged || viewportChanged || selectionSet || isOther) this.decorations = highlightsIn(view);
  }
}

function highlightsIn({ state, viewport }: EditorView): DecorationSet {
  const shown = state.field(search).matches.filter(({ from, to }) => to > viewport.from && from < viewport.to);
  return Decoration.set(shown.map((match) => (isSelected(state, match) ? CURRENT : MATCH).range(match.from, match.to)));
}

export interface CodeSearchEvents {
  /** Ctrl+F. */
  readonly onFind: () => void;
  /** The result of an open search has changed. */
  readonly onFound: (found: CodeFound) => void;
}

/** The search of a code editor. The panel with its controls is code-search-panel.tsx. */
export function codeSearch({ onFind, onFound }: CodeSearchEvents): Extension {
  const isOpen = ({ state }: EditorView) => state.field(search).query !== undefined;
  const step = (direction: 'next' | 'previous') => (view: EditorView) => isOpen(view) && stepTo(view, direction);
  const steps = { run: step('next'), shift: step('previous') };
  const open = () => {
    onFind();
    return true;
  };
  return [
    search,
    ViewPlugin.fromClass(Highlights, { decorations: ({ decorations }) => decorations }),
    keymap.of([
      { key: 'Mod-f', run: open },
      { key: 'F3', ...steps },
      { key: 'Mod-g', ...steps },
    ]),
    EditorView.updateListener.of(({ startState, state, selectionSet }) => {
      const found = state.field(search);
      const isOther = startState.field(search) !== found;
      if (found.query !== undefined && (isOther || selectionSet)) onFound(foundIn(state));
    }),
  ];
}

function foundIn(state: EditorState): CodeFound {
  const { matches } = state.field(search);
  return { current: matches.findIndex((match) => isSelected(state, match)) + 1, total: matches.length };
}

/** Shows the matches of a query, and selects the first one from the selection on. Undefined ends the search. */
export function showMatches(view: EditorView, query: CodeQuery | undefined): void {
  view.dispatch({ effects: setQuery.of(query) });
  const { selection } = view.state;
  const first = matchFrom(view.state.field(search).matches, selection.main.from);
  if (first !== undefined) select(view, first);
}

/** Selects the next or previous match. False if there is none. */
export function stepTo(view: EditorView, direction: 'next' | 'previous'): boolean {
  const { matches } = view.state.field(search);
  const { main } = view.state.selection;
  const match = direction === 'next' ? matchFrom(matches, main.to) : matchBefore(matches, main.from);
  if (match === undefined) return false;
  select(view, match);
  return true;
}

/** Replaces the selected match and selects the next one; without a selected match, it only selects one. */
export function replaceMatch(view: EditorView, insert: string): void {
  const { state } = view;
  const match = state.field(search).matches.find((one) => isSelected(state, one));
  if (match !== undefined && !state.readOnly) {
    const selection = EditorSelection.cursor(match.from + insert.length);
    view.dispatch({ changes: { ...match, insert }, selection, userEvent: 'input.replace' });
  }
  stepTo(view, 'next');
}

/** Replaces every match, as one step for undo. */
export function replaceMatches(view: EditorView, insert: string): void {
  const { matches } = view.state.field(search);
  if (view.state.readOnly || matches.length === 0) return;
  view.dispatch({ changes: matches.map((match) => ({ ...match, insert })), userEvent: 'input.replace.all' });
}

/** The text to begin a search with: a selection within one line, or else what was searched so far. */
export function searchStart({ state }: EditorView): string {
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to);
  return text === '' || text.includes('\n') ? (state.field(search).query?.text ?? '') : text;
}

function select(view: EditorView, { from, to }: CodeMatch): void {
  view.dispatch({ selection: EditorSelection.single(from, to), scrollIntoView: true, userEvent: 'select.search' });
}
