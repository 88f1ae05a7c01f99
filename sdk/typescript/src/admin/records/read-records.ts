import type { AdminRelationSelection__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRelationSelection';
import type { AdminSelection__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { Record as ProtoRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/Record';
import type { RelatedRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/RelatedRecord';
import type { RelationValue } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationValue';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { together } from '../../shared/together.js';
import type { AdminContext, AnyTables, BelongsTo, BelongsToMany, HasMany, Model } from '../model/model.js';
import type { Registry } from '../registry.js';
import type { Column } from '../model/column.js';
import type { RawValue, Row } from '../sql/columns.js';
import { columnOf, hasKey, keyParameter, keyParameters, keyText, ref, selectedBeginning } from '../sql/columns.js';
import type { ShapedQuery } from '../sql/compiled-queries.js';
import { isUnlimited } from '../sql/compiled-queries.js';
import type { Subject } from '../sql/conditions.js';
import { relationOf } from '../sql/conditions.js';
import type { ModelQuery } from '../sql/scopes.js';
import { listed } from '../sql/scopes.js';
import { storedCell } from '../sql/stored-value.js';
import { selectedVersion, versionOf } from '../sql/versions.js';

/** The records that were read, and one of the selected relations. */
interface Owners {
  readonly rows: readonly Row[];
  readonly index: number;
  /** Whether the rows contain the related record of a belongs-to relation. */
  readonly isJoined: boolean;
}

/** Reads one relation of all the records in one query. Values are in the order of the records. */
async function loadRelations(
  registry: Registry,
  subject: Subject,
  { relation: name, wanted = 'related', related }: AdminRelationSelection__Output,
  most: number,
  owners: Owners,
  context: AdminContext<AnyTables>,
): Promise<RelationValue[]> {
  const relation = relationOf(subject, name);
  const ids = owners.rows.map((row) => String(row['gatehouse_id']));
  if (ids.length === 0) return [];
  if (relation.kind === 'belongsTo') {
    const label = { column: related?.column ?? relation.label, most };
    return ofBelongsTo(registry, relation, label, wanted, owners, context);
  }
  const keys = keyParameters(registry, subject.model, ids);
  if (wanted === 'count') return counted(registry, relation, ids, keys, context);
  const { column = relation.label, limit = 1 } = related ?? {};
  return ofMany(registry, relation, { column, limit, most }, ids, keys, context);
}

async function ofBelongsTo(
  registry: Registry,
  relation: BelongsTo,
  { column: label, most }: { readonly column: string; readonly most: number },
  wanted: 'related' | 'count',
  { rows, index, isJoined }: Owners,
  context: AdminContext<AnyTables>,
): Promise<RelationValue[]> {
  const { model } = relation;
  const column = columnOf(model, label, 'selection.relations.column');
  if (isJoined) {
    return rows.map((row) => {
      const id = row[`f${String(index)}`];
      return belongsToValue(typeof id === 'string' ? id : undefined, column, row[`l${String(index)}`], most, wanted);
    });
  }
  const foreignKeys = rows.map((row) => row[`f${String(index)}`]);
  const distinct = [...new Set(foreignKeys.filter((key): key is string => typeof key === 'string'))];
  const keys = keyParameters(registry, model, distinct);
  const found =
    keys.length === 0
      ? []
      : ((await listed(registry, model, context)
          .where(hasKey(model, keys))
          .select([
            keyText(model).as('gatehouse_id'),
            selectedBeginning(registry, model.table, label, column, most).as('gatehouse_value'),
          ])
          .execute()) as unknown as Row[]);
  const byId = new Map(found.map((row) => [String(row['gatehouse_id']), row['gatehouse_value']]));
  return foreignKeys.map((key): RelationValue => {
    const id = typeof key === 'string' && byId.has(key) ? key : undefined;
    return belongsToValue(id, column, byId.get(String(key)), most, wanted);
  });
}

function belongsToValue(
  id: string | undefined,
  column: Column,
  raw: RawValue,
  most: number,
  wanted: 'related' | 'count',
): RelationValue {
  if (wanted === 'count') return { count: id === undefined ? '0' : '1' };
  const records: RelatedRecord[] = id === undefined ? [] : [{ id, value: storedCell(column, raw, most) }];
  return { related: { records, hasMore: false } };
}

/** A query of the related records within their list scope, each with the key of its record. */
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
): Promise<RelationValue[]> {
  const { query, owner } = linked(registry, relation, keys, context);
  const rows = (await query
    .select([ownerText(owner).as('gatehouse_owner'), sql`count(*)`.as('gatehouse_count')])
    .groupBy(sql`gatehouse_owner`)
    .execute()) as unknown as Row[];
  const counts = new Map(rows.map((row) => [String(row['gatehouse_owner']), String(Number(row['gatehouse_count']))]));
  return ids.map((id): RelationValue => ({ count: counts.get(id) ?? '0' }));
}

async function ofMany(
  registry: Registry,
  relation: HasMany | BelongsToMany,
  { column: label, limit, most }: { readonly column: string; readonly limit: number; readonly most: number },
  ids: readonly string[],
  keys: readonly unknown[],
  context: AdminContext<AnyTables>,
): Promise<RelationValue[]> {
  const { model } = relation;
  const column = columnOf(model, label, 'selection.relations.column');
  const { query, owner } = linked(registry, relation, keys, context);
  const key = ref(model.table, model.primaryKey);
  const ranked = query.select([
    ownerText(owner).as('gatehouse_owner'),
    keyText(model).as('gatehouse_id'),
    selectedBeginning(registry, model.table, label, column, most).as('gatehouse_value'),
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
  return ids.map((id): RelationValue => {
    const all = byOwner.get(id) ?? [];
    const records = all.slice(0, limit).map(({ id: relatedId, raw }): RelatedRecord => ({
      id: relatedId,
      value: storedCell(column, raw, most),
    }));
    return { related: { records, hasMore: all.length > limit } };
  });
}

function ownerText(owner: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${owner} as text)`;
}

/** Characters of an id (admin_record.proto, Record). */
const MAX_ID = 255;

/** A record for the wire, with all of its fields. */
export type SentRecord = Required<ProtoRecord>;

const EMPTY: AdminSelection__Output = { columns: [], relations: [], maxText: 0, maxRelatedText: 0 };

/** A query of records, to which `readRecords` adds what it selects. */
export interface RecordQuery<P extends object> extends Omit<ShapedQuery<P>, 'build'> {
  readonly narrow: (base: ModelQuery, parameters: P) => ModelQuery;
  /** Whether another table may join: scopes may name their own columns without the table. */
  readonly mayJoin: boolean;
}

/**
 * Runs a query and builds records from the selection. One query for the records and one for each relation that the first
 * cannot join, regardless of the number of records.
 */
export async function readRecords<P extends object>(
  registry: Registry,
  subject: Subject,
  { base, shape, parameters, narrow, mayJoin }: RecordQuery<P>,
  selection: AdminSelection__Output | null,
  context: AdminContext<AnyTables>,
): Promise<SentRecord[]> {
  const { model } = subject;
  const wanted = selection ?? EMPTY;
  const { columns, relations, maxText, maxRelatedText } = wanted;
  const read = columns.map((name) => columnOf(model, name, 'selection.columns'));
  const isJoined = relations.map(({ relation: name }) => {
    const relation = relationOf(subject, name);
    return mayJoin && relation.kind === 'belongsTo' && !subject.isLimited(relation.model);
  });
  const rows = await registry.queries.rows(context, {
    base,
    shape: shape && JSON.stringify([subject.name, mayJoin, wanted, shape]),
    parameters,
    build: (all, given) => selecting(registry, subject, narrow(all, given), wanted, isJoined),
  });
  // Not Promise.all, which leaves the others behind when one fails: they would run on after the end of the transaction.
  const related = await together<RelationValue[][]>(
    true,
    ...relations.map(
      (one, index) => () =>
        loadRelations(
          registry,
          subject,
          one,
          maxRelatedText,
          { rows, index, isJoined: isJoined[index] === true },
          context,
        ),
    ),
  );
  return rows.map((row, position): SentRecord => ({
    id: idOf(row, model),
    version: versionOf(model, row),
    cells: read.map((column, index) => storedCell(column, row[`c${String(index)}`], maxText)),
    relations: related.map((values) => values[position] ?? {}),
  }));
}

/** Selects the columns, and for each belongs-to relation the foreign key, or the key and the label of a joined record. */
function selecting(
  registry: Registry,
  subject: Subject,
  narrowed: ModelQuery,
  { columns, relations, maxText, maxRelatedText }: AdminSelection__Output,
  isJoined: readonly boolean[],
) {
  const { model } = subject;
  let query = narrowed;
  const ofRelations = relations.flatMap(({ relation: name, related }, index) => {
    const relation = relationOf(subject, name);
    if (relation.kind !== 'belongsTo') return [];
    const foreignKey = ref(model.table, relation.foreignKey);
    const id = `f${String(index)}`;
    if (isJoined[index] !== true) return [sql`cast(${foreignKey} as text)`.as(id)];
    const alias = `gatehouse_related_${String(index)}`;
    const key = ref(alias, relation.model.primaryKey);
    query = query.leftJoin(sql`${sql.table(relation.model.table)}`.as(alias), (join) =>
      join.on(sql<boolean>`${key} = ${foreignKey}`),
    );
    const label = related?.column ?? relation.label;
    const column = columnOf(relation.model, label, 'selection.relations.column');
    const value = selectedBeginning(registry, relation.model.table, label, column, maxRelatedText, alias);
    return [keyText(relation.model, alias).as(id), value.as(`l${String(index)}`)];
  });
  const values = columns.map((name, index) =>
    selectedBeginning(registry, model.table, name, columnOf(model, name, 'selection.columns'), maxText).as(
      `c${String(index)}`,
    ),
  );
  return query.select([keyText(model).as('gatehouse_id'), ...selectedVersion(model), ...values, ...ofRelations]);
}

/** The record of `base` with this id. Undefined for a text that cannot be an id of the model. */
export function recordWithId(
  registry: Registry,
  model: Model,
  base: ModelQuery,
  id: string,
): RecordQuery<{ readonly id: string }> | undefined {
  if (keyParameter(registry, model, id) === undefined) return undefined;
  return {
    base,
    shape: 'id',
    parameters: { id },
    mayJoin: isUnlimited(base),
    narrow: (all, given) =>
      all
        .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${keyParameter(registry, model, id, given.id)}`)
        .limit(sql.lit(1)),
  };
}

export function idOf(row: Row, { name }: Pick<Model, 'name'>): string {
  const id = row['gatehouse_id'];
  if (typeof id === 'string' && id !== '' && (id.length <= MAX_ID || [...id].length <= MAX_ID)) return id;
  throw new Error(
    `a record of ${name} has a primary key that cannot be an id: a text of 1 to ${String(MAX_ID)} characters, or a whole number; ` +
      'leave such records out with a list scope',
  );
}
