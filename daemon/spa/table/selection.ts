import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Ids of checked rows, including rows on other pages. */
interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row that was last checked or unchecked: the start of a range. */
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined };

type PageState = 'none' | 'some' | 'all';

/** @param range whether all rows from the last clicked one to this one get the same state */
export function toggleRow(selection: Selection, page: readonly string[], id: string, range: boolean): Selection {
  const ids = new Set(selection.ids);
  const checked = !ids.has(id);
  for (const one of range ? between(page, selection.anchor, id) : [id]) {
    if (checked) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id };
}

/** Checks the page, or unchecks it if every row is checked. Other pages keep their selection. */
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

/** Both ends included; only the row itself if the other end is not on the page. */
function between(page: readonly string[], anchor: string | undefined, id: string): readonly string[] {
  const [from, to] = [anchor === undefined ? -1 : page.indexOf(anchor), page.indexOf(id)];
  return from === -1 || to === -1 ? [id] : page.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The data that a table needs to show checkboxes. The functions keep their identity, so that rows do not render again. */
export interface TableSelection {
  readonly ids: ReadonlySet<string>;
  readonly pageState: PageState;
  readonly toggle: (id: string, range: boolean) => void;
  readonly togglePage: () => void;
}

export interface SelectionControl extends TableSelection {
  readonly clear: () => void;
  /** Unchecks all other rows. */
  readonly keep: (ids: readonly string[]) => void;
}

/**
 * The search and filters of the rows on the screen. While other ones load, they are still the previous ones: a row that is
 * checked by then belongs to these, and not to a list that may not have it.
 */
export function useNarrowingOfRows(wanted: string, isBusy: boolean): string {
  const [shown, setShown] = useState(wanted);
  if (isBusy || shown === wanted) return shown;
  setShown(wanted);
  return wanted;
}

/**
 * Rows stay checked when the page or the sort order changes. A new search or filter clears the selection, so that users
 * never delete records that they no longer see in the list.
 * @param within the search and filters of the rows on the screen; another text is another selection
 * @param page ids of the rows on the screen
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
