import type { Model } from '../registration.js';
import type { ColumnReference, RelationSelection, SearchMode } from '../query.js';
import type { Column } from '../column.js';
import type { FilterSchema, FilterView } from './filter-schema.js';
import type { Requirement } from './requirement.js';
import type { CountedText, Text } from './text.js';
import type { ColumnViewType } from './types.js';
import type { AssetUrls, Choice } from './view-parts.js';

/** A list as compiled: locale-neutral and for nobody in particular. schema/permitted/list.ts makes it one administrator's. */
export interface ListSchema {
  readonly controller: string;
  readonly model: Model;
  /** In the order of the file. */
  readonly columns: readonly ListColumn[];
  readonly filters: readonly FilterSchema[];
  readonly defaultSort: readonly SortKey[];
  readonly search: SearchView;
  readonly recordsPerPage: number;
  /** Page sizes that are offered, ascending, recordsPerPage among them. */
  readonly perPageOptions: readonly number[];
  /** False: no COUNT is run, and the total is null. */
  readonly showPageNumbers: boolean;
  /** In the order of the toolbar: `create`, `delete` and names of actions. */
  readonly toolbar: readonly ToolbarButton[];
  /** All members of the view that need no filtering. */
  readonly view: ListViewBase;
}

export interface ListColumn {
  readonly name: string;
  readonly source: ColumnSource;
  /** What `sort` and `search` do with it; absent: it may not be sorted by, or is not searched. */
  readonly sortBy?: ColumnReference;
  readonly searchIn?: ColumnReference;
  readonly requires: Requirement;
  readonly view: ColumnView;
}

/** Where a column's value comes from. */
export type ColumnSource =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'relation'; readonly selection: RelationSelection };

/** One sort, by the name of a column of the list. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

export interface ToolbarButton {
  readonly name: string;
  /** Absent for create and delete. */
  readonly action?: { readonly name: string; readonly label: Text; readonly confirm?: Text };
  readonly requires: Requirement;
}

/** What GET …/schema/list answers, before localising. */
export interface ListView extends ListViewBase {
  readonly columns: readonly ColumnView[];
  readonly filters: readonly FilterView[];
  /** Names in the order of the toolbar, those that the administrator may use: create, delete, actions. */
  readonly toolbarButtons: readonly string[];
  readonly toolbarActions: readonly ToolbarActionView[];
  /** Null when no column that the administrator sees is searched. */
  readonly search: SearchView | null;
  /** As the query parameter `sort` would have it: "-published_at". */
  readonly defaultSort: string;
}

export interface ToolbarActionView {
  readonly action: string;
  readonly label: Text;
  /** What is asked before it runs; absent: it runs when it is pressed. */
  readonly confirm?: Text;
}

export interface ListViewBase {
  readonly controller: string;
  readonly title: Text;
  /** What the list holds, counted; null without a form, which names it. */
  readonly recordName: CountedText | null;
  /** Path inside the SPA with `:id` in it; null where rows lead nowhere. */
  readonly recordUrl: string | null;
  readonly noRecordsMessage: Text;
  readonly recordsPerPage: number;
  readonly perPageOptions: readonly number[];
  readonly showPageNumbers: boolean;
  readonly showSorting: boolean;
  readonly showCheckboxes: boolean;
  /** Name of the partial above the list. */
  readonly headerPartial: string | null;
  readonly assets: AssetUrls;
}

export interface SearchView {
  readonly prompt: Text;
  readonly mode: SearchMode;
  readonly searchOnEnter: boolean;
}

export interface ColumnView {
  readonly name: string;
  readonly label: Text;
  readonly type: ColumnViewType;
  readonly sortable: boolean;
  readonly searchable: boolean;
  readonly invisible: boolean;
  readonly clickable: boolean;
  /** Several related records: the value is a list of their texts. */
  readonly multiple: boolean;
  /** Shown where the record has no value. */
  readonly default?: Text | number | boolean;
  readonly align?: 'left' | 'center' | 'right';
  readonly width?: string;
  readonly cssClass?: string;
  readonly format?: string;
  /** False: a time is shown as it is stored, not in the administrator's zone. */
  readonly useTimezone?: boolean;
  readonly options?: readonly Choice[];
}
