import type { AdminRecord } from '../../admin/model/record.js';
import type { Matching } from '../../admin/model/query.js';
import type { BulkRun } from '../../admin/ports/bulk.js';
import type { Surveyed } from '../subject/admin.js';
import { CALL, firstRecords, onlyWith, PAGE_SIZE, pageOf, searchFor, STRANGE_IDS, survey } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { expectSame } from '../subject/expectations.js';
import { onScratch, forEachMade, type Made, type Scratch } from '../subject/scratch.js';

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
      const walk = { matching: onlyWith(surveyed, [second]), selection, after: '', limit: BATCH };
      const found = await subject.admin.bulk.walk(target, walk, asIs, CALL);
      const advice = 'All conditions, scopes and the search of `matching` limit the records, as in ListRecords.';
      expectSame(`${target.controller} with one key`, found.records, [second], advice);
      expectSame(
        `${target.controller} with one key: has_more`,
        found.hasMore,
        false,
        'Nothing follows the last record.',
      );
      const search = searchFor(surveyed, second);
      if (search === undefined) continue;
      const listed = await subject.admin.records.list(target, pageOf(selection, { search }), CALL);
      const searching = { ...walk, matching: { ...EVERYTHING, search }, limit: PAGE_SIZE };
      const walked = await subject.admin.bulk.walk(target, searching, asIs, CALL);
      expectSame(`${target.controller} with a search`, walked.records, [...listed.records], advice);
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
        const records = { matching: onlyWith(surveyed, [other.record]), after: '', limit: BATCH };
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

/**
 * A batch ends at its limit, and the next one continues after its last record. Each act has new records, because an action may
 * hide a record or keep it from being deleted, and this check comes last, because it may do that to every record.
 */
const bulkBatches: Check = {
  name: 'bulk/batches',
  citation: 'admin_bulk.proto: RunOnRecordsResponse.last, has_more; NextMatching.limit',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_BULK',
  scratch: true,
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      for (const action of [undefined, ...surveyed.controller.actions.map(({ name }) => name)]) {
        await onScratch(subject, (scratch) => checkBatches(subject, scratch, surveyed, action));
      }
    }
  },
};

async function checkBatches(
  subject: Subject,
  scratch: Scratch,
  surveyed: Surveyed,
  action: string | undefined,
): Promise<void> {
  const { target, selection } = surveyed;
  const [one, other] = [await scratch.copyOf(surveyed), await scratch.copyOf(surveyed)];
  if (typeof one === 'string' || typeof other === 'string') return;
  const matching = onlyWith(surveyed, [one.record, other.record]);
  const all = { matching, selection, after: '', limit: BATCH };
  const [first, second] = (await subject.admin.bulk.walk(target, all, ({ id }) => id, CALL)).records;
  const batch = (after: string) => run(subject, target, { action, records: { matching, after, limit: 1 } });
  const about = `${action ?? 'deletion'} of ${target.controller}, one record at a time`;
  const begun = await batch('');
  const advice = 'Take at most `limit` records by ascending key after `after`, and report the last one taken.';
  expectSame(`${about}: last and has_more`, [begun.last, begun.hasMore], [first, true], advice);
  const counted = 'Each record is done, or unchanged with a reason.';
  expectSame(`${about}: done and unchanged`, begun.done + begun.unchanged.length, 1, counted);
  // An action may reach further than its record.
  const { records: left } = await subject.admin.bulk.walk(target, all, ({ id }) => id, CALL);
  const ended = await batch(first ?? '');
  const isLeft = second !== undefined && left.includes(second);
  const end = isLeft ? [second, false] : ['', false];
  expectSame(`${about}: last and has_more of the end`, [ended.last, ended.hasMore], end, advice);
  expectSame(`${about}: done and unchanged`, ended.done + ended.unchanged.length, isLeft ? 1 : 0, counted);
}

/** The record that only the list shows, or only the form, does not exist for an act. */
const bulkScopes: Check = {
  name: 'bulk/both-scopes',
  citation: 'admin_bulk.proto: RunOnRecords, "within the list scope and within the form scope"',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_BULK',
  scratch: true,
  run: async (subject) => {
    const { bulk, records } = subject.admin;
    for (const { target, selection } of await survey(subject)) {
      const walk = { matching: EVERYTHING, selection, after: '', limit: LOOKED_AT };
      for (const id of (await bulk.walk(target, walk, (record) => record.id, CALL)).records) {
        if (!('outcome' in (await records.get({ ...target, id }, selection, 'form', CALL)))) continue;
        const outcome = await run(subject, target, { action: undefined, records: { ids: [id] } });
        const advice = 'Look each record up in the list scope and in the form scope, in its transaction.';
        const reasons = outcome.unchanged.map(({ reason }) => reason);
        expectSame(
          `deletion of ${id}, which the form of ${target.controller} does not show`,
          reasons,
          ['missing'],
          advice,
        );
      }
    }
  },
};

/** A record with a name that is refused tells it; those that do not exist have none. */
const bulkLabels: Check = {
  name: 'bulk/labels',
  citation: 'admin_bulk.proto: UnchangedRecord.label',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_BULK',
  run: async (subject) => {
    for (const { target, model } of await survey(subject)) {
      const labelColumn = model.columns.find(({ type }) => type === 'string')?.name;
      if (labelColumn === undefined) continue;
      const records = { ids: STRANGE_IDS };
      const outcome = await subject.admin.bulk.run(target, { action: undefined, records, labelColumn }, CALL);
      const labels = outcome.unchanged.map(({ label }) => label);
      const advice = 'Leave the label empty for a record that does not exist for the caller.';
      expectSame(
        `the labels of missing records of ${target.controller}`,
        labels,
        STRANGE_IDS.map(() => ''),
        advice,
      );
    }
  },
};

const LOOKED_AT = 20;

function run({ admin }: Subject, target: Surveyed['target'], { action, records }: Omit<BulkRun, 'labelColumn'>) {
  return admin.bulk.run(target, { action, records, labelColumn: undefined }, CALL);
}

async function isThere({ admin }: Subject, { target, selection }: Surveyed, { id }: AdminRecord): Promise<boolean> {
  return !('outcome' in (await admin.records.get({ ...target, id }, selection, 'list', CALL)));
}

export const BULK_CHECKS: readonly Check[] = [
  bulkWalk,
  bulkWalkMatching,
  bulkMissing,
  bulkLabels,
  bulkDelete,
  bulkDeleteMatching,
  bulkScopes,
];

/** Some actions delete their record. This one did not when it ran alone. */
const bulkAction: Check = {
  name: 'bulk/runs-the-action',
  citation: 'admin_bulk.proto: RunOnRecords, "It runs once for each record"',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_BULK',
  scratch: true,
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      for (const { name } of surveyed.controller.actions) {
        await onScratch(subject, (scratch) => checkAction(subject, scratch, surveyed, name));
      }
    }
  },
};

async function checkAction(subject: Subject, scratch: Scratch, surveyed: Surveyed, action: string): Promise<void> {
  const { target, selection } = surveyed;
  const [one, other] = [await scratch.copyOf(surveyed), await scratch.copyOf(surveyed)];
  if (typeof one === 'string' || typeof other === 'string') return;
  const exists = async (made: Made) =>
    !('outcome' in (await subject.admin.records.get(made.target, selection, 'form', CALL)));
  const alone = await subject.admin.actions.run(target, { action, recordId: one.record.id, values: [] }, CALL);
  if (alone.outcome !== 'done' || !(await exists(one)) || !(await exists(other))) return;
  const { done } = await run(subject, target, { action, records: { ids: [other.record.id] } });
  if (done !== 1) return;
  const advice = 'Run the action on each record as RunAction does. Delete records only if the request says delete.';
  expectSame(`a record of ${target.controller} exists after ${action}`, await exists(other), true, advice);
}

/** These run the actions of the application, on which other checks depend no more. */
export const BATCH_CHECKS: readonly Check[] = [bulkBatches, bulkAction];
