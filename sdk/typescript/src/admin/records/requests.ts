import type { WireCell } from '../wire/cell.js';
import type { WireCaller, WireListQuery, WireNamedScope, WirePage, WireSelection } from '../wire/query.js';
import type { WireColumnValue, WireRelationChange } from './write-values.js';

/** The requests of AdminRecordService, as the loader makes them. */
export interface Called {
  readonly caller: WireCaller | null;
}

interface OfController extends Called {
  readonly controller: string;
}

interface OfRecord extends OfController {
  readonly id: string;
}

export interface ListRecords extends OfController {
  readonly query: WireListQuery | null;
}

export interface GetRecord extends OfRecord {
  readonly scope: string;
  readonly selection: WireSelection | null;
}

export interface CreateRecord extends OfController {
  readonly values: readonly WireColumnValue[];
  readonly relations: readonly WireRelationChange[];
  readonly selection: WireSelection | null;
}

export interface UpdateRecord extends OfRecord, CreateRecord {
  readonly expectedVersion: string;
}

export interface DeleteRecords extends OfController {
  readonly ids: readonly string[];
  readonly scope: string;
}

interface LabelledBy {
  readonly labelColumn: string;
  readonly scope: WireNamedScope | null;
}

export interface FormValue {
  readonly column: string;
  readonly value: WireCell | null;
}

export interface ListOptions extends Called {
  readonly form?: 'controller' | 'settings';
  readonly controller?: string;
  readonly settings?: string;
  /** Of the source at most one is there; the others are null. */
  readonly relation?: (LabelledBy & { readonly relation: string }) | null;
  readonly model?: (LabelledBy & { readonly model: string }) | null;
  readonly provider?: string;
  readonly terms: readonly string[];
  readonly ids: readonly string[];
  readonly page: WirePage | null;
  readonly formValues: readonly FormValue[];
}

export interface Related extends OfRecord {
  readonly relation: string;
  readonly query: WireListQuery | null;
}

export interface Candidates extends Related {
  readonly ids: readonly string[];
}

export interface Link extends OfRecord {
  readonly relation: string;
  readonly ids: readonly string[];
}

export interface GetSettings extends Called {
  readonly settings: string;
  readonly columns: readonly string[];
}

export interface UpdateSettings extends GetSettings {
  readonly expectedVersion: string;
  readonly values: readonly WireColumnValue[];
}

export interface RunAction extends OfController {
  readonly action: string;
  readonly recordId: string;
  readonly values: readonly FormValue[];
}

export interface GetPartialData extends OfController {
  readonly partial: string;
  readonly recordId: string;
}
