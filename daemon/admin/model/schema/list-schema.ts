import type { CountedText, Text } from '../../../i18n/text.js';
import type { AssetUrls, Choice } from '../../api/answers.js';
import type { FilterType } from '../../api/filter-types.js';
import type { SortKey } from '../../api/query-grammar.js';
import type { Column, Relation } from '../column.js';
import type { ColumnReference, RelationSelection, SearchMode } from '../query.js';
import type { Model } from '../registration.js';
import type { ColumnViewType, Requirement } from './types.js';

/** One filter of a list ("scope" in October's YAML). */
export interface FilterSchema {
  readonly name: string;
  readonly type: FilterType;
  readonly target: FilterTarget;
  readonly options: FilterOptions;
  /** Filters whose choice the options of this one depend on. */
  readonly dependsOn: readonly string[];
  readonly bounds: FilterBounds;
  readonly requires: Requirement;
  readonly view: FilterView;
}

/** What a chosen value is compared with. */
export type FilterTarget =
  | { readonly kind: 'column'; readonly column: Column }
  /** Related to at least one of the chosen records. */
  | { readonly kind: 'relation'; readonly relation: Relation }
  /** A scope of the model, by its registered name, which gets what was chosen. */
  | { readonly kind: 'scope'; readonly scope: string };

/** Where the choices of a group or dropdown come from; none for the other types. */
export type FilterOptions =
  | { readonly kind: 'none' }
  | { readonly kind: 'listed'; readonly values: ReadonlySet<string> }
  /** Records of a registered model, searched on the server. */
  | { readonly kind: 'model'; readonly model: string; readonly label: Column }
  /** What an option provider of the controller offers; what is chosen elsewhere may decide (`dependsOn`). */
  | { readonly kind: 'provider'; readonly provider: string };

/** Numbers and dates outside of them are refused. */
export interface FilterBounds {
  readonly min?: number;
  readonly max?: number;
  readonly minDate?: string;
  readonly maxDate?: string;
}

export interface FilterView extends FilterBounds {
  readonly name: string;
  readonly label: Text;
  readonly type: FilterType;
  /** Several values may be chosen. */
  readonly multiple: boolean;
  readonly options?: readonly Choice[];
  /** Choices come from GET …/filters/{name}/options. */
  readonly optionsFromServer: boolean;
  /** A date filter that compares moments: its days are those of the reader's zone, and asked for as moments. */
  readonly moments?: true;
  readonly default?: string | number | boolean | readonly (string | number)[];
  readonly dependsOn: readonly string[];
}

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

/** A relation manager: the linked records of one record, and those that could be linked. */
export interface RelationSchema {
  readonly controller: string;
  readonly name: string;
  readonly relation: Relation;
  readonly related: Model;
  readonly canLink: boolean;
  readonly canUnlink: boolean;
  readonly view: RelatedList;
  /** The candidates. */
  readonly manage: RelatedList;
  /** One of these: a field that shows it, and a form of a record that the field is on. */
  readonly shownBy: readonly Requirement[];
  /** One of these, to link and unlink: a field that shows it, and the update of the record. */
  readonly changedBy: readonly Requirement[];
  readonly labels: RelationViewBase;
}

/** Columns are of the related model. */
export interface RelatedList {
  readonly columns: readonly ListColumn[];
  readonly defaultSort: readonly SortKey[];
  readonly recordsPerPage: number;
  readonly showPageNumbers: boolean;
  readonly showSearch: boolean;
  readonly showSorting: boolean;
}

/** What GET …/schema/relation/{name} answers, before localising. */
export interface RelationView extends RelationViewBase {
  readonly canLink: boolean;
  readonly canUnlink: boolean;
  readonly view: RelatedListView;
  readonly manage: RelatedListView;
}

export interface RelationViewBase {
  readonly controller: string;
  readonly name: string;
  readonly label: Text;
  readonly emptyMessage: Text;
  readonly readOnly: boolean;
}

export interface RelatedListView {
  readonly columns: readonly ColumnView[];
  readonly recordsPerPage: number;
  readonly showPageNumbers: boolean;
  readonly showSorting: boolean;
  readonly search: SearchView | null;
  readonly defaultSort: string;
}
