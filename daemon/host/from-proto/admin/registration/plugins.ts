import type { AdminPlugin__Output } from '../../../../contract/generated/gatehouse/host/v1/AdminPlugin.js';
import type { Plugin } from '../../../../admin/model/registration.js';
import { PERMISSION_CODE, PLUGIN_ID } from './names.js';
import type { Targets } from './navigation.js';
import { readNavigation } from './navigation.js';
import type { PermissionCheck } from './permissions.js';
import type { Problems } from './problems.js';
import { member } from './problems.js';
import { readSettingsScreen } from './settings.js';

export function readPlugins(
  problems: Problems,
  plugins: readonly AdminPlugin__Output[],
  targets: Targets,
  checkPermissions: PermissionCheck,
): readonly Plugin[] {
  checkUniqueAmongAll(problems, plugins);
  return plugins.map((raw) => {
    const at = member('plugins', raw.id);
    problems.matches(PLUGIN_ID, `${at}.id`, raw.id, 'id like "acme.blog", in lower case');
    const [vendor = '', name = ''] = raw.id.split('.');
    return {
      id: raw.id,
      vendor,
      name,
      permissions: raw.permissions.map(({ code, label, tab }) => {
        const here = member(`${at}.permissions`, code);
        problems.matches(PERMISSION_CODE, `${here}.code`, code, 'permission code like "acme.blog.access_posts"');
        problems.text(`${here}.label`, label);
        problems.optionalText(`${here}.tab`, tab);
        return { code, label, tab };
      }),
      navigation: readNavigation(problems, `${at}.navigation`, raw.navigation, targets, checkPermissions),
      settings: raw.settings.map((screen) =>
        readSettingsScreen(problems, member(`${at}.settings`, screen.code), screen, raw.id, checkPermissions),
      ),
    };
  });
}

function checkUniqueAmongAll(problems: Problems, plugins: readonly AdminPlugin__Output[]): void {
  const codesOf = (list: 'permissions' | 'navigation' | 'settings'): string[] =>
    plugins.flatMap((plugin) => plugin[list].map(({ code }) => code));
  problems.unique(
    'plugins',
    plugins.map(({ id }) => id),
  );
  for (const list of ['permissions', 'navigation', 'settings'] as const) {
    problems.unique(`plugins.${list}`, codesOf(list));
  }
}
