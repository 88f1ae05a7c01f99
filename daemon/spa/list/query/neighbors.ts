/** One page of a list. */
export interface ListPage {
  readonly ids: readonly string[];
}

/** A record next to another one in a list. */
export interface Neighbor {
  readonly id: string;
  /** The page that it is on, counted from the page of the list: -1, 0 or 1. */
  readonly page: number;
}

export interface Pages {
  /** Needed only for the first record of a page. */
  readonly before: ListPage | undefined;
  readonly here: ListPage | undefined;
  /** Needed only for the last one. */
  readonly after: ListPage | undefined;
}

/**
 * The records before and after a place on a page.
 * @param place the record's index on the page; undefined if it was never there
 * @param hasLeft the record is no longer on the page, so the record that took its place is the next one
 */
export function neighborsOf(
  place: number | undefined,
  hasLeft: boolean,
  { before, here, after }: Pages,
): { readonly previous: Neighbor | undefined; readonly next: Neighbor | undefined } {
  if (place === undefined || here === undefined) return { previous: undefined, next: undefined };
  return {
    previous: neighbor(here.ids[place - 1], 0) ?? (place === 0 ? neighbor(before?.ids.at(-1), -1) : undefined),
    next: neighbor(here.ids[hasLeft ? place : place + 1], 0) ?? neighbor(after?.ids[0], 1),
  };
}

function neighbor(id: string | undefined, page: number): Neighbor | undefined {
  return id === undefined ? undefined : { id, page };
}
