import type { AdminNamedScope__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNamedScope';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import { valueFrom } from '../cell.js';
import type { Controller } from '../model/controller.js';
import { Invalid } from '../model/controller.js';
import type { AdminContext, AnyTables, Model, Query } from '../model/model.js';
import type { Registry } from '../registry.js';
import { keyParameters, keyText, ref } from './columns.js';
import type { Subject } from './conditions.js';

type Context = AdminContext<AnyTables>;
export type ModelQuery = Query<AnyTables, string>;

/** All records of a model that exist in lists: its own scope, and that of the controller which manages it. */
export function listed(registry: Registry, model: Model, context: Context): ModelQuery {
  return limited(registry, model, unscoped(model, context), context);
}

/** That the record with this key is one of `listed`; undefined where no scope limits them. */
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

/** Without what a form holds, which its sender chooses: it must not decide which records exist. */
function limited(registry: Registry, model: Model, query: ModelQuery, { caller, trx }: Context): ModelQuery {
  const own = applied(model, query, { caller, trx });
  return registry.managerOf(model)?.listScope?.(own, { caller, trx }) ?? own;
}

/** What exists for a controller: in its list, or in its form. */
export function scoped(controller: Controller, scope: 'list' | 'form', context: Context): ModelQuery {
  const { model, listScope, formScope = listScope } = controller;
  const query = applied(model, unscoped(model, context), context);
  return (scope === 'list' ? listScope : formScope)?.(query, context) ?? query;
}

/** What a controller may delete: a record that its list or its form hides is not the caller's to lose. */
export function scopedByBoth({ model, listScope, formScope }: Controller, context: Context): ModelQuery {
  const query = applied(model, unscoped(model, context), context);
  const inList = listScope?.(query, context) ?? query;
  return formScope?.(inList, context) ?? inList;
}

/**
 * All records of a model that a has-many relation may give to another owner: those of `listed` that the form of the
 * controller which manages the model does not hide, since that is where their foreign key is written otherwise.
 */
export function movable(registry: Registry, model: Model, context: Context): ModelQuery {
  const manager = registry.managerOf(model);
  return manager === undefined ? listed(registry, model, context) : scopedByBoth(manager, context);
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
      values.map((cell) => valueFrom(cell, 'query.scopes.values')),
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

/** A controller's records as one caller's queries are about them. */
export function subjectOf(
  registry: Registry,
  { model, relations = {} }: Pick<Controller, 'model' | 'relations'>,
  context: AdminContext<AnyTables>,
): Subject {
  return {
    engine: registry.engine,
    nativeTypes: registry.nativeTypes,
    model,
    relations,
    visible: (related, key) => isListed(registry, related, key, context),
  };
}

/** Records of a model that another one's relation leads to: their relations are those of the controller that manages them. */
export function relatedSubject(registry: Registry, model: Model, context: AdminContext<AnyTables>): Subject {
  const relations = registry.managerOf(model)?.relations ?? {};
  return subjectOf(registry, { model, relations }, context);
}

const UNKNOWN: Readonly<Record<string, string>> = {
  de: 'Das ist keine der Möglichkeiten.',
  en: 'Select one of the available choices.',
};

/** Which of the ids exist for the caller, in lists and within a further scope. */
export async function existing(
  registry: Registry,
  model: Model,
  ids: readonly string[],
  scopes: readonly AdminNamedScope__Output[],
  context: AdminContext<AnyTables>,
): Promise<ReadonlySet<string>> {
  const keys = keyParameters(registry, model, ids);
  if (keys.length === 0) return new Set();
  const rows = (await withNamedScopes(listed(registry, model, context), model, scopes, context)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} in (${sql.join(keys)})`)
    .select(keyText(model).as('gatehouse_id'))
    .execute()) as unknown as { gatehouse_id: string }[];
  return new Set(rows.map(({ gatehouse_id }) => gatehouse_id));
}

/** Throws Invalid, on the relation, when one of the ids does not exist for the caller. */
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
  const language = context.caller.locale.split('-')[0] ?? '';
  throw new Invalid({ [field]: [UNKNOWN[language] ?? UNKNOWN['en'] ?? ''] });
}
