import type { LocalisedViews } from '../../i18n/localised-views.js';
import { AdminError } from '../../model/admin-error.js';
import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import { permittedForms } from '../../schema/permitted/form.js';
import { permittedLists } from '../../schema/permitted/list.js';
import { permittedRelations } from '../../schema/permitted/relation.js';
import type { AdminRequest, GuardedEndpoint } from '../endpoint.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';

/** GET …/schema/list, …/schema/form and …/schema/relation/{name}: what this administrator may see, in the language asked for. */
export function schemaEndpoints(
  place: ControllerPlace,
  { list, form, relations }: ControllerSchema,
  views: LocalisedViews,
): GuardedEndpoint[] {
  /** @param viewOf undefined for what does not exist for the administrator */
  const endpoint = (below: string, name: string, viewOf: (request: AdminRequest) => object | undefined) =>
    controllerEndpoint(place, 'GET', `/schema/${below}`, `schema_${name}`, 0, (request) => {
      const view = viewOf(request);
      return view === undefined ? new AdminError('not_found') : { data: views.get(view, request.locale) };
    });

  return [
    ...(list ? [endpoint('list', 'list', ({ permissions }) => permittedLists.get(list, permissions).view)] : []),
    ...(form ? [endpoint('form', 'form', ({ permissions }) => permittedForms.get(form, permissions).view)] : []),
    ...[...relations.values()].map((relation) =>
      endpoint(
        `relation/${relation.name}`,
        'relation',
        ({ permissions }) => permittedRelations.get(relation, permissions)?.view,
      ),
    ),
  ];
}
