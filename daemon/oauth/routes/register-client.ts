import { jsonProblem, readJson, STRANGERS_JSON } from '../../core/json.js';
import type { ClientAddresses } from '../../http/client-address.js';
import { mediaType } from '../../http/headers.js';
import type { HandlerRoute } from '../../http/router.js';
import { REGISTER_PATH } from '../model/metadata.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import type { RegisterClient } from '../usecases/register-client.js';
import {
  bodyRefused,
  DRAINING,
  errorAnswer,
  faultAnswer,
  jsonAnswer,
  METHOD_NOT_ALLOWED,
  refusalAnswer,
} from './answers.js';

const NOT_JSON_TYPE = oauthError('invalid_client_metadata', 'The body must be sent as application/json.');

/** POST /oauth/mcp/register (RFC 7591 §3). */
export function registerClientRoute(
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
    draining: DRAINING,
    async handle(request, call) {
      if (mediaType(request.headers.get('content-type')) !== 'application/json') return errorAnswer(415, NOT_JSON_TYPE);
      const body = readJson(request.body, STRANGERS_JSON);
      if (typeof body === 'string') {
        const problem = `The body ${jsonProblem(body, STRANGERS_JSON) ?? ''}.`;
        return refusalAnswer(oauthError('invalid_client_metadata', problem), undefined);
      }
      const registered = await registerClient(body.value, addresses.of(request), call);
      return isRefused(registered) ? refusalAnswer(registered, undefined) : jsonAnswer(201, registered);
    },
  };
}
