import { sql } from 'kysely';
import type { AdminContext } from '../model/context.js';
import type { AnyTables } from '../model/model.js';
import type { Row } from '../sql/column-sql.js';
import { selected } from '../sql/column-sql.js';
import { storedCell } from '../sql/stored-value.js';
import { relationOf, type Subject } from '../sql/conditions.js';
import type { ModelQuery } from '../sql/scoped.js';
import { columnOf, keyText, ref } from '../sql/table-reference.js';
import type { WireCell } from '../wire/cell.js';
import type { WireSelection } from '../wire/query.js';
import type { Registry } from './registry.js';
import { loadRelations, type WireRelationValue } from './relations.js';

/** A Record for the wire. */
export interface WireRecord {
  readonly id: string;
  readonly version: string;
  readonly cells: readonly WireCell[];
  readonly relations: readonly WireRelationValue[];
}

const EMPTY: WireSelection = { columns: [], relations: [] };

/**
 * Runs a query and makes records of what was selected. One query for the records and one for each relation, however many
 * records there are.
 */
export async function readRecords(
  registry: Registry,
  subject: Subject,
  query: ModelQuery,
  selection: WireSelection | null,
  context: AdminContext<AnyTables>,
): Promise<WireRecord[]> {
  const { model, engine } = subject;
  const { columns, relations } = selection ?? EMPTY;
  const wanted = columns.map((name) => columnOf(model, name, 'selection.columns'));
  const selections = wanted.map((column, index) =>
    selected(engine, column, ref(model.table, columns[index] ?? '')).as(`c${String(index)}`),
  );
  const foreignKeys = relations.flatMap(({ relation: name }, index) => {
    const relation = relationOf(subject, name);
    if (relation.kind !== 'belongsTo') return [];
    return [sql`cast(${ref(model.table, relation.foreignKey)} as text)`.as(`f${String(index)}`)];
  });
  const version = model.version === undefined ? [] : [ref(model.table, model.version).as('gatehouse_version')];
  const rows = (await query
    .select([keyText(model).as('gatehouse_id'), ...version, ...selections, ...foreignKeys])
    .execute()) as unknown as Row[];
  const related = await Promise.all(
    relations.map((wantedOf, index) => loadRelations(registry, subject, wantedOf, { rows, index }, context)),
  );
  return rows.map((row, position) => ({
    id: idOf(row),
    version: model.version === undefined ? '' : String(Number(row['gatehouse_version'])),
    cells: wanted.map((column, index) => storedCell(column, row[`c${String(index)}`])),
    relations: related.map((values) => values[position] ?? {}),
  }));
}

export function idOf(row: Row): string {
  const id = row['gatehouse_id'];
  if (typeof id !== 'string' || id === '') throw new Error('a record has no primary key');
  return id;
}
