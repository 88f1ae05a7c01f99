import { CALL } from '../admin/ports.js';
import { firstRecords, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

const NOT_FOUND = { outcome: 'notFound' };

/** Records that the list shows and the form hides, if there are any. A sound host deletes none of them. */
export const recordsDeleteScopes: Check = {
  name: 'records/delete-in-both-scopes',
  citation: 'admin_record.proto: DeleteRecords, "within the list scope and within the form scope"',
  on: 'admin',
  run: async (subject) => {
    const { records } = subject.admin;
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      for (const { id } of await firstRecords(subject.admin, surveyed)) {
        const inForm = await records.get({ ...target, id }, selection, 'form', CALL);
        if (!('outcome' in inForm)) continue;
        const advice =
          'Look for every record within the list scope and the form scope, whichever of them the request names.';
        for (const scope of ['list', 'form'] as const) {
          const outcome = await records.delete(target, [id], scope, CALL);
          expectSame(`deletion of ${target.controller} "${id}", which its form hides`, outcome, NOT_FOUND, advice);
        }
        const then = await records.get({ ...target, id }, selection, 'list', CALL);
        expectSame(`${target.controller} "${id}" afterwards`, 'outcome' in then ? 'gone' : 'there', 'there', advice);
      }
    }
  },
};
