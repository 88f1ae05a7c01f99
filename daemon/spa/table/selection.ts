/** Rows that are checked, by id: also of pages that are not shown now. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row that was checked or unchecked last: where a range begins. */
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined };

export type PageState = 'none' | 'some' | 'all';

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
