import { CALL } from '../admin/ports.js';
import { firstRecords, STRANGE_IDS, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

/** A sound host deletes nothing here: every call names a record that does not exist. */
export const recordsDelete: Check = {
  name: 'records/delete-all-or-none',
  citation: 'admin_record.proto: DeleteRecords',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const known = (await firstRecords(subject.admin, surveyed)).map(({ id }) => id);
      const advice = 'One that does not exist keeps all: find them all in scope first, in the same transaction.';
      for (const strange of STRANGE_IDS) {
        for (const ids of [[strange], [...known, strange]]) {
          const outcome = await subject.admin.records.delete(target, ids, 'list', CALL);
          expectSame(`deletion with "${strange}" among them`, outcome, { outcome: 'notFound' }, advice);
        }
      }
      for (const id of known) {
        const found = await subject.admin.records.get({ ...target, id }, selection, 'list', CALL);
        expectSame(`${target.controller} afterwards`, 'outcome' in found ? 'gone' : 'there', 'there', advice);
      }
    }
  },
};
