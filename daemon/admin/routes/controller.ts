import type { Logger } from '../../core/runtime.js';
import type { LocalisedViews, PhraseBook } from '../../i18n/phrase-book.js';
import { AdminError } from '../api/errors.js';
import { CONTROLLER_PATHS, withSegments } from '../api/paths.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { Ports } from '../ports/ports.js';
import { permittedForms } from '../schema/permitted/form.js';
import { permittedLists, permittedRelations } from '../schema/permitted/list.js';
import type { RenderPartial } from '../usecases/show-partial.js';
import { bulkEndpoints } from './bulk-records.js';
import type { AdminRequest, ControllerPlace, GuardedEndpoint } from './endpoint.js';
import { controllerEndpoint, placeOf } from './endpoint.js';
import { FixedAnswers } from './fixed-answers.js';
import { importEndpoints } from './import-records.js';
import {
  bulkDeleteEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  showEndpoint,
  updateEndpoint,
} from './manage-records.js';
import { relationEndpoints } from './manage-relation.js';
import { actionEndpoints, optionEndpoints, partialEndpoint } from './screen-parts.js';
import { viewEndpoints } from './views.js';

/**
 * GET …/schema/list, …/schema/form and …/schema/relation/{name}: the parts that this administrator may see,
 * in the requested language.
 */
function schemaEndpoints(
  place: ControllerPlace,
  { list, form, relations }: ControllerSchema,
  views: LocalisedViews,
): GuardedEndpoint[] {
  const answers = new FixedAnswers();
  /** @param viewOf returns undefined if the administrator may not see it */
  const endpoint = (below: string, name: string, viewOf: (request: AdminRequest) => object | undefined) =>
    controllerEndpoint(place, 'GET', below, `schema_${name}`, 0, (request) => {
      const view = viewOf(request);
      return view === undefined ? new AdminError('not_found') : answers.of(views.get(view, request.locale));
    });

  return [
    ...(list
      ? [endpoint(CONTROLLER_PATHS.listSchema, 'list', ({ permissions }) => permittedLists.get(list, permissions).view)]
      : []),
    ...(form
      ? [endpoint(CONTROLLER_PATHS.formSchema, 'form', ({ permissions }) => permittedForms.get(form, permissions).view)]
      : []),
    ...[...relations.values()].map((relation) =>
      endpoint(
        withSegments(CONTROLLER_PATHS.relationSchema, { name: relation.name }),
        'relation',
        ({ permissions }) => permittedRelations.get(relation, permissions)?.view,
      ),
    ),
  ];
}

/** All endpoints below /{vendor}/{plugin}/{controller}. */
export function controllerEndpoints(
  schema: ControllerSchema,
  { records, relations, options, actions, partialData, bulk, views: savedViews }: Ports,
  views: LocalisedViews,
  render: RenderPartial,
  logger: Logger,
  phrases: PhraseBook,
): GuardedEndpoint[] {
  const place = placeOf(schema.controller);
  const { list, form } = schema;
  return [
    ...schemaEndpoints(place, schema, views),
    ...(list ? [listEndpoint(place, list, records)] : []),
    ...(list?.view.bulk === true ? bulkEndpoints(place, schema, bulk, logger) : []),
    ...(list?.import === undefined ? [] : importEndpoints(place, schema, { bulk, options }, phrases, logger)),
    ...(list?.savesViews === true ? viewEndpoints(place, list, savedViews) : []),
    ...(form
      ? [createEndpoint(place, form, records), showEndpoint(place, form, records), updateEndpoint(place, form, records)]
      : []),
    deleteEndpoint(place, schema, records),
    bulkDeleteEndpoint(place, schema, records),
    ...actionEndpoints(place, schema, actions),
    ...optionEndpoints(place, schema, options),
    partialEndpoint(place, schema, partialData, render),
    ...[...schema.relations.values()].flatMap((relation) => relationEndpoints(place, relation, relations)),
  ];
}
