import { AdminError } from '../api/errors.js';
import { MAX_RECORD_BYTES } from '../api/limits.js';
import { CONTROLLER_PATHS } from '../api/paths.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { Actions } from '../ports/actions.js';
import type { OptionSource } from '../ports/option-source.js';
import type { PartialData } from '../ports/partial-data.js';
import { createListOptions } from '../usecases/list-options.js';
import { createRunAction } from '../usecases/run-action.js';
import type { RenderPartial } from '../usecases/show-partial.js';
import { createShowPartial } from '../usecases/show-partial.js';
import type { ControllerPlace, GuardedEndpoint } from './endpoint.js';
import { controllerEndpoint, readEndpoint } from './endpoint.js';
import { askingOf, jsonBody, queryEntries } from './read-request.js';

/** GET …/fields/{field}/options and GET …/filters/{scope}/options */
export function optionEndpoints(
  place: ControllerPlace,
  schema: ControllerSchema,
  options: OptionSource,
): GuardedEndpoint[] {
  const listOptions = createListOptions(schema, options);
  return (['field', 'filter'] as const).map((kind) =>
    readEndpoint(place, 'GET', CONTROLLER_PATHS[`${kind}Options`], `${kind}_options`, 0, async (request) => {
      const name = request.parameters.get('name') ?? '';
      const query = queryEntries(request.http);
      if (query instanceof AdminError) return query;
      const listed = await listOptions[kind](name, query, askingOf(request));
      return listed instanceof AdminError ? listed : { data: listed.options, meta: listed.meta };
    }),
  );
}

/** POST …/widgets/{field} and POST …/toolbar/{action}; both return `{message, fill}`. */
export function actionEndpoints(place: ControllerPlace, schema: ControllerSchema, actions: Actions): GuardedEndpoint[] {
  const runAction = createRunAction(schema, actions);
  return (['widget', 'toolbar'] as const).map((kind) =>
    controllerEndpoint(place, 'POST', CONTROLLER_PATHS[kind], kind, MAX_RECORD_BYTES, async (request) => {
      const body = jsonBody(request.http);
      if (body instanceof AdminError) return body;
      const answer = await runAction[kind](request.parameters.get('name') ?? '', body, askingOf(request));
      return answer instanceof AdminError ? answer : { data: answer };
    }),
  );
}

/** GET …/partials/{name}, with `?id=` for a form partial of a record. */
export function partialEndpoint(
  place: ControllerPlace,
  schema: ControllerSchema,
  partialData: PartialData,
  render: RenderPartial,
) {
  const showPartial = createShowPartial(schema, partialData, render);
  return controllerEndpoint(place, 'GET', CONTROLLER_PATHS.partial, 'partial', 0, async (request) => {
    const query = queryEntries(request.http);
    if (query instanceof AdminError) return query;
    const nodes = await showPartial(request.parameters.get('name') ?? '', query, askingOf(request));
    return nodes instanceof AdminError ? nodes : { data: nodes };
  });
}
