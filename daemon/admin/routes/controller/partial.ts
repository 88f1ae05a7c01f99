import { AdminError } from '../../model/admin-error.js';
import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import type { PartialData } from '../../ports/partial-data.js';
import { createShowPartial, type RenderPartial } from '../../usecases/show-partial.js';
import { askingOf } from '../asking-of.js';
import { queryEntries } from '../query-entries.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';

/** GET …/partials/{name}, with `?id=` for a form partial of a record. */
export function partialEndpoint(
  place: ControllerPlace,
  schema: ControllerSchema,
  partialData: PartialData,
  render: RenderPartial,
) {
  const showPartial = createShowPartial(schema, partialData, render);
  return controllerEndpoint(place, 'GET', '/partials/:name', 'partial', 0, async (request) => {
    const query = queryEntries(request.http);
    if (query instanceof AdminError) return query;
    const nodes = await showPartial(request.parameters.get('name') ?? '', query, askingOf(request));
    return nodes instanceof AdminError ? nodes : { data: nodes };
  });
}
