import type { AdminNamedScope__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNamedScope';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import { valueFrom } from '../cell.js';
import type { Controller } from '../model/controller.js';
import { Invalid } from '../model/controller.js';
import type { AdminContext, AnyTables, Model, Query } from '../model/model.js';
import { say } from '../model/write-texts.js';
import type { Registry } from '../registry.js';
import type { KeyTypes } from './columns.js';
import { hasKey, keyParameter, keyParameters, keyText, partsOf, ref } from './columns.js';
import type { Subject } from './conditions.js';

type Context = AdminContext<AnyTables>;
export type ModelQuery = Query<AnyTables, string>;

/** All records of a model that exist in lists: within its own scope and that of its controller. */
export function listed(registry: Registry, model: Model, context: Context): ModelQuery {
  return limited(registry, model, unscoped(model, context), context);
}

/** A condition that the record with this key is one of `listed`; undefined if no scope limits them. */
function isListed(
  registry: Registry,
  model: Model,
  key: RawBuilder<unknown>,
  context: Context,
): RawBuilder<boolean> | undefined {
  const all = unscoped(model, context);
  const some = limited(registry, model, all, context);
  return some === all
    ? undefined
    : sql`${key} in ${some.select(ref(model.table, model.primaryKey).as('gatehouse_key'))}`;
}

/** Whether scopes may hide records of the model in lists. */
function isLimited(registry: Registry, model: Model): boolean {
  return model.listScope !== undefined || registry.managerOf(model)?.listScope !== undefined;
}

/** Without form values: the caller chooses them, so they must not decide which records exist. */
function limited(registry: Registry, model: Model, query: ModelQuery, { caller, trx }: Context): ModelQuery {
  const own = applied(model, query, { caller, trx });
  return registry.managerOf(model)?.listScope?.(own, { caller, trx }) ?? own;
}

/** The records that exist for a controller, in its list or in its form. */
export function scoped(controller: Controller, scope: 'list' | 'form', context: Context): ModelQuery {
  const { model, listScope, formScope = listScope } = controller;
  const query = applied(model, unscoped(model, context), context);
  return (scope === 'list' ? listScope : formScope)?.(query, context) ?? query;
}

/** The records that a controller may delete: a caller must not delete a record that its list or its form hides. */
export function scopedByBoth({ model, listScope, formScope }: Controller, context: Context): ModelQuery {
  const query = applied(model, unscoped(model, context), context);
  const inList = listScope?.(query, context) ?? query;
  return formScope?.(inList, context) ?? inList;
}

/**
 * All records of a model that a has-many relation may assign to another owner: those of `listed` within the form scope of
 * the model's controller, because that form is the other place that writes their foreign key.
 */
export function movable(registry: Registry, model: Model, context: Context): ModelQuery {
  const manager = registry.managerOf(model);
  return manager === undefined ? listed(registry, model, context) : scopedByBoth(manager, context);
}

/** Wrapped, because a promise of a query would run it. */
interface Narrowed {
  readonly query: ModelQuery;
}

/**
 * The records of a query within the scopes that filters ask for. A scope gets only those of the chosen records that exist for
 * the caller; without any of them, no record is left.
 */
export async function withChosenScopes(
  registry: Registry,
  query: ModelQuery,
  model: Model,
  scopes: readonly AdminNamedScope__Output[],
  context: Context,
): Promise<Narrowed> {
  const visible: AdminNamedScope__Output[] = [];
  for (const scope of scopes) {
    if (scope.valuesOf === '') {
      visible.push(scope);
      continue;
    }
    const ids = scope.values.map((cell) => cell.stringValue ?? '');
    const found = await existing(registry, registry.model(scope.valuesOf), ids, [], context);
    const values = scope.values.filter((_, index) => found.has(ids[index] ?? ''));
    if (values.length === 0) return { query: query.where(sql<boolean>`1 = 0`) };
    visible.push({ ...scope, values });
  }
  return { query: withNamedScopes(query, model, visible, context) };
}

export function withNamedScopes(
  query: ModelQuery,
  model: Model,
  scopes: readonly AdminNamedScope__Output[],
  context: Context,
): ModelQuery {
  return scopes.reduce((limited, { name, values }) => {
    const scope = Object.hasOwn(model.scopes ?? {}, name) ? model.scopes?.[name] : undefined;
    if (scope === undefined) throw new InvalidField('query.scopes', 'is not a scope of the model');
    return scope(
      limited,
      values.map((cell) => valueFrom(cell)),
      context,
    );
  }, query);
}

function unscoped(model: Model, { trx }: Context): ModelQuery {
  return trx.selectFrom(model.table);
}

function applied({ listScope }: Model, query: ModelQuery, context: Context): ModelQuery {
  return listScope?.(query, context) ?? query;
}

/** Whether a record with this id is one of the query's. */
export async function isAmong(types: KeyTypes, model: Model, records: ModelQuery, id: string): Promise<boolean> {
  const key = keyParameter(types, model, id);
  if (key === undefined) return false;
  const found = await records
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${key}`)
    .select(sql`1`.as('gatehouse_one'))
    .executeTakeFirst();
  return found !== undefined;
}

/** The ids of those of the query's records that have one of the keys. */
export async function idsAmong(
  model: Model,
  records: ModelQuery,
  keys: readonly unknown[],
): Promise<ReadonlySet<string>> {
  const rows = (await records
    .where(hasKey(model, keys))
    .select(keyText(model).as('gatehouse_id'))
    .execute()) as unknown as { gatehouse_id: string }[];
  return new Set(rows.map(({ gatehouse_id }) => gatehouse_id));
}

/** A controller's records as the subject of one caller's queries. */
export function subjectOf(
  registry: Registry,
  { id = '', model, relations = {} }: Pick<Controller, 'model' | 'relations'> & { readonly id?: string },
  context: AdminContext<AnyTables>,
): Subject {
  return {
    engine: registry.engine,
    nativeTypes: registry.nativeTypes,
    name: JSON.stringify([id, model.name, registry.nativeTypes.isLearned]),
    model,
    relations,
    isLimited: (related) => isLimited(registry, related),
    visible: (related, key) => isListed(registry, related, key, context),
  };
}

/** Records of a related model, with the relations of that model's controller. */
export function relatedSubject(registry: Registry, model: Model, context: AdminContext<AnyTables>): Subject {
  const { id = '', relations = {} } = registry.managerOf(model) ?? {};
  return subjectOf(registry, { id, model, relations }, context);
}

/** The ids that exist for the caller, in lists and within an additional scope. */
export async function existing(
  registry: Registry,
  model: Model,
  ids: readonly string[],
  scopes: readonly AdminNamedScope__Output[],
  context: AdminContext<AnyTables>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const keys of partsOf(keyParameters(registry, model, ids))) {
    const all = withNamedScopes(listed(registry, model, context), model, scopes, context);
    for (const id of await idsAmong(model, all, keys)) found.add(id);
  }
  return found;
}

/** Throws Invalid, on the relation, if one of the ids does not exist for the caller. */
export async function requireExisting(
  registry: Registry,
  field: string,
  model: Model,
  ids: readonly string[],
  scope: AdminNamedScope__Output | null,
  context: AdminContext<AnyTables>,
): Promise<void> {
  const found = await existing(registry, model, ids, scope === null ? [] : [scope], context);
  if (ids.every((id) => found.has(id))) return;
  throw new Invalid({ [field]: [say('notOffered', context.caller.locale)] });
}
