import type { Column } from '../column.js';
import type { NamedScope } from '../query.js';
import type { Model } from '../registration.js';
import type { Relation } from '../relation.js';
import type { FieldRules } from './field-rules.js';
import type { FieldView } from './field-view.js';
import type { Requirement } from './requirement.js';
import type { CountedText, Text } from './text.js';
import type { FormContext } from './types.js';
import type { AssetUrls } from './view-parts.js';

/** The forms of a controller as compiled. schema/permitted/form.ts makes it one administrator's, for one context. */
export interface FormSchema {
  readonly controller: string;
  readonly model: Model;
  /** In the order of the files: fields outside of tabs, then primary tabs, then secondary ones. */
  readonly fields: readonly FormField[];
  /** What each operation requires besides the controller's own codes. */
  readonly operations: Readonly<Record<FormContext | 'delete', Requirement>>;
  readonly view: FormViewBase;
}

export interface FormField {
  readonly name: string;
  /** The forms it stands on: no two fields of one name share one. */
  readonly contexts: readonly FormContext[];
  readonly binding: FieldBinding;
  /** Where a value that a request carries for it may be written: undefined for what is only shown. */
  readonly rules?: FieldRules;
  readonly requires: Requirement;
  readonly view: FieldView;
}

export type FieldBinding =
  | { readonly kind: 'column'; readonly column: Column; readonly choices?: FieldChoices }
  | {
      readonly kind: 'relation';
      readonly relation: Relation;
      /** Of a belongsTo: the column of this model that holds the related record's key. */
      readonly key?: Column;
      /** What stands for a related record. */
      readonly label: Column;
      readonly scope?: NamedScope;
    }
  /** A relation manager, by the name of its relation schema. */
  | { readonly kind: 'manager'; readonly relation: string }
  | { readonly kind: 'partial'; readonly partial: string }
  | { readonly kind: 'widget'; readonly action: string; readonly fill: readonly Column[] }
  /** Sections, hints, and fields that are shown but never saved (`_name`). */
  | { readonly kind: 'none' };

export type FieldChoices =
  | { readonly kind: 'listed'; readonly values: ReadonlySet<string> }
  | { readonly kind: 'provider'; readonly provider: string };

/** What GET …/schema/form answers, before localising. */
export interface FormView extends Omit<FormViewBase, 'contexts'> {
  readonly fields: readonly FieldView[];
  /** Null: this administrator has no such form. */
  readonly contexts: Readonly<Record<FormContext, FormContextView | null>>;
  readonly mayDelete: boolean;
}

export interface FormViewBase {
  readonly controller: string;
  readonly name: CountedText;
  readonly contexts: Readonly<Record<FormContext, FormContextView>>;
  /** Path inside the SPA; null where the list is what to go back to. */
  readonly defaultRedirect: string | null;
  readonly assets: AssetUrls;
}

export interface FormContextView {
  readonly title: Text | null;
  readonly redirect: string | null;
  readonly redirectClose: string | null;
  readonly flashSave: Text | null;
  readonly flashDelete: Text | null;
}
