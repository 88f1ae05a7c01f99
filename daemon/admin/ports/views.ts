import type { CallContext } from '../../core/runtime.js';

/**
 * The saved views of lists (AdminViewService). Each method is one rpc and one transaction, in which the host holds the rules
 * about who may see and share views. Faults as in RecordStore.
 */
export interface Views {
  /** The own views of an administrator, and the shared ones. A read. */
  list(administratorId: string, list: string, call: CallContext): Promise<readonly SavedView[]>;

  /** Creates a view, or changes one. */
  save(change: ViewChange, call: CallContext): Promise<SavedView | ViewNotChanged>;

  /** Undefined: deleted. */
  delete(administratorId: string, list: string, id: string, call: CallContext): Promise<ViewNotChanged | undefined>;
}

export interface ViewContents {
  /** Whether everybody who opens the list sees it. */
  readonly shared: boolean;
  readonly name: string;
  /** Search, filters, sort and columns as a query of the API. */
  readonly query: string;
}

export interface SavedView extends ViewContents {
  readonly id: string;
  readonly version: number;
  readonly ownerId: string;
  readonly ownerName: string;
}

export interface ViewChange extends ViewContents {
  readonly administratorId: string;
  /** The controller. */
  readonly list: string;
  /** Empty: a new view. */
  readonly id: string;
  /** The version that the administrator has seen; 0 for a new view. */
  readonly version: number;
}

export interface ViewNotChanged {
  readonly refusal: 'unknown' | 'stale' | 'forbidden' | 'tooMany';
}
