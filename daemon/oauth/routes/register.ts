import type { ClientAddresses } from '../../http/client-address.js';
import { mediaType } from '../../http/content-type.js';
import { jsonProblem, readJson, STRANGERS_JSON } from '../../core/json.js';
import type { HandlerRoute } from '../../http/route.js';
import { REGISTER_PATH } from '../model/metadata.js';
import { oauthError } from '../model/oauth-error.js';
import type { RegisterClient } from '../usecases/register-client.js';
import {
  bodyRefused,
  errorAnswer,
  faultAnswer,
  jsonAnswer,
  METHOD_NOT_ALLOWED,
  refusalAnswer,
  throttledAnswer,
} from './answers.js';

const NOT_JSON_TYPE = oauthError('invalid_client_metadata', 'The body must be sent as application/json.');

/** Without Retry-After: when a place under the cap becomes free depends on people, and on the sweep a day later. */
const CAP_REACHED = errorAnswer(
  503,
  oauthError('temporarily_unavailable', 'No more clients can be registered right now. Please try again later.'),
);

/** POST /oauth/mcp/register (RFC 7591 §3). */
export function registerRoute(
  registerClient: RegisterClient,
  maxBodyBytes: number,
  addresses: ClientAddresses,
): HandlerRoute {
  return {
    name: 'oauth.register',
    method: 'POST',
    path: REGISTER_PATH,
    cors: true,
    maxBodyBytes,
    bodyRefused,
    fault: faultAnswer,
    methodNotAllowed: METHOD_NOT_ALLOWED,
    async handle(request, call) {
      if (mediaType(request.headers.get('content-type')) !== 'application/json') return errorAnswer(415, NOT_JSON_TYPE);
      const body = readJson(request.body, STRANGERS_JSON);
      if (typeof body === 'string') {
        const problem = `The body ${jsonProblem(body, STRANGERS_JSON) ?? ''}.`;
        return refusalAnswer(oauthError('invalid_client_metadata', problem), undefined);
      }
      const outcome = await registerClient(body.value, addresses.of(request), call);
      switch (outcome.kind) {
        case 'registered':
          return jsonAnswer(201, outcome.response);
        case 'refused':
          return refusalAnswer(outcome.refusal, undefined);
        case 'throttled':
          return throttledAnswer(outcome.retryAfterSeconds);
        case 'cap_reached':
          return CAP_REACHED;
      }
    },
  };
}
