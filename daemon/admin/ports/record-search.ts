import type { CallContext } from '../../core/runtime.js';
import type { Caller } from '../model/administrator.js';
import type { ListQuery } from '../model/query.js';
import type { RecordPage } from '../model/record.js';

/**
 * A search in the records of several controllers (AdminSearchService, for hosts with CAPABILITY_ADMIN_SEARCH). Faults as in
 * RecordStore.
 */
export interface RecordSearch {
  /** One page for each query, in their order, each within the list scope of its controller. At most MAX_SEARCHED queries. */
  search(caller: Caller, queries: readonly ControllerQuery[], call: CallContext): Promise<readonly RecordPage[]>;
}

export interface ControllerQuery {
  /** Id of a registered controller: "acme.blog.posts". */
  readonly controller: string;
  readonly query: ListQuery;
}

/** Queries in one search; the contract has the same limit. */
export const MAX_SEARCHED = 50;
