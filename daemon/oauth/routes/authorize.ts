import { BackendMissing, Unavailable } from '../../core/faults.js';
import type { ClientAddresses } from '../../http/client-address.js';
import { MAX_PARAMETERS, parseQuery, tooManyParameters } from '../../http/parameters.js';
import { plainText, RETRY_AFTER_SECONDS } from '../../http/response.js';
import type { Response } from '../../http/response.js';
import type { HandlerRoute } from '../../http/router.js';
import { AUTHORIZE_PATH } from '../model/metadata.js';
import { Parameters } from '../model/parameters.js';
import type { Authorize } from '../usecases/authorize.js';

const RECOVERY = 'If an assistant or another application sent you here, remove the connection there and add it again.';

/**
 * GET /oauth/mcp/authorize (RFC 6749 §3.1). If the query cannot be decoded, the client is unknown, so the answer is local.
 * Local answers are plain text, and echo nothing of the request.
 */
export function authorizeRoute(authorize: Authorize, addresses: ClientAddresses): HandlerRoute {
  return {
    name: 'oauth.authorize',
    method: 'GET',
    path: AUTHORIZE_PATH,
    cors: false,
    maxBodyBytes: 0,
    bodyRefused: (reason) =>
      plainText(reason === 'too_large' ? 413 : 408, 'This address does not accept a request body.'),
    fault,
    async handle(request, call) {
      const entries = parseQuery(request.query);
      if (entries === undefined) {
        return refusedLocally(
          tooManyParameters(request.query)
            ? `its query string has more than ${String(MAX_PARAMETERS)} parameters`
            : 'its query string is not validly encoded',
        );
      }
      const outcome = await authorize(new Parameters(entries), addresses.of(request), call);
      switch (outcome.kind) {
        case 'refused_locally':
          return refusedLocally(outcome.reason);
        case 'redirect':
          return {
            status: 302,
            headers: [
              ['location', outcome.location],
              ['cache-control', 'no-store'],
            ],
          };
      }
    },
  };
}

/** The answer to a fault before the redirect URI is verified: never a redirect. */
function fault(error: unknown): Response {
  if (error instanceof Unavailable) {
    return plainText(503, 'This service is not available right now. Try again in a moment.', [
      'retry-after',
      String(RETRY_AFTER_SECONDS),
    ]);
  }
  return plainText(
    500,
    error instanceof BackendMissing
      ? 'This service is not connected to its application yet. Try again later.'
      : 'Something went wrong on the server. Try again later.',
  );
}

function refusedLocally(reason: string): Response {
  return plainText(400, `This authorization request cannot be used: ${reason}.\n\n${RECOVERY}`);
}
