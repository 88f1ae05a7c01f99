import { ITEM } from '../../../admin/api/nested.js';
import type { FieldValue } from '../../api/views.js';
import type { Members, Nested } from './nested-text.js';
import { membersOf, nestedText } from './nested-text.js';

/**
 * The items of this form, for a newer version of the record. Their places refer to the version that the form had, so each item
 * gets the place of the same item in the newer one: the item with the same content, else the one at the same place of a list of
 * the same length. An item that is no longer there becomes a new one.
 * @param mine the items of this form
 * @param base the items from which this form started
 * @param theirs the items of the newer version
 */
export function rebasedItems(nested: Nested, mine: FieldValue, base: FieldValue, theirs: FieldValue): FieldValue {
  if (nested.kind === 'object') return mine;
  const [before, newer] = [membersOf(base), membersOf(theirs)];
  const free = new Map<string, number[]>();
  newer.forEach((item, place) => free.set(contentOf(item), [...(free.get(contentOf(item)) ?? []), place]));
  const taken = new Set<number>();
  const found = membersOf(mine).map((item): Members => {
    if (item[ITEM] === undefined) return item;
    const started = before.findIndex((one) => one[ITEM] === item[ITEM]);
    const rest = contentsOf(item);
    const same = free.get(contentOf(before[started] ?? item))?.shift();
    const place = same ?? (before.length === newer.length && started >= 0 ? started : undefined);
    if (place === undefined || taken.has(place)) return rest;
    taken.add(place);
    return { [ITEM]: place, ...rest };
  });
  return nestedText(nested, found);
}

function contentOf(item: Members): string {
  return JSON.stringify(contentsOf(item));
}

/** The item without its place. */
function contentsOf(item: Members): Members {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== ITEM));
}
