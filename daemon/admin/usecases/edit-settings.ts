import type { SettingsBody } from '../api/answers.js';
import { AdminError } from '../api/errors.js';
import type { SettingsSchema } from '../model/schema/form-schema.js';
import type { SettingsStore } from '../ports/settings-store.js';
import { settingsJson } from '../records/record-json.js';
import { carriesNested, expectedVersion, parseWrite } from '../records/record-write.js';
import { permittedSettings } from '../schema/permitted/form.js';
import type { Asking } from './asking.js';
import { outcomeError, RECORD_TOO_LONG, unlessTooLong } from './asking.js';

/** The values of a settings screen: a form with one record, which always exists. Each operation is one call to the host, two with nested forms. */
export function createSettings(schema: SettingsSchema, settings: SettingsStore) {
  const code = schema.screen.code;

  return {
    async show({ caller, permissions, call }: Asking): Promise<SettingsBody | AdminError> {
      const form = permittedSettings.get(schema, permissions)?.form;
      if (form === undefined) return new AdminError('forbidden');
      const values = await settings.get({ caller, settings: code }, form.selection.columns, call);
      return settingsJson(form, values);
    },

    async update(
      body: Readonly<Record<string, unknown>>,
      { caller, permissions, call }: Asking,
    ): Promise<SettingsBody | AdminError> {
      const form = permittedSettings.get(schema, permissions)?.form;
      if (form === undefined) return new AdminError('forbidden');
      const version = expectedVersion(body);
      if (version instanceof AdminError) return version;
      const stored = carriesNested(form, body)
        ? await settings.get({ caller, settings: code }, form.selection.columns, call)
        : undefined;
      const parsed = parseWrite(form, body, {
        creating: false,
        stored,
        hasVersion: version.expectedVersion !== undefined,
      });
      if ('problems' in parsed) return new AdminError('validation_failed', { fields: parsed.problems });
      const base = stored?.version === undefined ? {} : { expectedVersion: stored.version };
      const expectation = { ...base, ...version, columns: form.selection.columns };
      const updated = settings.update({ caller, settings: code }, parsed.write.columns, expectation, call);
      const outcome = await unlessTooLong(updated, RECORD_TOO_LONG);
      if (outcome instanceof AdminError) return outcome;
      if (outcome.outcome === 'written') return settingsJson(form, outcome.values);
      if (outcome.outcome === 'conflict') {
        return new AdminError('conflict', { current: settingsJson(form, outcome.current) });
      }
      return outcomeError(outcome, form);
    },
  };
}
