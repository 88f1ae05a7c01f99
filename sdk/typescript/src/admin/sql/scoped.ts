import { sql, type RawBuilder } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { Registry } from '../records/registry.js';
import type { Controller } from '../model/controller.js';
import type { AdminContext } from '../model/context.js';
import type { AnyTables, Model, Query } from '../model/model.js';
import { valueFrom } from '../wire/cell.js';
import { ref } from './table-reference.js';
import type { WireNamedScope } from '../wire/query.js';

type Context = AdminContext<AnyTables>;
export type ModelQuery = Query<AnyTables, string>;

/** All records of a model that exist in lists: its own scope, and that of the controller which manages it. */
export function listed(registry: Registry, model: Model, context: Context): ModelQuery {
  return limited(registry, model, unscoped(model, context), context);
}

/** That the record with this key is one of `listed`; undefined where no scope limits them. */
export function isListed(
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

function limited(registry: Registry, model: Model, query: ModelQuery, context: Context): ModelQuery {
  const own = applied(model, query, context);
  return registry.managerOf(model)?.listScope?.(own, context) ?? own;
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
  scopes: readonly WireNamedScope[],
  context: Context,
): ModelQuery {
  return scopes.reduce((limited, { name, values }) => {
    const scope = Object.hasOwn(model.scopes ?? {}, name) ? model.scopes?.[name] : undefined;
    if (scope === undefined) throw new InvalidField('query.scopes', 'names no scope of the model');
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
