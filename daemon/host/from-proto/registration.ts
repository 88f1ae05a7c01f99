import type { AdminNavigationItem__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNavigationItem';
import type { AdminPlugin__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPlugin';
import type { AdminRegistration__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRegistration';
import type { AdminSettingsScreen__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSettingsScreen';
import type {
  AdminRegistration,
  NavigationItem,
  NavigationTarget,
  Plugin,
  SettingsScreen,
} from '../../admin/model/registration.js';
import { deepFreeze } from '../../core/json.js';
import { readControllers } from './registration-controllers.js';
import { readColumns, readModels } from './registration-models.js';
import type { PermissionCheck } from './registration-problems.js';
import {
  HOME_PATH,
  LOCALE,
  member,
  PERMISSION_CODE,
  permissionCheck,
  PLAIN_NAME,
  PLUGIN_ID,
  Problems,
  SETTINGS_CODE,
  shown,
} from './registration-problems.js';

function readSettingsScreen(
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
    `"${fields}" is not a path such as "~/plugins/acme/blog/models/settings/fields.yaml"`,
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

/** Valid targets of navigation. */
interface Targets {
  readonly controllers: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
}

function readNavigation(
  problems: Problems,
  at: string,
  items: readonly AdminNavigationItem__Output[],
  targets: Targets,
  checkPermissions: PermissionCheck,
): readonly NavigationItem[] {
  return items.map((item) => readItem(problems, member(at, item.code), item, targets, checkPermissions));
}

function readItem(
  problems: Problems,
  at: string,
  raw: AdminNavigationItem__Output,
  targets: Targets,
  checkPermissions: PermissionCheck,
): NavigationItem {
  const { code, label, icon, order, permissions, children } = raw;
  problems.matches(PLAIN_NAME, `${at}.code`, code, 'code of an item');
  problems.text(`${at}.label`, label);
  problems.optionalText(`${at}.icon`, icon);
  checkPermissions(`${at}.permissions`, permissions);
  problems.unique(
    `${at}.children`,
    children.map((child) => child.code),
  );
  for (const child of children) {
    problems.check(child.children.length === 0, member(`${at}.children`, child.code), 'has children of its own');
  }
  const target = readTarget(problems, at, raw, targets);
  problems.check(target !== undefined || children.length > 0, at, 'has neither a target nor children');
  return {
    code,
    label,
    icon,
    order,
    permissions,
    ...(target !== undefined && { target }),
    children: readNavigation(problems, `${at}.children`, children, targets, checkPermissions),
  };
}

function readTarget(
  problems: Problems,
  at: string,
  { controller, settings }: AdminNavigationItem__Output,
  targets: Targets,
): NavigationTarget | undefined {
  if (controller !== undefined) {
    problems.check(
      targets.controllers.has(controller),
      `${at}.controller`,
      `"${shown(controller)}" is not a registered controller`,
    );
    return { kind: 'controller', controller };
  }
  if (settings !== undefined) {
    problems.check(
      targets.settings.has(settings),
      `${at}.settings`,
      `"${shown(settings)}" is not a registered settings screen`,
    );
    return { kind: 'settings', code: settings };
  }
  return undefined;
}

function readPlugins(
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

export type CheckedRegistration =
  | { readonly registration: AdminRegistration }
  /** All problems, each with its place: `controllers["acme.blog.posts"].model: …` */
  | { readonly problems: readonly string[] };

const DEFAULT_LOCALE = 'en';

export function fromAdminRegistration(raw: AdminRegistration__Output): CheckedRegistration {
  const problems = new Problems();
  const defaultLocale = raw.defaultLocale === '' ? DEFAULT_LOCALE : raw.defaultLocale;
  problems.matches(LOCALE, 'default_locale', defaultLocale, 'locale like "en" or "pt-br", in lower case');
  const checkPermissions = permissionCheck(problems, raw.plugins);
  const models = readModels(problems, raw.models);
  const controllers = readControllers(problems, raw.controllers, models, checkPermissions);
  const targets = {
    controllers: new Set(controllers.map(({ id }) => id)),
    settings: new Set(raw.plugins.flatMap(({ settings }) => settings.map(({ code }) => code))),
  };
  const plugins = readPlugins(problems, raw.plugins, targets, checkPermissions);
  if (problems.list.length > 0) return { problems: problems.list };
  return { registration: deepFreeze({ defaultLocale, models, controllers, plugins }) };
}
