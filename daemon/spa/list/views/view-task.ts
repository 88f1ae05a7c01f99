import type { SavedViewBody } from '../../../admin/api/answers.js';
import type { ListView } from '../../api/views.js';
import type { ListState } from '../query/query-state.js';

export interface ViewsButtonProps {
  readonly schema: ListView & { readonly savedViews: NonNullable<ListView['savedViews']> };
  readonly state: ListState;
  /** The visible columns, in their order. */
  readonly columns: readonly string[];
  readonly onChange: (state: ListState) => void;
}

/** A dialog about a view: a new one, another name for one, or its end. */
export type ViewTask =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'delete'; readonly view: SavedViewBody };
