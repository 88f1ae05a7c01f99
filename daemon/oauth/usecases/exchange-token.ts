import { randomToken, sha256 } from '../../core/crypto.js';
import type { CallContext } from '../../core/runtime.js';
import type { ClientRequest } from '../checks/client-authentication.js';
import type { GrantType, Judgement, Minting, PresentedToken, Reused } from '../checks/token.js';
import { TOKEN_CHECKS } from '../checks/token.js';
import { authorizationCode } from '../grants/authorization-code.js';
import { refreshToken } from '../grants/refresh-token.js';
import type { Client, GrantTypeName } from '../model/client.js';
import type { OAuthError, Result } from '../model/oauth-error.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import type { TokenResponse } from '../model/responses.js';
import { tokenResponse } from '../model/responses.js';
import type { Code, RefreshToken } from '../model/tokens.js';
import type { AbortReason, Operation } from '../ports/backend.js';
import type { Dependencies } from '../ports/dependencies.js';
import { createReplayAnswer } from './replay-answer.js';
import { createTokenFailures } from './token-failures.js';
import { transactUnaborted } from './transact-unaborted.js';

const GRANT_TYPES: readonly GrantType[] = [authorizationCode, refreshToken];

/** Another request spent the token between our read and our write. */
const LOST_RACE = 'lost_race';

/**
 * The one writing transaction of the token endpoint: sweep, spend, mint, create the refresh token, all or nothing. The sweep
 * comes first, so that a token that has just expired cannot be spent any more.
 */
function createMintTokens({
  options,
  backend,
  telemetry,
}: Pick<Dependencies, 'options' | 'backend' | 'telemetry'>): (
  spend: Operation,
  minting: Minting,
  clientId: string,
  refreshToken: string,
  now: number,
  call: CallContext,
) => Promise<Result<TokenResponse | typeof LOST_RACE>> {
  return async (spend, minting, clientId, refreshToken, now, call) => {
    const { userId, lineageId, lineageStartedAt, scopes, grantedScopes, resource, grantContext } = minting;
    const outcome = await backend.transact(
      [
        { kind: 'sweepExpired', before: now },
        spend,
        {
          kind: 'mintAccessToken',
          userId,
          clientId,
          scopes,
          resource,
          lineageId,
          expiresAt: now + options.accessTokenTtl,
          grantContext,
          at: now,
        },
        {
          kind: 'createRefreshToken',
          refreshToken: {
            tokenHash: sha256(refreshToken),
            lineageId,
            clientId,
            userId,
            scopes: grantedScopes,
            resource,
            issuedAt: now,
            expiresAt: now + options.refreshTokenTtl,
            lineageStartedAt,
            grantContext,
            lineageRevoked: false,
          },
        },
      ],
      call,
    );
    if (!outcome.committed) return refusalOf(outcome.reason, outcome.publicReason);
    const [swept, , minted] = outcome.results;
    telemetry.swept('code', swept.codesRemoved);
    telemetry.swept('refresh_token', swept.refreshTokensRemoved);
    return tokenResponse(minted, refreshToken, scopes, now);
  };
}

function refusalOf(reason: AbortReason, publicReason: string): Result<typeof LOST_RACE> {
  if (reason === 'code_already_spent' || reason === 'refresh_token_already_spent') return LOST_RACE;
  if (reason === 'mint_refused' && publicReason !== '') return oauthError('invalid_grant', publicReason);
  return oauthError('invalid_grant', 'The grant is no longer valid.');
}

const USED = oauthError(
  'invalid_grant',
  'The code or refresh token was already used, so the whole grant has been revoked.',
);

const OTHER_SCOPE = oauthError(
  'invalid_scope',
  'The refresh token was just used with another scope. Repeat that request, or use the new refresh token.',
);

export type ExchangeToken = (request: ClientRequest, call: CallContext) => Promise<Result<TokenResponse>>;

/** A token request whose client has authenticated and may use the grant type. */
interface Exchange {
  readonly grantType: GrantType;
  readonly presented: PresentedToken;
  readonly client: Client;
  readonly parameters: Parameters;
}

/**
 * The token request (RFC 6749 §3.2), in the same order for every grant type: check, look up, check, judge, mint. Two host
 * calls for a success: a read, then one transaction. A failed check consumes nothing.
 */
export function createExchangeToken(dependencies: Dependencies): ExchangeToken {
  const { options, backend, telemetry, logger, clock } = dependencies;
  const failures = createTokenFailures(dependencies);
  const mint = createMintTokens(dependencies);
  const replayAnswer = createReplayAnswer(dependencies);

  return async (request, call) => {
    const form = TOKEN_CHECKS.form.run({ ...request, grantTypes: GRANT_TYPES });
    if (isRefused(form)) return reported('none', form);
    const { grantType, credentials, presented, parameters, clientAddress } = form;
    const { clientId } = credentials;

    const [verdict, [stored, token]] = await Promise.all([
      failures.check(clientId, clientAddress),
      lookUp(clientId, presented, call),
    ]);
    const known = TOKEN_CHECKS.client.run({ credentials, verdict, stored, grantType });
    if (isRefused(known)) {
      const refusal = await failures.counted(known, clientId, stored !== undefined, clientAddress);
      return reported(grantType.type, refusal);
    }
    const exchange = { grantType, presented, client: known.client, parameters };
    const answer = await answerTo(exchange, judge(exchange, token), call);
    if (isRefused(answer) && answer.error === 'invalid_grant') await failures.count(clientId, true, clientAddress);
    return reported(grantType.type, answer);
  };

  /** One host call: the client, and the presented token in its current state. */
  function lookUp(clientId: string, { find }: PresentedToken, call: CallContext) {
    return transactUnaborted(backend, [{ kind: 'findClient', clientId }, find], call);
  }

  function judge({ grantType, parameters, client }: Exchange, token: Code | RefreshToken | undefined): Judgement {
    return grantType.judge(token, { parameters, client, options, now: clock.now() });
  }

  async function answerTo(exchange: Exchange, judgement: Judgement, call: CallContext): Promise<Result<TokenResponse>> {
    if (isRefused(judgement)) return refuseAndSweep(judgement, call);
    if (judgement.kind === 'reused') return answerReuse(exchange, judgement, call);
    const { presented, client } = exchange;
    const { clientId } = client;
    const { spend, minting } = judgement;
    const isRefresh = spend.kind === 'spendRefreshToken';
    const successor = isRefresh
      ? await replayAnswer.successor(presented.plain, clientId, minting.scopes, call)
      : randomToken();
    const minted = await mint(spend, minting, clientId, successor, clock.now(), call);
    if (minted === LOST_RACE) {
      // Another request spent it between our read and our write: look again, and judge its new state.
      const [, token] = await lookUp(clientId, presented, call);
      const again = judge(exchange, token);
      if (isRefused(again)) return refuseAndSweep(again, call);
      return again.kind === 'reused' ? answerReuse(exchange, again, call) : refuseAndSweep(USED, call);
    }
    if (isRefresh && !isRefused(minted)) await replayAnswer.save(presented.plain, clientId, minted, call);
    return minted;
  }

  /**
   * Revocation commits although the request is refused (RFC 6749 §4.1.2, RFC 9700 §4.14.2); if it fails, the fault is
   * thrown.
   */
  async function answerReuse(
    { presented, client }: Exchange,
    reused: Reused,
    call: CallContext,
  ): Promise<Result<TokenResponse>> {
    const now = clock.now();
    if (reused.token === 'refresh_token') {
      const replay = await replayAnswer.find(presented.plain, client.clientId, reused.spentAt, now, call);
      if (replay !== undefined) {
        // A request for something else is not a retry. It is refused as it would have been before the token was spent, and
        // revokes nothing: the client is the right one, and the successor is unused.
        if (isRefused(reused.asked)) return reused.asked;
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
    telemetry.reuseDetected(reused.token);
    logger.warn(
      { ...call, clientId: client.clientId, lineageId: reused.lineageId, credential: reused.token },
      'a used code or refresh token was presented again; revoked its lineage',
    );
    return USED;
  }

  /** Every token request sweeps, including refused ones (AS-118). A failed sweep must not change the answer. */
  async function refuseAndSweep(refusal: OAuthError, call: CallContext): Promise<OAuthError> {
    try {
      const [swept] = await transactUnaborted(backend, [{ kind: 'sweepExpired', before: clock.now() }], call);
      telemetry.swept('code', swept.codesRemoved);
      telemetry.swept('refresh_token', swept.refreshTokensRemoved);
    } catch (err) {
      logger.warn({ ...call, err }, 'the sweep after a refused token request failed');
    }
    return refusal;
  }

  function reported(grantType: GrantTypeName | 'none', answer: Result<TokenResponse>): Result<TokenResponse> {
    telemetry.tokenRequest(grantType, isRefused(answer) ? answer.error : 'issued');
    return answer;
  }
}
