import { sha256 } from '../../core/hash.js';
import { orderedId } from '../../core/random.js';
import { verifierMatches } from '../checks/pkce.js';
import { resourceCheck } from '../checks/resource.js';
import type { Client } from '../model/client.js';
import type { Code } from '../model/code.js';
import { oauthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import { transactUnaborted } from '../ports/transact-unaborted.js';
import type { Dependencies } from '../usecases/dependencies.js';
import type { Decision, Grant } from './grant.js';

const REFUSED: Decision = {
  kind: 'refuse',
  refusal: oauthError('invalid_grant', 'The code is unknown, expired, used, or was issued for another request.'),
};

/** RFC 6749 §4.1.3 with RFC 7636 §4.6 and RFC 8707 §2.2. */
export function authorizationCodeGrant({ options, backend }: Pick<Dependencies, 'options' | 'backend'>): Grant {
  const checkResource = resourceCheck(options.resource);

  return {
    type: 'authorization_code',
    parameters: ['code', 'code_verifier', 'redirect_uri'],

    present(parameters) {
      const plain = parameters.get('code');
      if (plain === undefined) return oauthError('invalid_request', 'code is missing.');
      if (parameters.get('code_verifier') === undefined)
        return oauthError('invalid_request', 'code_verifier is missing.');
      const codeHash = sha256(plain);
      return {
        plain,
        async find(clientId, call) {
          const [client, code] = await transactUnaborted(
            backend,
            [
              { kind: 'findClient', clientId },
              { kind: 'findCode', codeHash },
            ],
            call,
          );
          return { client, decide: (authenticated, now) => decide(parameters, authenticated, code, now) };
        },
      };
    },
  };

  /**
   * The order matters: a code in a stranger's hands, or without its verifier, is evidence of nothing, so it neither
   * consumes nor revokes. Only its own client with the right verifier proves that a spent code came back.
   */
  function decide(parameters: Parameters, client: Client, code: Code | undefined, now: number): Decision {
    if (code?.clientId !== client.clientId) return REFUSED;
    const redirectUri = parameters.get('redirect_uri');
    if (redirectUri !== undefined && redirectUri !== code.redirectUri) return REFUSED;
    if (!verifierMatches(parameters.get('code_verifier') ?? '', code.codeChallenge)) return REFUSED;
    if (code.spent !== undefined) {
      return { kind: 'reused', credential: 'code', lineageId: code.spent.lineageId, spentAt: code.spent.at };
    }
    if (code.expiresAt <= now) return REFUSED;
    const wrongResource = checkResource(parameters);
    if (wrongResource !== undefined) return { kind: 'refuse', refusal: wrongResource };
    const lineageId = orderedId();
    return {
      kind: 'grant',
      spend: { kind: 'spendCode', codeHash: code.codeHash, lineageId, at: now },
      minting: {
        userId: code.userId,
        lineageId,
        lineageStartedAt: now,
        scopes: code.scopes,
        grantedScopes: code.scopes,
        resource: code.resource,
        grantContext: code.grantContext,
      },
    };
  }
}
