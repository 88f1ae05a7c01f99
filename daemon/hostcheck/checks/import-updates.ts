import type { ColumnWrite } from '../../admin/model/record.js';
import type { ImportedRecord } from '../../admin/ports/bulk.js';
import { CALL, firstRecords, STRANGE_IDS, survey } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { expectSame, expectThat } from '../subject/expectations.js';
import { expectKept } from '../subject/outcomes.js';
import type { Made, Scratch } from '../subject/scratch.js';
import { changesOf, onScratch, TEXTS_FIRST } from '../subject/scratch.js';
import { newImport } from './imports.js';

/** Checks of imports that update records, for hosts with CAPABILITY_ADMIN_IMPORT_UPDATE. */

const ADVICE = 'Update a record with `existing` as by UpdateRecord, in the transaction of the import.';

/** A new record, and a text that the application lets an update of it write. */
interface Updatable {
  readonly made: Made;
  readonly change: ColumnWrite;
}

async function updatables(subject: Subject, scratch: Scratch): Promise<readonly Updatable[]> {
  const found: Updatable[] = [];
  for (const surveyed of await survey(subject)) {
    const made = await scratch.copyOf(surveyed, [], TEXTS_FIRST);
    if (typeof made === 'string') continue;
    const { target, selection } = surveyed;
    for (const change of changesOf(subject, made).filter(({ value }) => value.kind === 'string')) {
      const write = { columns: [change], relations: [] };
      const before = made.written.filter(({ column }) => column.name === change.column.name);
      const updated = await subject.admin.records.update(made.target, write, { selection }, CALL);
      if (updated.outcome !== 'written') continue;
      const back = { columns: before, relations: [] };
      const restored = await subject.admin.records.update(made.target, back, { selection }, CALL);
      if (restored.outcome !== 'written') continue;
      found.push({ made: { ...made, target: { ...target, id: made.record.id }, record: restored.record }, change });
      break;
    }
  }
  expectThat(
    found.length > 0,
    'a controller with a text that an update can change',
    'none',
    'Add a record to the database whose copy your application accepts and lets people change.',
  );
  return found;
}

function updateOf({ made: { record }, change }: Updatable): ImportedRecord {
  const { id, version } = record;
  const existing = { id, ...(version !== undefined && { expectedVersion: version }) };
  return { columns: [change], relations: [], existing };
}

async function expectStored({ admin }: Subject, { made }: Updatable, column: ColumnWrite, when: string): Promise<void> {
  const { surveyed, target } = made;
  const stored = await admin.records.get(target, surveyed.selection, 'form', CALL);
  const what = `a record of ${surveyed.controller.id} ${when}`;
  expectThat(!('outcome' in stored), what, 'not_found', ADVICE);
  if (!('outcome' in stored)) expectKept(what, surveyed.model.columns, [column], stored);
}

const updatesRecords: Check = {
  name: 'import/updates',
  citation: 'admin_bulk.proto: NewRecord.existing',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_IMPORT_UPDATE',
  scratch: true,
  run: (subject) =>
    onScratch(subject, async (scratch) => {
      for (const updatable of await updatables(subject, scratch)) {
        const { surveyed } = updatable.made;
        const sent = newImport([updateOf(updatable)]);
        const outcome = await subject.admin.bulk.importRecords(surveyed.target, sent, CALL);
        const imported = { outcome: 'imported', written: 1 };
        expectSame(`an import that updates a record of ${surveyed.controller.id}`, outcome, imported, ADVICE);
        await expectStored(subject, updatable, updatable.change, 'after an import that updates it');
        const again = await subject.admin.bulk.importRecords(surveyed.target, sent, CALL);
        expectSame(`the same import into ${surveyed.controller.id} again`, again, imported, ADVICE);
      }
    }),
};

const STALE_ADVICE =
  'Answer `changed` for a record that has another version, `not_found` for one that does not exist for the caller, and roll all of the import back.';

const updatesNothingStale: Check = {
  name: 'import/updates-nothing-stale',
  citation: 'admin_bulk.proto: RefusedRecord.reason',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_IMPORT_UPDATE',
  scratch: true,
  run: (subject) =>
    onScratch(subject, async (scratch) => {
      const [strange = ''] = STRANGE_IDS;
      for (const updatable of await updatables(subject, scratch)) {
        const { surveyed, record, written } = updatable.made;
        const update = updateOf(updatable);
        const missing = { ...update, existing: { id: strange } };
        const isVersioned = record.version !== undefined;
        const stale = { ...update, existing: { id: record.id, expectedVersion: `${record.version ?? ''}0` } };
        const sent = newImport([...(isVersioned ? [stale] : []), update, missing]);
        const outcome = await subject.admin.bulk.importRecords(surveyed.target, sent, CALL);
        const found =
          outcome.outcome === 'refusedRecords'
            ? outcome.records.map(({ index, reason }) => [index, reason ?? 'another reason'])
            : outcome.outcome;
        const expected = isVersioned
          ? [
              [0, 'changed'],
              [2, 'missing'],
            ]
          : [[1, 'missing']];
        expectSame(`the refused records of an import into ${surveyed.controller.id}`, found, expected, STALE_ADVICE);
        const before = written.find(({ column }) => column.name === updatable.change.column.name);
        if (before !== undefined) await expectStored(subject, updatable, before, 'after a refused import');
      }
    }),
};

const walksForm: Check = {
  name: 'import/walk-in-form-scope',
  citation: 'admin_bulk.proto: WalkRecordsRequest.scope',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_IMPORT_UPDATE',
  run: async ({ admin, ...subject }) => {
    for (const surveyed of await survey({ admin, ...subject })) {
      const { controller, target, selection } = surveyed;
      const matching = { conditions: [], scopes: [] };
      const walk = { scope: 'form', matching, selection, after: '', limit: 200 } as const;
      const walked = await admin.bulk.walk(target, walk, ({ id }) => id, CALL);
      for (const { id } of await firstRecords(admin, surveyed)) {
        const stored = await admin.records.get({ ...target, id }, selection, 'form', CALL);
        // Further records than these may follow.
        if (!('outcome' in stored) && walked.hasMore) continue;
        expectSame(
          `whether a walk in the form scope of ${controller.id} has the record ${id}`,
          walked.records.includes(id),
          !('outcome' in stored),
          'Apply the scope of the request, as in GetRecord.',
        );
      }
    }
  },
};

export const IMPORT_UPDATE_CHECKS: readonly Check[] = [updatesRecords, updatesNothingStale, walksForm];
