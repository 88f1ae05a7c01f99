import type { ClientAddresses } from '../../http/client-address.js';
import type { HandlerRoute } from '../../http/route.js';
import { TOKEN_PATH } from '../model/metadata.js';
import { isOAuthError } from '../model/oauth-error.js';
import type { ExchangeToken } from '../usecases/exchange-token.js';
import { bodyRefused, faultAnswer, jsonAnswer, METHOD_NOT_ALLOWED, refusalAnswer, throttledAnswer } from './answers.js';
import { formParameters, MAX_FORM_BYTES } from './form-parameters.js';

/** POST /oauth/mcp/token (RFC 6749 §3.2). */
export function tokenRoute(exchangeToken: ExchangeToken, addresses: ClientAddresses): HandlerRoute {
  return {
    name: 'oauth.token',
    method: 'POST',
    path: TOKEN_PATH,
    cors: true,
    maxBodyBytes: MAX_FORM_BYTES,
    bodyRefused,
    fault: faultAnswer,
    methodNotAllowed: METHOD_NOT_ALLOWED,
    async handle(request, call) {
      const authorization = request.headers.get('authorization');
      const parameters = formParameters(request);
      if (isOAuthError(parameters)) return refusalAnswer(parameters, authorization);
      const outcome = await exchangeToken({ parameters, authorization, clientAddress: addresses.of(request) }, call);
      switch (outcome.kind) {
        case 'issued':
          return jsonAnswer(200, outcome.response);
        case 'refused':
          return refusalAnswer(outcome.refusal, authorization);
        case 'throttled':
          return throttledAnswer(outcome.retryAfterSeconds);
      }
    },
  };
}
