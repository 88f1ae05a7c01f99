import type { WireCell } from './cell.js';

/** AdminListQuery and its parts, as the loader makes them. */
export interface WireSelection {
  readonly columns: readonly string[];
  readonly relations: readonly WireRelationSelection[];
}

export interface WireRelationSelection {
  readonly relation: string;
  readonly wanted?: 'related' | 'count';
  readonly related?: { readonly column: string; readonly limit: number };
}

export interface WireColumnReference {
  readonly relation: string;
  readonly column: string;
}

export interface WireCondition {
  readonly condition?: 'comparison' | 'relatedTo';
  readonly comparison?: {
    readonly column: WireColumnReference | null;
    readonly operator: string;
    readonly values: readonly WireCell[];
  };
  readonly relatedTo?: { readonly relation: string; readonly ids: readonly string[] };
}

export interface WireNamedScope {
  readonly name: string;
  readonly values: readonly WireCell[];
}

export interface WireSearch {
  readonly mode: string;
  readonly terms: readonly string[];
  readonly columns: readonly WireColumnReference[];
}

export interface WireSort {
  readonly column: WireColumnReference | null;
  readonly descending: boolean;
}

export interface WirePage {
  readonly number: number;
  readonly size: number;
}

export interface WireListQuery {
  readonly selection: WireSelection | null;
  readonly conditions: readonly WireCondition[];
  readonly scopes: readonly WireNamedScope[];
  readonly search: WireSearch | null;
  readonly sorts: readonly WireSort[];
  readonly page: WirePage | null;
  readonly count: boolean;
  readonly countAtMost: number;
}

export interface WireCaller {
  readonly administratorId: string;
  readonly login: string;
  readonly superuser: boolean;
  readonly permissions: readonly string[];
  readonly locale: string;
}
