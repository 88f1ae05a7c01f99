import type { NewRecord__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/NewRecord';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { msUntil } from '../../shared/deadline.js';
import type { CallLimits } from '../../wire/call.js';
import { requireWanted } from '../../wire/call.js';
import type { Controller } from '../model/controller.js';
import type { AdminContext, AnyTables } from '../model/model.js';
import type { Registry } from '../registry.js';
import { hold } from './locks.js';
import { isRefusedWrite, RecordChanged, RecordNotFound } from './outcomes.js';
import { createRecord, updateRecord } from './write-records.js';

/** As many as the answer has room for. */
const MAX_REFUSED = 100;
/** Records between two turns of other work, such as the cancellation of this call: SQLite itself never yields. */
const RECORDS_PER_TURN = 20;

/** Of a written record, nothing is sent back. */
const NOTHING = { columns: [], relations: [], maxText: 0, maxRelatedText: 0 };

/** A record that was refused, by its place in the import. */
export interface RefusedRecord {
  readonly index: number;
  readonly error: unknown;
}

/** Some records were refused. It is thrown so that the transaction rolls back, and none is written. */
export class RecordsRefused extends Error {
  override readonly name = 'RecordsRefused';

  constructor(
    readonly records: readonly RefusedRecord[],
    /** Whether the records behind the last of these were not tried. */
    readonly hasMore: boolean,
  ) {
    super(`${records.length} records of an import were refused`);
  }
}

/**
 * Creates and updates all of the records, in their order, or throws RecordsRefused.
 *
 * @param patience `first`: at the first refusal. `all`: after it has tried the others too, to name their problems, as far as
 * there is time: without any record, if half of the time is over before it meets one. For this, each record has a
 * savepoint, which costs two more statements.
 */
export async function importRecords(
  registry: Registry,
  controller: Controller,
  records: readonly NewRecord__Output[],
  limits: CallLimits,
  patience: 'first' | 'all',
  context: AdminContext<AnyTables>,
): Promise<void> {
  const { trx } = context;
  // The others are only tried to name their problems: the answer must not come too late for that.
  const half = msUntil(limits.deadline) / 2;
  const refused: RefusedRecord[] = [];
  // All at once: imports that update the same records in another order would wait for each other without end.
  const updated = records.flatMap(({ existing }) => existing?.id ?? []);
  if (updated.length > 0) await hold(registry, [{ model: controller.model, ids: updated, as: 'written' }], context);
  for (const [index, record] of records.entries()) {
    if (index % RECORDS_PER_TURN === 0) await nextTurn();
    requireWanted(limits);
    if (patience === 'all' && (refused.length === MAX_REFUSED || msUntil(limits.deadline) <= half)) {
      throw new RecordsRefused(refused, true);
    }
    if (patience === 'all') await sql`savepoint gatehouse_record`.execute(trx);
    try {
      await writeRecord(registry, controller, record, context);
      if (patience === 'all') await sql`release savepoint gatehouse_record`.execute(trx);
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (patience === 'first') throw new RecordsRefused([{ index, error }], index + 1 < records.length);
      refused.push({ index, error });
      // SQLite ends the transaction with some refusals, such as RAISE(ROLLBACK) of a trigger: then there is no savepoint.
      const undone = await sql`rollback to savepoint gatehouse_record`.execute(trx).catch(() => undefined);
      if (undone === undefined) throw new RecordsRefused(refused, index + 1 < records.length);
    }
  }
  if (refused.length > 0) throw new RecordsRefused(refused, false);
}

async function writeRecord(
  registry: Registry,
  controller: Controller,
  { values, relations, existing }: NewRecord__Output,
  context: AdminContext<AnyTables>,
): Promise<void> {
  const write = { values, relations, selection: NOTHING };
  if (existing === null) await createRecord(registry, controller, write, context);
  else {
    const { id, expectedVersion } = existing;
    await updateRecord(registry, controller, id, { ...write, expectedVersion }, context);
  }
}

function isRefused(error: unknown): boolean {
  return isRefusedWrite(error) || error instanceof RecordNotFound || error instanceof RecordChanged;
}
