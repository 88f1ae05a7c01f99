import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext } from '../model/context.js';
import type { AnyTables } from '../model/model.js';
import type { BelongsTo, BelongsToMany, HasMany } from '../model/relation.js';
import type { RawValue, Row } from '../sql/column-sql.js';
import { selected } from '../sql/column-sql.js';
import { storedCell } from '../sql/stored-value.js';
import { relationOf, type Subject } from '../sql/conditions.js';
import { listed } from '../sql/scoped.js';
import { columnOf, keyParameters, keyText, ref } from '../sql/table-reference.js';
import type { WireCell } from '../wire/cell.js';
import type { WireRelationSelection } from '../wire/query.js';
import type { Registry } from './registry.js';

export interface WireRelationValue {
  readonly related?: { readonly records: readonly WireRelated[]; readonly hasMore: boolean };
  readonly count?: string;
}

interface WireRelated {
  readonly id: string;
  readonly value: WireCell;
}

/** The records that were read, and which of the selected relations is meant. */
interface Owners {
  readonly rows: readonly Row[];
  readonly index: number;
}

/** One relation of all the records that were read, in one query. Values stand in the order of the records. */
export async function loadRelations(
  registry: Registry,
  subject: Subject,
  { relation: name, wanted, related }: WireRelationSelection,
  owners: Owners,
  context: AdminContext<AnyTables>,
): Promise<WireRelationValue[]> {
  const relation = relationOf(subject, name);
  if (wanted !== 'count' && (wanted !== 'related' || related === undefined)) {
    throw new InvalidField('selection.relations', 'says nothing that is wanted');
  }
  const ids = owners.rows.map((row) => String(row['gatehouse_id']));
  if (ids.length === 0) return [];
  if (relation.kind === 'belongsTo') {
    return ofBelongsTo(registry, subject, relation, related?.column ?? relation.label, wanted, owners, context);
  }
  const keys = keyParameters(subject.model, ids);
  if (wanted === 'count') return counted(registry, relation, ids, keys, context);
  const { column = relation.label, limit = 1 } = related ?? {};
  return ofMany(registry, subject, relation, { column, limit }, ids, keys, context);
}

async function ofBelongsTo(
  registry: Registry,
  subject: Subject,
  relation: BelongsTo,
  label: string,
  wanted: 'related' | 'count',
  { rows, index }: Owners,
  context: AdminContext<AnyTables>,
): Promise<WireRelationValue[]> {
  const { model } = relation;
  const column = columnOf(model, label, 'selection.relations.column');
  const foreignKeys = rows.map((row) => row[`f${String(index)}`]);
  const distinct = [...new Set(foreignKeys.filter((key): key is string => typeof key === 'string'))];
  const keys = keyParameters(model, distinct);
  const found =
    keys.length === 0
      ? []
      : ((await listed(registry, model, context)
          .where(sql<boolean>`${ref(model.table, model.primaryKey)} in (${sql.join(keys)})`)
          .select([
            keyText(model).as('gatehouse_id'),
            selected(subject.engine, column, ref(model.table, label)).as('gatehouse_value'),
          ])
          .execute()) as unknown as Row[]);
  const byId = new Map(found.map((row) => [String(row['gatehouse_id']), row['gatehouse_value']]));
  return foreignKeys.map((key): WireRelationValue => {
    const id = typeof key === 'string' && byId.has(key) ? key : undefined;
    if (wanted === 'count') return { count: id === undefined ? '0' : '1' };
    const records = id === undefined ? [] : [{ id, value: storedCell(column, byId.get(id)) }];
    return { related: { records, hasMore: false } };
  });
}

/** A query of the related records within their list scope, each with the key of the record that it belongs to. */
function linked(
  registry: Registry,
  relation: HasMany | BelongsToMany,
  keys: readonly unknown[],
  context: AdminContext<AnyTables>,
) {
  const { model } = relation;
  const query = listed(registry, model, context);
  if (relation.kind === 'hasMany') {
    const owner = ref(model.table, relation.foreignKey);
    return { query: query.where(sql<boolean>`${owner} in (${sql.join(keys)})`), owner };
  }
  const { pivotTable, foreignKey, relatedKey } = relation;
  const owner = ref(pivotTable, foreignKey);
  const joined = query
    .innerJoin(pivotTable, (join) =>
      join.on(sql<boolean>`${ref(pivotTable, relatedKey)} = ${ref(model.table, model.primaryKey)}`),
    )
    .where(sql<boolean>`${owner} in (${sql.join(keys)})`);
  return { query: joined, owner };
}

async function counted(
  registry: Registry,
  relation: HasMany | BelongsToMany,
  ids: readonly string[],
  keys: readonly unknown[],
  context: AdminContext<AnyTables>,
): Promise<WireRelationValue[]> {
  const { query, owner } = linked(registry, relation, keys, context);
  const rows = (await query
    .select([ownerText(owner).as('gatehouse_owner'), sql`count(*)`.as('gatehouse_count')])
    .groupBy(sql`gatehouse_owner`)
    .execute()) as unknown as Row[];
  const counts = new Map(rows.map((row) => [String(row['gatehouse_owner']), String(Number(row['gatehouse_count']))]));
  return ids.map((id) => ({ count: counts.get(id) ?? '0' }));
}

async function ofMany(
  registry: Registry,
  subject: Subject,
  relation: HasMany | BelongsToMany,
  { column: label, limit }: { readonly column: string; readonly limit: number },
  ids: readonly string[],
  keys: readonly unknown[],
  context: AdminContext<AnyTables>,
): Promise<WireRelationValue[]> {
  const { model } = relation;
  const column = columnOf(model, label, 'selection.relations.column');
  const { query, owner } = linked(registry, relation, keys, context);
  const key = ref(model.table, model.primaryKey);
  const ranked = query.select([
    ownerText(owner).as('gatehouse_owner'),
    keyText(model).as('gatehouse_id'),
    selected(subject.engine, column, ref(model.table, label)).as('gatehouse_value'),
    sql`row_number() over (partition by ${owner} order by ${key})`.as('gatehouse_rank'),
  ]);
  const rows = (await context.trx
    .selectFrom(ranked.as('gatehouse_ranked'))
    .selectAll()
    .where(sql<boolean>`gatehouse_rank <= ${limit + 1}`)
    .orderBy(sql`gatehouse_rank`)
    .execute()) as unknown as Row[];
  const byOwner = new Map<string, { id: string; raw: RawValue }[]>();
  for (const row of rows) {
    const of = String(row['gatehouse_owner']);
    const list = byOwner.get(of) ?? [];
    byOwner.set(of, list);
    list.push({ id: String(row['gatehouse_id']), raw: row['gatehouse_value'] });
  }
  return ids.map((id) => {
    const all = byOwner.get(id) ?? [];
    const records = all.slice(0, limit).map(({ id: relatedId, raw }) => ({
      id: relatedId,
      value: storedCell(column, raw),
    }));
    return { related: { records, hasMore: all.length > limit } };
  });
}

function ownerText(owner: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${owner} as text)`;
}
