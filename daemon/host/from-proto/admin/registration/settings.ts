import type { AdminSettingsScreen__Output } from '../../../../contract/generated/gatehouse/host/v1/AdminSettingsScreen.js';
import type { SettingsScreen } from '../../../../admin/model/registration.js';
import { readColumns } from './columns.js';
import { HOME_PATH, PLAIN_NAME, SETTINGS_CODE } from './names.js';
import type { PermissionCheck } from './permissions.js';
import type { Problems } from './problems.js';

export function readSettingsScreen(
  problems: Problems,
  at: string,
  raw: AdminSettingsScreen__Output,
  pluginId: string,
  checkPermissions: PermissionCheck,
): SettingsScreen {
  const { code, label, description, category, icon, order, keywords, permissions, fields, versioned } = raw;
  problems.matches(SETTINGS_CODE, `${at}.code`, code, 'code of a settings screen, in lower case');
  problems.text(`${at}.label`, label);
  for (const [name, text] of Object.entries({ description, category, icon }))
    problems.optionalText(`${at}.${name}`, text);
  for (const keyword of keywords) problems.text(`${at}.keywords`, keyword);
  checkPermissions(`${at}.permissions`, permissions);
  problems.check(
    HOME_PATH.test(fields) && /\.ya?ml$/.test(fields),
    `${at}.fields`,
    `"${fields}" is no path like "~/plugins/acme/blog/models/settings/fields.yaml"`,
  );
  problems.names(PLAIN_NAME, `${at}.option_providers`, raw.optionProviders, 'name of an option provider');
  return {
    code,
    pluginId,
    label,
    description,
    category,
    icon,
    order,
    keywords,
    permissions,
    fields,
    columns: readColumns(problems, `${at}.columns`, raw.columns),
    versioned,
    optionProviders: raw.optionProviders,
  };
}
