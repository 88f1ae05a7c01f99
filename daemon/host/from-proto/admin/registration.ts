import type { AdminRegistration__Output } from '../../../contract/generated/gatehouse/host/v1/AdminRegistration.js';
import { deepFreeze } from '../../../core/deep-freeze.js';
import type { AdminRegistration } from '../../../admin/model/registration.js';
import { readControllers } from './registration/controllers.js';
import { readModels } from './registration/models.js';
import { LOCALE } from './registration/names.js';
import { permissionCheck } from './registration/permissions.js';
import { readPlugins } from './registration/plugins.js';
import { Problems } from './registration/problems.js';

export type CheckedRegistration =
  | { readonly registration: AdminRegistration }
  /** Everything that is wrong, each with its place: `controllers["acme.blog.posts"].model: …` */
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
