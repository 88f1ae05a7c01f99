import type { Cell } from './cell.js';

/**
 * A partial's view model as the host sent it: cells in lists and maps. Two kinds mark what a view model must not hold: the
 * host's SDK recognises a database model or pre-escaped markup, and the daemon refuses the view model that has one anywhere,
 * so that the rule is enforced once for every language a host is written in.
 */
export type ViewValue =
  | Cell
  | { readonly kind: 'list'; readonly items: readonly ViewValue[] }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, ViewValue> }
  | { readonly kind: 'record'; readonly model: string }
  | { readonly kind: 'trustedHtml' };
