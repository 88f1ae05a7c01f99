import type { Value } from './column.js';
import type { AdminContext, AnyTables, Model, Relation, Scope, TableOf } from './model.js';
import type { ViewModel } from './view-model.js';

/** Thrown by a hook or an action: the application refuses the request. The administrator sees the message. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * Thrown by a hook or an action: the application rejects some values. The administrator sees the messages beside the
 * fields.
 */
export class Invalid extends Error {
  override readonly name = 'Invalid';

  /** @param fields messages by column or relation, at least one each, in the caller's language */
  constructor(readonly fields: Readonly<Record<string, readonly string[]>>) {
    super(`not accepted: ${Object.keys(fields).join(', ')}`);
    if (Object.keys(fields).length === 0) {
      throw new TypeError('Invalid needs the name of a column or relation, and a message');
    }
  }
}

/**
 * The values of a record before a write, by column; a belongs-to relation by its foreign key, if the model declares that
 * column. A hook may change them, and add others.
 */
export type Values = Record<string, Value>;

/**
 * Hooks run inside the transaction of the write, before and after it. They may throw Refused and Invalid; any exception
 * rolls back everything.
 */
export interface Hooks<DB> {
  beforeCreate?(values: Values, context: AdminContext<DB>): Promise<void> | void;
  afterCreate?(id: string, values: Readonly<Values>, context: AdminContext<DB>): Promise<void> | void;
  beforeUpdate?(id: string, values: Values, context: AdminContext<DB>): Promise<void> | void;
  afterUpdate?(id: string, values: Readonly<Values>, context: AdminContext<DB>): Promise<void> | void;
  beforeDelete?(id: string, context: AdminContext<DB>): Promise<void> | void;
  /**
   * Runs after the record's own links in pivot tables were removed; beforeDelete runs before that. The database decides
   * about rows of other tables that refer to the record: a foreign key says whether they are deleted, stay or forbid the
   * deletion.
   */
  afterDelete?(id: string, context: AdminContext<DB>): Promise<void> | void;
  /**
   * A relation manager of the record with this id links others to it: `ids` are those that are not linked yet. For a
   * has-many relation, beforeUpdate and afterUpdate of the related model's controller run as well, for each of them and
   * with its foreign key as the value, because the related record changes.
   */
  beforeLink?(id: string, relation: string, ids: readonly string[], context: AdminContext<DB>): Promise<void> | void;
  afterLink?(id: string, relation: string, ids: readonly string[], context: AdminContext<DB>): Promise<void> | void;
  /** Like beforeLink; on a has-many relation the foreign key becomes null. */
  beforeUnlink?(id: string, relation: string, ids: readonly string[], context: AdminContext<DB>): Promise<void> | void;
  afterUnlink?(id: string, relation: string, ids: readonly string[], context: AdminContext<DB>): Promise<void> | void;
}

/** Code behind a toolbar button or a widget. */
export interface Action<DB> {
  /** Text of the button: a phrase key or the text itself. */
  readonly label: string;
  /** Codes that it requires in addition to the controller's. */
  readonly permissions?: readonly string[];
  run(
    invocation: ActionInvocation,
    context: AdminContext<DB>,
  ): Promise<ActionResult | undefined> | ActionResult | undefined;
}

export interface ActionInvocation {
  /** Absent on the create form and for toolbar actions. */
  readonly recordId?: string;
  /** The form's unsaved values of the columns that the widget names. */
  readonly values: Readonly<Values>;
}

export interface ActionResult {
  /** For the administrator, in the caller's language. */
  readonly message?: string;
  /** Values to write back into the form, for columns that the widget names. */
  readonly fill?: Readonly<Values>;
}

/**
 * Choices that the application offers for a field (`options: name`). `values`: the form's values, at least those of the
 * fields that this one depends on; belongs-to relations by their foreign key. A write is validated against the same
 * choices.
 */
export type OptionProvider<DB> = (
  request: { readonly values: Readonly<Values> },
  context: AdminContext<DB>,
) => Promise<readonly Choice[]> | readonly Choice[];

export interface Choice {
  readonly value: string;
  /** In the caller's language. */
  readonly label: string;
  /** Its meaning, which the pages show with a color and an icon. */
  readonly color?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
}

export interface ControllerDefinition<DB, T extends TableOf<DB> = TableOf<DB>> {
  /** "acme.blog.posts" */
  readonly id: string;
  readonly model: Model;
  /**
   * If a model has several controllers, exactly one must set true. Outside of their own pages, in choices, labels,
   * relation managers and conditions, its list scope decides which records exist, and its form scope and hooks apply when
   * a has-many relation moves a record. Not needed if a model has only one controller. Default: false.
   */
  readonly defaultForModel?: boolean;
  /** Codes that every route of it requires, all of them. */
  readonly permissions?: readonly string[];
  readonly relations?: Readonly<Record<string, Relation>>;
  /** Limits lists, in addition to the model's own list scope. */
  readonly listScope?: Scope<DB, T>;
  /** Limits forms. Default: same as lists. Both limit deletions. */
  readonly formScope?: Scope<DB, T>;
  readonly hooks?: Hooks<DB>;
  readonly actions?: Readonly<Record<string, Action<DB>>>;
  /** Returns the view model of a partial. Header partials and the create form have no record. */
  partialData?(
    partial: string,
    recordId: string | undefined,
    context: AdminContext<DB>,
  ): Promise<ViewModel> | ViewModel;
  readonly optionProviders?: Readonly<Record<string, OptionProvider<DB>>>;
  /** Initial values of the create form. */
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
