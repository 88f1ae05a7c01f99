import type { CountedText, Text } from '../../../i18n/text.js';
import type { AssetUrls, Choice } from '../../api/answers.js';
import type { FilterType } from '../../api/filter-types.js';
import type { SortKey } from '../../api/query-grammar.js';
import type { Column, Relation } from '../column.js';
import type { ColumnReference, RelationSelection, SearchMode } from '../query.js';
import type { Model } from '../registration.js';
import type { RelatedForm, RelatedFormView } from './related-form.js';
import type { ColumnViewType, Requirement } from './types.js';

/** One filter of a list ("scope" in October's YAML). */
export interface FilterSchema {
  readonly name: string;
  readonly type: FilterType;
  readonly target: FilterTarget;
  readonly options: FilterOptions;
  /** Filters whose values the options of this one depend on. */
  readonly dependsOn: readonly string[];
  readonly bounds: FilterBounds;
  readonly requires: Requirement;
  readonly view: FilterView;
}

/** The property of a record to compare with a chosen value. */
export type FilterTarget =
  | { readonly kind: 'column'; readonly column: Column }
  /** Related to at least one of the chosen records. */
  | { readonly kind: 'relation'; readonly relation: Relation }
  /** A scope of the model, by its registered name. It receives the chosen values. */
  | { readonly kind: 'scope'; readonly scope: string };

/** The source of the choices of a group or dropdown; none for other types. */
export type FilterOptions =
  | { readonly kind: 'none' }
  | { readonly kind: 'listed'; readonly values: ReadonlySet<string> }
  /** Records of a registered model. The server searches them. */
  | { readonly kind: 'model'; readonly model: string; readonly label: Column }
  /** The choices of an option provider of the controller. They may depend on other filters (`dependsOn`). */
  | { readonly kind: 'provider'; readonly provider: string };

/** Numbers and dates outside these bounds are invalid. */
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
  /** True if users may choose several values. */
  readonly multiple: boolean;
  readonly options?: readonly Choice[];
  /** GET …/filters/{name}/options returns the choices. */
  readonly optionsFromServer: boolean;
  /** A date filter that compares timestamps: its days are in the reader's time zone, and the query sends them as timestamps. */
  readonly moments?: true;
  /** A number filter that compares whole numbers: the API rejects any other. */
  readonly whole?: true;
  readonly default?: string | number | boolean | readonly (string | number)[];
  readonly dependsOn: readonly string[];
}

/**
 * A compiled list, independent of locale and administrator. schema/permitted/list.ts reduces it to one administrator's list.
 */
export interface ListSchema {
  readonly controller: string;
  readonly model: Model;
  /** In file order. */
  readonly columns: readonly ListColumn[];
  readonly filters: readonly FilterSchema[];
  readonly defaultSort: readonly SortKey[];
  readonly search: SearchView;
  readonly recordsPerPage: number;
  /** The page sizes on offer, ascending, including recordsPerPage. */
  readonly perPageOptions: readonly number[];
  /** False: Gatehouse requests no COUNT, and the total is null. */
  readonly showPageNumbers: boolean;
  /** Whether the command palette finds its records. */
  readonly globalSearch: boolean;
  /** Whether the host keeps saved views of it. */
  readonly savesViews: boolean;
  /** In toolbar order: `create`, `delete` and names of actions. */
  readonly toolbar: readonly ToolbarButton[];
  /** At the end of each row: `delete` and actions that run on the record. */
  readonly rowActions: readonly ToolbarButton[];
  /** Absent: files cannot be imported into the list. */
  readonly import?: ImportSchema;
  /** All members of the view that need no filtering. */
  readonly view: ListViewBase;
}

/** The import of files, each of whose rows becomes a record as the form would create or update it. */
export interface ImportSchema {
  /** All of them. */
  readonly requires: readonly Requirement[];
  /** Of the forms that write the records: at least one of them is needed too. */
  readonly operations: { readonly create: Requirement; readonly update: Requirement };
  /** Names of the fields that files can fill; absent: all that can be imported. */
  readonly columns?: ReadonlySet<string>;
  /** One of them says which record a row updates; empty: files only create records. */
  readonly keys: readonly ImportKey[];
  readonly view: ImportView;
}

export interface ImportKey {
  /** Of the column, if it is the primary key, or else of a field of the update form. */
  readonly name: string;
  readonly column: Column;
  readonly isId: boolean;
}

export interface ImportView {
  /** Title of the dialog; null: one of the backend. */
  readonly title: Text | null;
}

export interface ListColumn {
  /** The column of a repeater: a list shows the number of its items, because a form may hide some of their fields. */
  readonly countsItems?: true;
  readonly name: string;
  readonly source: ColumnSource;
  /** The column that `sort` and `search` use; absent if the list cannot sort by it or does not search it. */
  readonly sortBy?: ColumnReference;
  readonly searchIn?: ColumnReference;
  readonly requires: Requirement;
  /** Absent: the list only shows the value. */
  readonly change?: {
    /** Of the update form and of its field: all of them. */
    readonly requires: readonly Requirement[];
    readonly view: ColumnChange;
  };
  readonly view: ColumnView;
}

/** How a value is changed in the list: an update of the record. */
export interface ColumnChange {
  /** The field of the update form, as a key of the update's body. */
  readonly field: string;
  /** The choices of a dropdown; empty for a switch. */
  readonly options: readonly Choice[];
}

/** The source of a column's value. */
export type ColumnSource =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'relation'; readonly selection: RelationSelection };

export interface ToolbarButton {
  readonly name: string;
  /** Absent for create and delete. */
  readonly action?: {
    readonly name: string;
    readonly label: Text;
    readonly confirm?: Text;
    /** It runs once for each chosen record, instead of once for the list. */
    readonly onRecords?: true;
  };
  readonly requires: Requirement;
}

/** The answer of GET …/schema/list, before localisation. */
export interface ListView extends ListViewBase {
  readonly columns: readonly ColumnView[];
  readonly filters: readonly FilterView[];
  /** The buttons that the administrator may use, in toolbar order: create, delete, names of actions. */
  readonly toolbarButtons: readonly string[];
  /** Those that run once for the list. */
  readonly toolbarActions: readonly ToolbarActionView[];
  /** Those that run on each of the chosen records. */
  readonly bulkActions: readonly ToolbarActionView[];
  /** Null: there is no import, or not for this administrator. */
  readonly import: ImportView | null;
  /** Those of each row; `delete` is named so and has no text. */
  readonly rowActions: readonly (ToolbarActionView | { readonly action: 'delete' })[];
  /** Null: the host keeps no saved views. */
  readonly savedViews: { readonly mayShare: boolean } | null;
  /** Null if the list searches none of the columns that the administrator may see. */
  readonly search: SearchView | null;
  /** In the format of the query parameter `sort`: "-published_at". */
  readonly defaultSort: string;
}

export interface ToolbarActionView {
  readonly action: string;
  readonly label: Text;
  /** The question before it runs; absent if it runs without confirmation. */
  readonly confirm?: Text;
}

export interface ListViewBase {
  readonly controller: string;
  readonly title: Text;
  /** The plural-aware name of the records; null without a form, which defines it. */
  readonly recordName: CountedText | null;
  /** Path inside the SPA with `:id`; null if rows are not links. */
  readonly recordUrl: string | null;
  readonly noRecordsMessage: Text;
  readonly recordsPerPage: number;
  readonly perPageOptions: readonly number[];
  readonly showPageNumbers: boolean;
  readonly showSorting: boolean;
  readonly showCheckboxes: boolean;
  /** Whether the host can act on all records that match. */
  readonly bulk: boolean;
  /** Whether the records can be exported. */
  readonly export: boolean;
  /** Name of the partial above the list. */
  readonly headerPartial: string | null;
  /** Name of the partial beside the buttons. */
  readonly toolbarPartial: string | null;
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
  /** The custom element that shows a value of `type: element`. */
  readonly element?: string;
  readonly sortable: boolean;
  readonly searchable: boolean;
  readonly invisible: boolean;
  readonly clickable: boolean;
  /** Several related records: the value is a list of strings. */
  readonly multiple: boolean;
  /** Shown if the record has no value. */
  readonly default?: Text | number | boolean;
  readonly align?: 'left' | 'center' | 'right';
  readonly width?: string;
  readonly cssClass?: string;
  readonly format?: string;
  /** False: shows a time as stored, not in the administrator's time zone. */
  readonly useTimezone?: boolean;
  readonly options?: readonly Choice[];
  /** Absent: this administrator may not change the value in the list. */
  readonly change?: ColumnChange;
}

/** A relation manager: the records linked to one record, and the candidates for linking. */
export interface RelationSchema {
  readonly controller: string;
  readonly name: string;
  readonly relation: Relation;
  readonly related: Model;
  /** The form of the related records; absent if no controller has one. */
  readonly relatedForm?: RelatedForm;
  readonly canLink: boolean;
  readonly canUnlink: boolean;
  readonly view: RelatedList;
  /** The candidates. */
  readonly manage: RelatedList;
  /**
   * The administrator must meet one of these: each combines a field that shows it with a form of the record that contains the
   * field.
   */
  readonly shownBy: readonly Requirement[];
  /**
   * To link and unlink, the administrator must meet one of these: each combines a field that shows it with the update of the
   * record.
   */
  readonly changedBy: readonly Requirement[];
  readonly labels: RelationViewBase;
}

/** Its columns are those of the related model. */
export interface RelatedList {
  readonly columns: readonly ListColumn[];
  readonly defaultSort: readonly SortKey[];
  readonly recordsPerPage: number;
  readonly showPageNumbers: boolean;
  readonly showSearch: boolean;
  readonly showSorting: boolean;
}

/** The answer of GET …/schema/relation/{name}, before localisation. */
export interface RelationView extends RelationViewBase {
  /** Absent if the administrator may neither open nor create the related records. */
  readonly related?: RelatedFormView;
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
