import { AdminError } from '../model/admin-error.js';
import type { SettingsSchema } from '../model/schema/settings-schema.js';
import type { SettingsStore } from '../ports/settings-store.js';
import { expectedVersion } from '../records/expected-version.js';
import { permittedFields, selectionOf, withValue } from '../records/form-fields.js';
import { settingsJson } from '../records/record-json.js';
import { parseWrite } from '../records/record-write.js';
import type { Asking } from './asking.js';
import { outcomeError } from './outcome-error.js';

/** The values of a settings screen: a form with one record, which always exists. One call to the host each. */
export function createSettings({ screen, fields, requires }: SettingsSchema, settings: SettingsStore) {
  return {
    async show({ caller, permissions, call }: Asking): Promise<object | AdminError> {
      if (!permissions.meets(requires)) return new AdminError('forbidden');
      const shown = withValue(permittedFields(fields, 'update', permissions));
      const values = await settings.get({ caller, settings: screen.code }, selectionOf(shown).columns, call);
      return settingsJson(shown, values);
    },

    async update(
      body: Readonly<Record<string, unknown>>,
      { caller, permissions, call }: Asking,
    ): Promise<object | AdminError> {
      if (!permissions.meets(requires)) return new AdminError('forbidden');
      const version = expectedVersion(body);
      if (version instanceof AdminError) return version;
      const permitted = permittedFields(fields, 'update', permissions);
      const parsed = parseWrite(permitted, body, { creating: false });
      if ('problems' in parsed) return new AdminError('validation_failed', { fields: parsed.problems });
      const shown = withValue(permitted);
      const outcome = await settings.update(
        { caller, settings: screen.code },
        parsed.write.columns,
        { ...version, columns: selectionOf(shown).columns },
        call,
      );
      if (outcome.outcome === 'written') return settingsJson(shown, outcome.values);
      if (outcome.outcome === 'conflict') {
        return new AdminError('conflict', { current: settingsJson(shown, outcome.current) });
      }
      return outcomeError(outcome, permitted);
    },
  };
}
