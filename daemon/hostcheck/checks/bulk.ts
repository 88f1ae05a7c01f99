import type { Column } from '../../admin/model/column.js';
import type { AdminRecord } from '../../admin/model/record.js';
import type { Matching } from '../../admin/model/query.js';
import type { BulkRun } from '../../admin/ports/bulk.js';
import type { Surveyed } from '../subject/admin.js';
import { CALL, firstRecords, pageOf, STRANGE_IDS, survey } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { CheckFailure, expectSame, shown } from '../subject/expectations.js';
import { onScratch, forEachMade } from '../subject/scratch.js';

/** Checks of AdminBulkService, for hosts with CAPABILITY_ADMIN_BULK. */

const EVERYTHING: Matching = { conditions: [], scopes: [] };
/** Records to walk over, and of how many in one batch. */
const WALKED = 7;
const BATCH = 2;

const asIs = (record: AdminRecord): AdminRecord => record;

/** Without sorts, a list has the order of the keys as well. */
const bulkWalk: Check = {
  name: 'bulk/walk',
  citation: 'admin_bulk.proto: WalkRecords',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_BULK',
  run: async (subject) => {
    const { bulk, records } = subject.admin;
    for (const { target, selection } of await survey(subject)) {
      const page = pageOf(selection, { page: { number: 1, size: WALKED } });
      const listed = await records.list(target, page, CALL);
      const walked: AdminRecord[] = [];
      let hasMore = true;
      while (hasMore && walked.length < listed.records.length) {
        const limit = Math.min(BATCH, WALKED - walked.length);
        const after = walked.at(-1)?.id ?? '';
        const next = await bulk.walk(target, { matching: EVERYTHING, selection, after, limit }, asIs, CALL);
        walked.push(...next.records);
        ({ hasMore } = next);
      }
      const advice = 'Return the records whose key is greater than `after`, by ascending key, within the list scope.';
      expectSame(`the first records of ${target.controller}, ${BATCH} at a time`, walked, [...listed.records], advice);
      expectSame(`${target.controller}: has_more of the last batch`, hasMore, listed.hasMore, 'Read one record more.');
    }
  },
};

const bulkWalkMatching: Check = {
  name: 'bulk/walk-matching',
  citation: 'admin_bulk.proto: AdminMatching',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_BULK',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const [, second] = await firstRecords(subject.admin, surveyed);
      if (second === undefined) continue;
      const walk = { matching: only(surveyed, second), selection, after: '', limit: BATCH };
      const found = await subject.admin.bulk.walk(target, walk, asIs, CALL);
      const advice = 'All conditions, scopes and the search of `matching` limit the records, as in ListRecords.';
      expectSame(`${target.controller} with one key`, found.records, [second], advice);
    }
  },
};

/** A correct host changes nothing here: the records do not exist. */
const bulkMissing: Check = {
  name: 'bulk/missing-records',
  citation: 'admin_bulk.proto: RunOnRecords, not_found',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_BULK',
  run: async (subject) => {
    for (const { target, controller } of await survey(subject)) {
      for (const action of [undefined, ...controller.actions.map(({ name }) => name)]) {
        const outcome = await run(subject, target, { action, records: { ids: STRANGE_IDS } });
        const missing = STRANGE_IDS.map((id) => ({ id, label: '', reason: 'missing', message: '' }));
        expectSame(
          `${action ?? 'deletion'} of ${target.controller} on records that do not exist`,
          outcome,
          { done: 0, unchanged: missing, last: STRANGE_IDS.at(-1) ?? '', hasMore: false, message: '' },
          'List each record that does not exist for the caller as unchanged, and go on with the next one.',
        );
      }
    }
  },
};

const bulkDelete: Check = {
  name: 'bulk/delete-each',
  citation: 'admin_bulk.proto: RunOnRecords, "a transaction of its own"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_BULK',
  scratch: true,
  run: async (subject) => {
    await forEachMade(subject, async ({ surveyed, record }) => {
      const { target } = surveyed;
      const [strange = ''] = STRANGE_IDS;
      const outcome = await run(subject, target, { action: undefined, records: { ids: [strange, record.id] } });
      // The application may refuse to delete it.
      if (outcome.unchanged.some(({ id, reason }) => id === record.id && reason === 'refused')) return;
      const advice = 'Delete the others although one record does not exist, and count those that are deleted.';
      expectSame(`deletion of a new record of ${target.controller} and a missing one`, outcome.done, 1, advice);
      expectSame('the record afterwards', await isThere(subject, surveyed, record), false, advice);
    });
  },
};

const bulkDeleteMatching: Check = {
  name: 'bulk/delete-matching',
  citation: 'admin_bulk.proto: RunOnRecords, NextMatching',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_BULK',
  scratch: true,
  run: (subject) =>
    onScratch(subject, async (scratch) => {
      for (const surveyed of await survey(subject)) {
        const { target } = surveyed;
        const [one, other] = [await scratch.copyOf(surveyed), await scratch.copyOf(surveyed)];
        if (typeof one === 'string' || typeof other === 'string') continue;
        const records = { matching: only(surveyed, other.record), after: '', limit: BATCH };
        const advice = 'Act on the records that match the conditions and come after `after`, and on no other.';
        const behind = await run(subject, target, {
          action: undefined,
          records: { ...records, after: other.record.id },
        });
        expectSame(`deletion of ${target.controller} behind the record that matches`, behind.done, 0, advice);
        const outcome = await run(subject, target, { action: undefined, records });
        if (outcome.unchanged.length > 0) continue;
        expectSame(`deletion of the records of ${target.controller} with one key`, outcome.done, 1, advice);
        expectSame('the record that matches', await isThere(subject, surveyed, other.record), false, advice);
        expectSame('the record that does not', await isThere(subject, surveyed, one.record), true, advice);
      }
    }),
};

function run({ admin }: Subject, target: Surveyed['target'], { action, records }: Omit<BulkRun, 'labelColumn'>) {
  return admin.bulk.run(target, { action, records, labelColumn: undefined }, CALL);
}

/** The condition that only this record meets. */
function only({ model }: Surveyed, { cells }: AdminRecord): Matching {
  const index = model.columns.findIndex(({ name }) => name === model.primaryKey);
  const column: Column | undefined = model.columns[index];
  const key = cells[index];
  if (column === undefined || key === undefined || key.kind === 'invalid' || key.kind === 'truncated') {
    throw new CheckFailure('a key that can be read', shown(key), 'Send the primary key as a value of its column.');
  }
  return { conditions: [{ kind: 'column', reference: { column }, operator: 'eq', values: [key] }], scopes: [] };
}

async function isThere({ admin }: Subject, { target, selection }: Surveyed, { id }: AdminRecord): Promise<boolean> {
  return !('outcome' in (await admin.records.get({ ...target, id }, selection, 'list', CALL)));
}

export const BULK_CHECKS: readonly Check[] = [bulkWalk, bulkWalkMatching, bulkMissing, bulkDelete, bulkDeleteMatching];
