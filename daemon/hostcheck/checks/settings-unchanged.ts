import { CALL } from '../admin/ports.js';
import { callerOf, registrationOf } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

/** Nothing is written, upon the version that there is. A sound host changes nothing, and so no version. */
export const settingsUnchanged: Check = {
  name: 'settings/unchanged-write',
  citation: 'admin_record.proto: UpdateSettings, "A write that changes nothing"',
  on: 'admin',
  run: async (subject) => {
    const { plugins } = registrationOf(subject.description);
    const caller = await callerOf(subject);
    const { settings } = subject.admin;
    for (const { code, columns } of plugins.flatMap((plugin) => plugin.settings)) {
      const target = { caller, settings: code };
      const { version, ...values } = await settings.get(target, columns, CALL);
      const expectation = { columns, ...(version !== undefined && { expectedVersion: version }) };
      const outcome = await settings.update(target, [], expectation, CALL);
      const advice =
        'Compare what is written with what there is: where nothing differs, leave the version alone and run no hook.';
      const expected = { outcome: 'written', values: { ...values, ...(version !== undefined && { version }) } };
      expectSame(`settings ${code} after a write of nothing`, outcome, expected, advice);
    }
  },
};
