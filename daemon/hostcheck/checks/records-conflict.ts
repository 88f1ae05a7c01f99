import { CALL } from '../admin/ports.js';
import { firstRecords, STRANGE_IDS, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame, expectThat } from '../failure.js';

const NO_CHANGE = { columns: [], relations: [] };

/** Nothing is changed but what a hook changes by itself when nothing is to be changed. */
export const recordsConflict: Check = {
  name: 'records/version-conflict',
  citation: 'admin_record.proto: UpdateRecord, Record.version',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection, model } = surveyed;
      const update = (id: string, expectedVersion?: string) =>
        subject.admin.records.update(
          { ...target, id },
          NO_CHANGE,
          { selection, ...(expectedVersion !== undefined && { expectedVersion }) },
          CALL,
        );
      for (const id of STRANGE_IDS) {
        const advice = 'An id that no record can have is not found, rather than a fault of the database.';
        expectSame(`update of ${target.controller} "${id}"`, await update(id), { outcome: 'notFound' }, advice);
      }
      for (const record of await firstRecords(subject.admin, surveyed)) {
        expectThat(
          (record.version !== undefined) === model.versioned,
          model.versioned ? 'a version' : 'no version',
          model.versioned ? 'none' : 'a version',
          `"${model.name}" is registered with versioned: ${String(model.versioned)}.`,
        );
        if (!model.versioned) continue;
        const outcome = await update(record.id, `${record.version ?? ''}x`);
        if (outcome.outcome === 'notFound') continue;
        const advice = 'Compare the version in the write itself, and answer a conflict with the record as it is.';
        expectSame('update upon another version', outcome, { outcome: 'conflict', current: record }, advice);
      }
    }
  },
};
