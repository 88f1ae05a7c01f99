import type { LocalisedViews } from '../../i18n/localised-views.js';
import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import type { Ports } from '../../ports/ports.js';
import type { RenderPartial } from '../../usecases/show-partial.js';
import type { GuardedEndpoint } from '../endpoint.js';
import { actionEndpoints } from './actions.js';
import { bulkDeleteEndpoint } from './bulk-delete.js';
import { createEndpoint } from './create.js';
import { deleteEndpoint } from './delete.js';
import { listEndpoint } from './list.js';
import { optionEndpoints } from './options.js';
import { partialEndpoint } from './partial.js';
import { placeOf } from './place.js';
import { relationEndpoints } from './relations.js';
import { schemaEndpoints } from './schemas.js';
import { showEndpoint } from './show.js';
import { updateEndpoint } from './update.js';

/** Everything below /{vendor}/{plugin}/{controller}. */
export function controllerEndpoints(
  schema: ControllerSchema,
  { records, relations, options, actions, partialData }: Ports,
  views: LocalisedViews,
  render: RenderPartial,
): GuardedEndpoint[] {
  const place = placeOf(schema.controller);
  const { list, form } = schema;
  return [
    ...schemaEndpoints(place, schema, views),
    ...(list ? [listEndpoint(place, list, records)] : []),
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
