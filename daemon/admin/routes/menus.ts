import type { LocalisedViews } from '../i18n/localised-views.js';
import { AdminError } from '../model/admin-error.js';
import type { AdminSchema } from '../model/schema/admin-schema.js';
import { permittedNavigation } from '../schema/permitted/navigation.js';
import { permittedSettings, settingsEntries } from '../schema/permitted/settings.js';
import type { AdminRequest, GuardedEndpoint } from './endpoint.js';

/** What there is to open: GET /navigation, GET /settings, and GET /settings/{code}/schema of every screen. */
export function menuEndpoints({ navigation, settings }: AdminSchema, views: LocalisedViews): GuardedEndpoint[] {
  const endpoint = (
    path: string,
    name: string,
    required: readonly string[],
    viewOf: (request: AdminRequest) => object | undefined,
  ): GuardedEndpoint => ({
    name: `admin.${name}`,
    method: 'GET',
    path,
    access: 'authenticated',
    permissions: required,
    maxBodyBytes: 0,
    handle(request) {
      const view = viewOf(request);
      return view === undefined ? new AdminError('forbidden') : { data: views.get(view, request.locale) };
    },
  });

  return [
    endpoint('/navigation', 'navigation', [], ({ permissions }) => permittedNavigation(navigation, permissions)),
    endpoint('/settings', 'settings_index', [], ({ permissions }) => settingsEntries(settings, permissions)),
    ...[...settings.values()].map((schema) =>
      endpoint(
        `/settings/${schema.screen.code}/schema`,
        'settings_schema',
        schema.requires.all,
        ({ permissions }) => permittedSettings.get(schema, permissions)?.view,
      ),
    ),
  ];
}
