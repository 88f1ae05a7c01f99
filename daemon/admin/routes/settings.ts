import { AdminError } from '../model/admin-error.js';
import type { SettingsSchema } from '../model/schema/settings-schema.js';
import type { OptionSource } from '../ports/option-source.js';
import type { SettingsStore } from '../ports/settings-store.js';
import { createSettingsOptions } from '../usecases/list-options.js';
import { createSettings } from '../usecases/settings.js';
import { askingOf } from './asking-of.js';
import type { GuardedEndpoint } from './endpoint.js';
import { jsonBody } from './json-body.js';
import { MAX_RECORD_BYTES } from './limits.js';
import { queryEntries } from './query-entries.js';

/** GET and PUT /settings/{code}, and the choices of its fields that come from the server. */
export function settingsEndpoints(
  schema: SettingsSchema,
  ports: { readonly settings: SettingsStore; readonly options: OptionSource },
): GuardedEndpoint[] {
  const settings = createSettings(schema, ports.settings);
  const listOptions = createSettingsOptions(schema, ports.options);
  const common = {
    path: `/settings/${schema.screen.code}`,
    access: 'authenticated',
    permissions: schema.requires.all,
  } as const;
  return [
    {
      ...common,
      name: 'admin.settings',
      method: 'GET',
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
      path: `${common.path}/fields/:name/options`,
      method: 'GET',
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
