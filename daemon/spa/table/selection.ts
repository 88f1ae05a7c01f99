import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Rows that are checked, by id: also of pages that are not shown now. */
interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row that was checked or unchecked last: where a range begins. */
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined };

type PageState = 'none' | 'some' | 'all';

/** @param range everything from the last row that was pressed to this one gets what this one gets */
export function toggleRow(selection: Selection, page: readonly string[], id: string, range: boolean): Selection {
  const ids = new Set(selection.ids);
  const checked = !ids.has(id);
  for (const one of range ? between(page, selection.anchor, id) : [id]) {
    if (checked) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id };
}

/** Checks the page, or unchecks it where it is checked whole. Other pages stay as they are. */
export function togglePage(selection: Selection, page: readonly string[]): Selection {
  const ids = new Set(selection.ids);
  const checked = pageState(selection, page) !== 'all';
  for (const id of page) {
    if (checked) ids.add(id);
    else ids.delete(id);
  }
  return { ids, anchor: undefined };
}

export function pageState({ ids }: Selection, page: readonly string[]): PageState {
  const checked = page.filter((id) => ids.has(id)).length;
  if (checked === 0) return 'none';
  return checked === page.length ? 'all' : 'some';
}

/** Both ends included; the row alone where the other end is not on the page. */
function between(page: readonly string[], anchor: string | undefined, id: string): readonly string[] {
  const [from, to] = [anchor === undefined ? -1 : page.indexOf(anchor), page.indexOf(id)];
  return from === -1 || to === -1 ? [id] : page.slice(Math.min(from, to), Math.max(from, to) + 1);
}

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
