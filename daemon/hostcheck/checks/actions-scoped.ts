import { CALL } from '../admin/ports.js';
import { STRANGE_IDS, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

/** A sound host runs nothing here: the record is looked for before the action. */
export const actionsScoped: Check = {
  name: 'actions/record-in-scope',
  citation: 'admin_record.proto: RunAction, "the record is not in the form scope"',
  on: 'admin',
  run: async (subject) => {
    for (const { controller, target } of await survey(subject)) {
      for (const { name: action } of controller.actions) {
        for (const recordId of STRANGE_IDS) {
          const outcome = await subject.admin.actions.run(target, { action, recordId, values: [] }, CALL);
          const about = `action ${action} of ${controller.id} for "${recordId}"`;
          expectSame(about, outcome, { outcome: 'notFound' }, 'Find the record in the form scope first.');
        }
      }
    }
  },
};
