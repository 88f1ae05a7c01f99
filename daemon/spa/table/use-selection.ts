import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NOTHING_SELECTED, pageState, togglePage, toggleRow, type PageState, type Selection } from './selection.js';

/** What a table needs to have checkboxes. The functions stay the same ones, so that rows need not be drawn again. */
export interface TableSelection {
  readonly ids: ReadonlySet<string>;
  readonly pageState: PageState;
  readonly toggle: (id: string, range: boolean) => void;
  readonly togglePage: () => void;
}

export interface SelectionControl extends TableSelection {
  readonly clear: () => void;
  /** Only these stay checked. */
  readonly keep: (ids: readonly string[]) => void;
}

/**
 * Rows stay checked over pages and sorts. What narrows the rows down takes the checks away: nobody deletes what they cannot
 * find in the list any more.
 * @param within what the list is narrowed down to: another text is another selection
 * @param page ids of the rows that are shown
 */
export function useSelection(within: string, page: readonly string[]): SelectionControl {
  const [state, setState] = useState({ within, selection: NOTHING_SELECTED });
  const selection = state.within === within ? state.selection : NOTHING_SELECTED;
  const shown = useRef(page);
  useEffect(() => {
    shown.current = page;
  }, [page]);

  const change = useCallback(
    (next: (selection: Selection) => Selection) =>
      setState((before) => ({
        within,
        selection: next(before.within === within ? before.selection : NOTHING_SELECTED),
      })),
    [within],
  );
  const toggle = useCallback(
    (id: string, range: boolean) => change((before) => toggleRow(before, shown.current, id, range)),
    [change],
  );
  const toggleShown = useCallback(() => change((before) => togglePage(before, shown.current)), [change]);
  const clear = useCallback(() => change(() => NOTHING_SELECTED), [change]);
  const keep = useCallback(
    (ids: readonly string[]) => change(() => ({ ids: new Set(ids), anchor: undefined })),
    [change],
  );
  return useMemo(
    () => ({
      ids: selection.ids,
      pageState: pageState(selection, page),
      toggle,
      togglePage: toggleShown,
      clear,
      keep,
    }),
    [selection, page, toggle, toggleShown, clear, keep],
  );
}
