import { AdminError } from '../../model/admin-error.js';
import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import type { Actions } from '../../ports/actions.js';
import { createRunAction } from '../../usecases/run-action.js';
import { askingOf } from '../asking-of.js';
import type { GuardedEndpoint } from '../endpoint.js';
import { jsonBody } from '../json-body.js';
import { MAX_RECORD_BYTES } from '../limits.js';
import { controllerEndpoint, type ControllerPlace } from './place.js';

/** POST …/widgets/{field} and POST …/toolbar/{action}; both answer `{message, fill}`. */
export function actionEndpoints(place: ControllerPlace, schema: ControllerSchema, actions: Actions): GuardedEndpoint[] {
  const runAction = createRunAction(schema, actions);
  return (['widget', 'toolbar'] as const).map((kind) => {
    const below = kind === 'widget' ? '/widgets/:name' : '/toolbar/:name';
    return controllerEndpoint(place, 'POST', below, kind, MAX_RECORD_BYTES, async (request) => {
      const body = jsonBody(request.http);
      if (body instanceof AdminError) return body;
      const answer = await runAction[kind](request.parameters.get('name') ?? '', body, askingOf(request));
      return answer instanceof AdminError ? answer : { data: answer };
    });
  });
}
