import type { ClientAddresses } from '../../http/client-address.js';
import type { HandlerRoute } from '../../http/route.js';
import { REVOKE_PATH } from '../model/metadata.js';
import { isOAuthError } from '../model/oauth-error.js';
import type { RevokeToken } from '../usecases/revoke-token.js';
import { bodyRefused, faultAnswer, jsonAnswer, METHOD_NOT_ALLOWED, refusalAnswer, throttledAnswer } from './answers.js';
import { formParameters, MAX_FORM_BYTES } from './form-parameters.js';

/** POST /oauth/mcp/revoke (RFC 7009 §2). */
export function revokeRoute(revokeToken: RevokeToken, addresses: ClientAddresses): HandlerRoute {
  return {
    name: 'oauth.revoke',
    method: 'POST',
    path: REVOKE_PATH,
    cors: true,
    maxBodyBytes: MAX_FORM_BYTES,
    bodyRefused,
    fault: faultAnswer,
    methodNotAllowed: METHOD_NOT_ALLOWED,
    async handle(request, call) {
      const authorization = request.headers.get('authorization');
      const parameters = formParameters(request);
      if (isOAuthError(parameters)) return refusalAnswer(parameters, authorization);
      const outcome = await revokeToken({ parameters, authorization, clientAddress: addresses.of(request) }, call);
      switch (outcome.kind) {
        case 'done':
          return jsonAnswer(200, {});
        case 'refused':
          return refusalAnswer(outcome.refusal, authorization);
        case 'throttled':
          return throttledAnswer(outcome.retryAfterSeconds);
      }
    },
  };
}
