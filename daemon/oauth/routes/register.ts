import type { ClientAddresses } from '../../http/client-address.js';
import { mediaType } from '../../http/content-type.js';
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
  unavailableAnswer,
} from './answers.js';

const NOT_JSON_TYPE = oauthError('invalid_client_metadata', 'The body must be sent as application/json.');
const NOT_JSON = oauthError('invalid_client_metadata', 'The body is not valid JSON in UTF-8.');

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
      const body = parseJson(request.body);
      if (body === undefined) return refusalAnswer(NOT_JSON, undefined);
      const outcome = await registerClient(body.value, addresses.of(request), call);
      switch (outcome.kind) {
        case 'registered':
          return jsonAnswer(201, outcome.response);
        case 'refused':
          return refusalAnswer(outcome.refusal, undefined);
        case 'throttled':
          return throttledAnswer(outcome.retryAfterSeconds);
        case 'cap_reached':
          return unavailableAnswer('No more clients can be registered right now. Please try again later.');
      }
    },
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Boxed, since `null` is valid JSON. */
function parseJson(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(utf8.decode(body)) as unknown };
  } catch {
    return undefined;
  }
}
