import { CALL } from '../admin/ports.js';
import { callerOf, registrationOf } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame, expectThat } from '../failure.js';

/** Nothing is changed: the update is upon another version. */
export const settingsRead: Check = {
  name: 'settings/read-and-conflict',
  citation: 'admin_record.proto: GetSettings, UpdateSettings',
  on: 'admin',
  run: async (subject) => {
    const { plugins } = registrationOf(subject.description);
    const caller = await callerOf(subject);
    for (const { code, columns, versioned } of plugins.flatMap(({ settings }) => settings)) {
      const target = { caller, settings: code };
      const values = await subject.admin.settings.get(target, columns, CALL);
      const reversed = await subject.admin.settings.get(target, [...columns].reverse(), CALL);
      const order = 'Answer a cell for each column that was asked for, in that order.';
      expectSame(`settings ${code}, columns in reverse`, [...reversed.cells].reverse(), values.cells, order);
      expectThat(
        (values.version !== undefined) === versioned,
        versioned ? `a version of ${code}` : `no version of ${code}`,
        versioned ? 'none' : 'a version',
        `The screen is registered with versioned: ${String(versioned)}.`,
      );
      if (!versioned) continue;
      const expectedVersion = `${values.version ?? ''}x`;
      const outcome = await subject.admin.settings.update(target, [], { expectedVersion, columns }, CALL);
      const advice = 'Compare the version in the write itself, and answer a conflict with the values as they are.';
      expectSame(`settings ${code} upon another version`, outcome, { outcome: 'conflict', current: values }, advice);
    }
  },
};
