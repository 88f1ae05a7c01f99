import type { CallContext } from '../../core/call-context.js';
import { randomToken } from '../../core/random.js';
import { authenticateClient, AUTHENTICATION_FAILED, presentedCredentials } from '../checks/client-authentication.js';
import { repeatedParameter } from '../checks/repeated-parameters.js';
import { authorizationCodeGrant } from '../grants/authorization-code.js';
import type { Decision, Grant, PresentedCredential } from '../grants/grant.js';
import { refreshTokenGrant } from '../grants/refresh-token.js';
import type { Client, GrantType } from '../model/client.js';
import { isOAuthError, oauthError, type OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import type { TokenResponse } from '../model/token-response.js';
import { transactUnaborted } from '../ports/transact-unaborted.js';
import type { Dependencies } from './dependencies.js';
import { createMintTokens, LOST_RACE } from './mint-tokens.js';
import { createReplayAnswer } from './replay-answer.js';
import { createTokenFailures } from './token-failures.js';

const SHARED_PARAMETERS = ['grant_type', 'client_id', 'client_secret'];
const USED = oauthError(
  'invalid_grant',
  'The code or refresh token was used before; its whole grant has been revoked.',
);

const OTHER_SCOPE = oauthError(
  'invalid_scope',
  'The refresh token was used a moment ago for another scope; repeat that request, or use the new refresh token.',
);

export interface TokenRequest {
  readonly parameters: Parameters;
  /** The Authorization header, if there was one. */
  readonly authorization: string | undefined;
  readonly clientAddress: string;
}

export type ExchangeToken = (request: TokenRequest, call: CallContext) => Promise<TokenOutcome>;

export type TokenOutcome =
  | { readonly kind: 'issued'; readonly response: TokenResponse }
  | { readonly kind: 'refused'; readonly refusal: OAuthError }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

/**
 * The token request (RFC 6749 §3.2), in one order for every grant: parse, authenticate client, grant, mint. Two host
 * calls for a success: a read, then one transaction. A check that fails consumes nothing.
 */
export function createExchangeToken(needs: Dependencies): ExchangeToken {
  const { backend, telemetry, logger, clock } = needs;
  const failures = createTokenFailures(needs);
  const grants: readonly Grant[] = [authorizationCodeGrant(needs), refreshTokenGrant(needs)];
  const mint = createMintTokens(needs);
  const replayAnswer = createReplayAnswer(needs);

  return async (request, call) => {
    const parsed = parse(request);
    if (isOAuthError(parsed)) return refused('none', parsed);
    const { grant, credentials, presented } = parsed;
    const { clientId } = credentials;
    const { clientAddress } = request;

    const [verdict, found] = await Promise.all([
      failures.check(clientId, clientAddress),
      presented.find(clientId, call),
    ]);
    if (!verdict.allowed) return throttled(grant.type, verdict.retryAfterSeconds);
    const { client } = found;
    const isKnown = client !== undefined;
    if (!authenticateClient(credentials, client)) {
      const counted = await failures.count(clientId, isKnown, clientAddress);
      return counted.allowed
        ? refused(grant.type, AUTHENTICATION_FAILED)
        : throttled(grant.type, counted.retryAfterSeconds);
    }
    if (!client.grantTypes.includes(grant.type)) {
      return refused(grant.type, oauthError('unauthorized_client', 'The client did not register this grant type.'));
    }
    const answer = await answerGrant(presented, client, found.decide(client, clock.now()), call);
    if (isOAuthError(answer)) {
      if (answer.error === 'invalid_grant') await failures.count(clientId, true, clientAddress);
      return refused(grant.type, answer);
    }
    telemetry.tokenRequest(grant.type, 'issued');
    return { kind: 'issued', response: answer };
  };

  function parse({ parameters, authorization }: TokenRequest) {
    const grantType = parameters.get('grant_type');
    const grant = grants.find(({ type }) => type === grantType);
    const repeated = repeatedParameter(parameters, [...SHARED_PARAMETERS, ...(grant?.parameters ?? [])]);
    if (repeated !== undefined) return repeated;
    if (grantType === undefined) return oauthError('invalid_request', 'grant_type is missing.');
    if (grant === undefined) {
      return oauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
    }
    const credentials = presentedCredentials(authorization, parameters);
    if (isOAuthError(credentials)) return credentials;
    const presented = grant.present(parameters);
    return isOAuthError(presented) ? presented : { grant, credentials, presented };
  }

  async function answerGrant(
    presented: PresentedCredential,
    client: Client,
    decision: Decision,
    call: CallContext,
  ): Promise<TokenResponse | OAuthError> {
    if (decision.kind === 'grant') {
      const isRefresh = decision.spend.kind === 'spendRefreshToken';
      const successor = isRefresh
        ? await replayAnswer.successor(presented.plain, client.clientId, decision.minting.scopes, call)
        : randomToken();
      const minted = await mint(decision.spend, decision.minting, client.clientId, successor, clock.now(), call);
      if (minted !== LOST_RACE) {
        if (!isOAuthError(minted) && isRefresh) {
          await replayAnswer.save(presented.plain, client.clientId, minted, call);
        }
        return minted;
      }
      // Somebody else spent it between our read and our write: look again, and judge it as what it is now.
      const again = (await presented.find(client.clientId, call)).decide(client, clock.now());
      return again.kind === 'reused' ? answerReuse(presented, client, again, call) : refuseAndSweep(again, call);
    }
    return decision.kind === 'reused' ? answerReuse(presented, client, decision, call) : refuseAndSweep(decision, call);
  }

  /** Revocation commits although the request is refused (RFC 6749 §4.1.2, RFC 9700 §4.14.2); if it cannot, the fault is told. */
  async function answerReuse(
    presented: PresentedCredential,
    client: Client,
    reused: Extract<Decision, { kind: 'reused' }>,
    call: CallContext,
  ): Promise<TokenResponse | OAuthError> {
    const now = clock.now();
    if (reused.credential === 'refresh_token') {
      const replay = await replayAnswer.find(presented.plain, client.clientId, reused.spentAt, now, call);
      if (replay !== undefined) {
        // A request that asks for something else is no retry. It is refused as it would have been before the token was
        // spent, and revokes nothing: the client is the right one, and the successor is unused.
        if (isOAuthError(reused.asked)) return reused.asked;
        if (reused.asked.join(' ') !== replay.scope) return OTHER_SCOPE;
        telemetry.replayed();
        return replay;
      }
    }
    await transactUnaborted(
      backend,
      [
        { kind: 'revokeLineage', lineageId: reused.lineageId, at: now },
        { kind: 'sweepExpired', before: now },
      ],
      call,
    );
    telemetry.reuseDetected(reused.credential);
    logger.warn(
      { ...call, clientId: client.clientId, lineageId: reused.lineageId, credential: reused.credential },
      'a spent credential was presented again: its lineage is revoked',
    );
    return USED;
  }

  /** The spec removes expired rows "on every token call", refused ones included; that must not fail the answer. */
  async function refuseAndSweep(decision: Decision, call: CallContext): Promise<OAuthError> {
    try {
      const [swept] = await transactUnaborted(backend, [{ kind: 'sweepExpired', before: clock.now() }], call);
      telemetry.swept('code', swept.codesRemoved);
      telemetry.swept('refresh_token', swept.refreshTokensRemoved);
    } catch (err) {
      logger.warn({ ...call, err }, 'the sweep after a refused token request failed');
    }
    return decision.kind === 'refuse' ? decision.refusal : USED;
  }

  function throttled(grant: GrantType, retryAfterSeconds: number): TokenOutcome {
    telemetry.tokenRequest(grant, 'too_many_requests');
    return { kind: 'throttled', retryAfterSeconds };
  }

  function refused(grant: GrantType | 'none', refusal: OAuthError): TokenOutcome {
    telemetry.tokenRequest(grant, refusal.error);
    return { kind: 'refused', refusal };
  }
}
