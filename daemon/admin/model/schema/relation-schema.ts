import type { Model } from '../registration.js';
import type { Relation } from '../relation.js';
import type { ColumnView, ListColumn, SearchView, SortKey } from './list-schema.js';
import type { Requirement } from './requirement.js';
import type { Text } from './text.js';

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
