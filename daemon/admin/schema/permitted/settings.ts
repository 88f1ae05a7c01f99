import type { Permissions } from '../../model/schema/requirement.js';
import { meets } from '../../model/schema/requirement.js';
import type { SettingsEntryView, SettingsSchema, SettingsView } from '../../model/schema/settings-schema.js';
import { ByPermission } from './by-permission.js';
import { fieldViews } from './field-views.js';
import type { PermittedForm } from './form.js';
import { permitForm } from './form.js';

/** A settings screen as one administrator has it. */
export interface PermittedSettings {
  readonly schema: SettingsSchema;
  readonly form: PermittedForm;
  readonly view: SettingsView;
}

/** Undefined where the screen is not the administrator's to open. */
export const permittedSettings = new ByPermission<SettingsSchema, PermittedSettings | undefined>(
  ({ requires, fields }) => [requires, ...fields.map((field) => field.requires)],
  (schema, permissions) => {
    if (!meets(permissions, schema.requires)) return undefined;
    const fields = schema.fields.filter(({ requires }) => meets(permissions, requires));
    return {
      schema,
      form: permitForm('update', fields),
      view: { ...schema.entry, fields: fieldViews(fields) },
    };
  },
);

/** The entries that the administrator may open: by category as they come, then by order. */
export function settingsEntries(
  settings: ReadonlyMap<string, SettingsSchema>,
  permissions: Permissions,
): readonly SettingsEntryView[] {
  return [...settings.values()]
    .filter(({ requires }) => meets(permissions, requires))
    .map(({ entry }) => entry)
    .sort((a, b) => a.order - b.order);
}
