import type { Value } from './column.js';
import type { AdminContext, AnyTables, Model, Relation, Scope, TableOf } from './model.js';
import type { ViewModel } from './view-model.js';

/** Thrown by a hook or an action: the application does not want it. The administrator reads the message. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Thrown by a hook or an action: some values are not accepted. The administrator reads the messages beside the fields. */
export class Invalid extends Error {
  override readonly name = 'Invalid';

  /** @param fields messages by column or relation, at least one each, in the caller's language */
  constructor(readonly fields: Readonly<Record<string, readonly string[]>>) {
    super(`not accepted: ${Object.keys(fields).join(', ')}`);
  }
}

/**
 * The values of a record that is about to be written, by column: a belongs-to relation by its foreign key, where the model
 * declares that column. A hook may change them, and add others.
 */
export type Values = Record<string, Value>;

/**
 * Run inside the transaction of the write, before and after it. They may throw Refused and Invalid; whatever they throw
 * undoes everything.
 */
export interface Hooks<DB> {
  beforeCreate?(values: Values, context: AdminContext<DB>): Promise<void> | void;
  afterCreate?(id: string, values: Readonly<Values>, context: AdminContext<DB>): Promise<void> | void;
  beforeUpdate?(id: string, values: Values, context: AdminContext<DB>): Promise<void> | void;
  afterUpdate?(id: string, values: Readonly<Values>, context: AdminContext<DB>): Promise<void> | void;
  beforeDelete?(id: string, context: AdminContext<DB>): Promise<void> | void;
  /**
   * After the record's own links in pivot tables were removed, as beforeDelete runs before that. Rows of other tables that
   * name the record are the database's business: a foreign key says whether they go, stay or forbid the deletion.
   */
  afterDelete?(id: string, context: AdminContext<DB>): Promise<void> | void;
  /**
   * A relation manager of the record with this id links others to it: `ids` are those that are not linked yet. Where the
   * relation is a has-many, beforeUpdate and afterUpdate of the related model's controller run as well, for each of them, with
   * its foreign key as the value: the related record is what changes.
   */
  beforeLink?(id: string, relation: string, ids: readonly string[], context: AdminContext<DB>): Promise<void> | void;
  afterLink?(id: string, relation: string, ids: readonly string[], context: AdminContext<DB>): Promise<void> | void;
  /** As beforeLink; on a has-many relation the foreign key becomes null. */
  beforeUnlink?(id: string, relation: string, ids: readonly string[], context: AdminContext<DB>): Promise<void> | void;
  afterUnlink?(id: string, relation: string, ids: readonly string[], context: AdminContext<DB>): Promise<void> | void;
}

/** Code behind a toolbar button or a widget. */
export interface Action<DB> {
  /** Text of the button: a phrase key or the text itself. */
  readonly label: string;
  /** Codes that it requires besides the controller's. */
  readonly permissions?: readonly string[];
  run(invocation: ActionInvocation, context: AdminContext<DB>): Promise<ActionResult> | ActionResult;
}

export interface ActionInvocation {
  /** Absent on the create form and for toolbar actions. */
  readonly recordId?: string;
  /** What the form holds of the columns that the widget names, not saved. */
  readonly values: Readonly<Values>;
}

export interface ActionResult {
  /** For the administrator, in the caller's language. */
  readonly message?: string;
  /** Values to write back into the form, of the columns that the widget names. */
  readonly fill?: Readonly<Values>;
}

/**
 * Choices that the application offers for a field (`options: name`). `values`: what the form holds, of the fields that this
 * one depends on at least; belongs-to relations by their foreign key. What is written is held against the same choices.
 */
export type OptionProvider<DB> = (
  request: { readonly values: Readonly<Values> },
  context: AdminContext<DB>,
) => Promise<readonly Choice[]> | readonly Choice[];

export interface Choice {
  readonly value: string;
  /** In the caller's language. */
  readonly label: string;
}

export interface ControllerDefinition<DB, T extends TableOf<DB> = TableOf<DB>> {
  /** "acme.blog.posts" */
  readonly id: string;
  readonly model: Model;
  /**
   * Of several controllers of one model exactly one says true. Outside of their own pages, in choices, labels, relation managers
   * and conditions, its list scope decides which records exist, and its form scope and hooks hold when a has-many relation
   * moves one. Not needed where a model has a single controller. Default: false.
   */
  readonly defaultForModel?: boolean;
  /** Codes that every route of it requires, all of them. */
  readonly permissions?: readonly string[];
  readonly relations?: Readonly<Record<string, Relation>>;
  /** Limits lists, besides the model's own list scope. */
  readonly listScope?: Scope<DB, T>;
  /** Limits forms. Default: as lists. Deletions are limited by both. */
  readonly formScope?: Scope<DB, T>;
  readonly hooks?: Hooks<DB>;
  readonly actions?: Readonly<Record<string, Action<DB>>>;
  /** The view model of a partial. Without a record for header partials and on the create form. */
  partialData?(
    partial: string,
    recordId: string | undefined,
    context: AdminContext<DB>,
  ): Promise<ViewModel> | ViewModel;
  readonly optionProviders?: Readonly<Record<string, OptionProvider<DB>>>;
  /** What the create form starts with. */
  readonly newRecord?: Readonly<Values>;
  /** Under the plugin's assets/: "js/meter.js". */
  readonly scripts?: readonly string[];
  /** Under the plugin's assets/: "css/blog.css". */
  readonly styles?: readonly string[];
}

export type Controller = ControllerDefinition<AnyTables, string>;

/** `defineController<Database, 'posts'>({ … })`. */
export function defineController<DB, T extends TableOf<DB> = TableOf<DB>>(
  definition: ControllerDefinition<DB, T>,
): Controller {
  return definition as unknown as Controller;
}
