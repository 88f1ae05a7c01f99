import { AdminError } from '../../model/admin-error.js';
import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import type { OptionSource } from '../../ports/option-source.js';
import { createListOptions } from '../../usecases/list-options.js';
import { askingOf } from '../asking-of.js';
import type { GuardedEndpoint } from '../endpoint.js';
import { queryEntries } from '../query-entries.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';

/** GET …/fields/{field}/options and GET …/filters/{scope}/options */
export function optionEndpoints(
  place: ControllerPlace,
  schema: ControllerSchema,
  options: OptionSource,
): GuardedEndpoint[] {
  const listOptions = createListOptions(schema, options);
  return (['field', 'filter'] as const).map((kind) =>
    controllerEndpoint(place, 'GET', `/${kind}s/:name/options`, `${kind}_options`, 0, async (request) => {
      const name = request.parameters.get('name') ?? '';
      const query = queryEntries(request.http);
      if (query instanceof AdminError) return query;
      const listed = await listOptions[kind](name, query, askingOf(request));
      return listed instanceof AdminError ? listed : { data: listed.options, meta: listed.meta };
    }),
  );
}
