import { AdminError } from '../api/errors.js';
import { MAX_IGNORED_BYTES, MAX_VIEW_BYTES } from '../api/limits.js';
import { CONTROLLER_PATHS } from '../api/paths.js';
import type { ListSchema } from '../model/schema/list-schema.js';
import type { Views } from '../ports/views.js';
import { createSavedViews } from '../usecases/saved-views.js';
import type { ControllerPlace, GuardedEndpoint } from './endpoint.js';
import { controllerEndpoint } from './endpoint.js';
import { askingOf, jsonBody } from './read-request.js';

/** …/list/views: the saved views of a list. Every administrator who may open the list may read them and save own ones. */
export function viewEndpoints(place: ControllerPlace, schema: ListSchema, views: Views): GuardedEndpoint[] {
  const saved = createSavedViews(schema, views);
  const { views: all, view: one } = CONTROLLER_PATHS;
  return [
    controllerEndpoint(place, 'GET', all, 'views', 0, async (request) => ({
      data: await saved.list(askingOf(request)),
    })),

    controllerEndpoint(place, 'POST', all, 'create_view', MAX_VIEW_BYTES, async (request) => {
      const body = jsonBody(request.http);
      if (body instanceof AdminError) return body;
      const view = await saved.save('', body, askingOf(request));
      return view instanceof AdminError ? view : { status: 201, data: view };
    }),

    controllerEndpoint(place, 'PUT', one, 'update_view', MAX_VIEW_BYTES, async (request) => {
      const body = jsonBody(request.http);
      if (body instanceof AdminError) return body;
      const id = request.parameters.get('view') ?? '';
      // Without an id, it would create a view.
      const view = id === '' ? new AdminError('not_found') : await saved.save(id, body, askingOf(request));
      return view instanceof AdminError ? view : { data: view };
    }),

    controllerEndpoint(place, 'DELETE', one, 'delete_view', MAX_IGNORED_BYTES, async (request) => {
      const refused = await saved.delete(request.parameters.get('view') ?? '', askingOf(request));
      return refused ?? { data: null };
    }),
  ];
}
