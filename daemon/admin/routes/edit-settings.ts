import { AdminError } from '../api/errors.js';
import { MAX_RECORD_BYTES } from '../api/limits.js';
import { PATHS, withSegments } from '../api/paths.js';
import type { SettingsSchema } from '../model/schema/form-schema.js';
import type { OptionSource } from '../ports/option-source.js';
import type { SettingsStore } from '../ports/settings-store.js';
import { createSettings } from '../usecases/edit-settings.js';
import { createSettingsOptions } from '../usecases/list-options.js';
import type { GuardedEndpoint } from './endpoint.js';
import { askingOf, jsonBody, queryEntries } from './read-request.js';

/** GET and PUT /settings/{code}, and the server-side choices of its fields. */
export function settingsEndpoints(
  schema: SettingsSchema,
  ports: { readonly settings: SettingsStore; readonly options: OptionSource },
): GuardedEndpoint[] {
  const settings = createSettings(schema, ports.settings);
  const listOptions = createSettingsOptions(schema, ports.options);
  const { code } = schema.screen;
  const common = {
    path: withSegments(PATHS.settings, { code }),
    access: 'authenticated',
    permissions: schema.requires.all,
  } as const;
  return [
    {
      ...common,
      name: 'admin.settings',
      method: 'GET',
      readsForCaller: true,
      maxBodyBytes: 0,
      async handle(request) {
        const values = await settings.show(askingOf(request));
        return values instanceof AdminError ? values : { data: values };
      },
    },
    {
      ...common,
      name: 'admin.settings_update',
      method: 'PUT',
      maxBodyBytes: MAX_RECORD_BYTES,
      async handle(request) {
        const body = jsonBody(request.http);
        if (body instanceof AdminError) return body;
        const values = await settings.update(body, askingOf(request));
        return values instanceof AdminError ? values : { data: values };
      },
    },
    {
      ...common,
      name: 'admin.settings_options',
      path: withSegments(PATHS.settingsOptions, { code }),
      method: 'GET',
      readsForCaller: true,
      maxBodyBytes: 0,
      async handle(request) {
        const name = request.parameters.get('name') ?? '';
        const query = queryEntries(request.http);
        if (query instanceof AdminError) return query;
        const listed = await listOptions(name, query, askingOf(request));
        return listed instanceof AdminError ? listed : { data: listed.options, meta: listed.meta };
      },
    },
  ];
}
