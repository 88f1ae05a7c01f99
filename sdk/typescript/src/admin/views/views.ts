import type { CallLimits } from '../../wire/call.js';

/**
 * The saved views of lists, for AdminViewService. The contract (admin_view.proto) has the rules. Every method is one
 * transaction, with `limits` as in Directory.
 */
export interface Views {
  /** The own views of an administrator, and the shared ones. */
  list(administratorId: string, list: string, limits?: CallLimits): Promise<readonly SavedView[]>;

  /** Creates a view, or changes one. */
  save(change: ViewChange, limits?: CallLimits): Promise<SavedView | ViewRefusal>;

  /** Undefined: deleted. */
  delete(
    administratorId: string,
    list: string,
    id: string,
    limits?: CallLimits,
  ): Promise<Exclude<ViewRefusal, 'stale' | 'tooMany'> | undefined>;
}

export interface ViewContents {
  /** Whether everybody who opens the list sees it. */
  readonly shared: boolean;
  readonly name: string;
  /** A query of the API: "sort=-date&filter[status]=draft". */
  readonly query: string;
}

export interface SavedView extends ViewContents {
  /** Never used again for another view. */
  readonly id: string;
  readonly version: number;
  readonly ownerId: string;
  /** Empty: the login. */
  readonly ownerName: string;
}

export interface ViewChange extends ViewContents {
  readonly administratorId: string;
  /** The controller: "acme.blog.posts". */
  readonly list: string;
  /** Undefined: a new view. */
  readonly id: string | undefined;
  /** The version that the administrator has seen; 0 for a new view. */
  readonly version: number;
}

export type ViewRefusal = 'unknown' | 'stale' | 'forbidden' | 'tooMany';
