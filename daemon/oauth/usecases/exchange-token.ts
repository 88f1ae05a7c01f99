import { randomToken } from '../../core/crypto.js';
import type { ContractViolation } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import type { ClientRequest } from '../checks/client-authentication.js';
import type { GrantType, Judgement, JudgementContext, PresentedToken, Reused } from '../checks/token.js';
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
import { UnusableTokens } from '../ports/backend.js';
import type { Dependencies } from '../ports/dependencies.js';
import { createMintTokens, LOST_RACE } from './mint-tokens.js';
import type { FirstCall, IssuedTokens } from './redeem.js';
import { createRedeem } from './redeem.js';
import { createReplayAnswer } from './replay-answer.js';
import { reportSweep } from './report-sweep.js';
import { createTokenFailures } from './token-failures.js';
import { transactUnaborted } from './transact-unaborted.js';

const GRANT_TYPES: readonly GrantType[] = [authorizationCode, refreshToken];

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
  /** Whether the request has already removed expired rows (AS-118). A transaction that does sets it. */
  swept: boolean;
}

/** The first call of a request that is refused without asking the host. */
const NO_CALL: FirstCall = { stored: undefined, token: undefined, swept: false };

/**
 * The token request (RFC 6749 §3.2), in the same order for every grant type: check, redeem or look up, check, judge, mint.
 * One host call for a success if the host redeems (redeem.ts), otherwise two: a read, then one transaction. A failed check
 * consumes nothing.
 */
export function createExchangeToken(dependencies: Dependencies): ExchangeToken {
  const { options, backend, telemetry, logger, clock } = dependencies;
  const failures = createTokenFailures(dependencies);
  const redeem = createRedeem(dependencies);
  const mint = createMintTokens(dependencies);
  const replayAnswer = createReplayAnswer(dependencies);

  return async (request, call) => {
    const form = TOKEN_CHECKS.form.run({ grantTypes: GRANT_TYPES, ...request });
    if (isRefused(form)) return reported('none', form);
    const { grantType, credentials, presented, parameters, clientAddress } = form;
    const { clientId } = credentials;

    const verdict = await failures.check(clientId, clientAddress);
    const now = clock.now();
    const { stored, token, issued, swept } = verdict.allowed
      ? await orRevoked(redeem(form, now, call), presented, call)
      : NO_CALL;
    const known = TOKEN_CHECKS.client.run({ credentials, verdict, stored, grantType });
    if (isRefused(known)) {
      if (issued !== undefined) throw await withdrawn(issued, known, presented, call);
      if (known.error === 'unauthorized_client' && !swept) await sweep(call);
      const refusal = await failures.counted(known, clientId, stored !== undefined, clientAddress);
      return reported(grantType.type, refusal);
    }
    const exchange: Exchange = { grantType, presented, client: known.client, parameters, swept };
    const judgement = judge(exchange, token, now);
    const answer =
      issued === undefined
        ? await answerTo(exchange, judgement, call)
        : await answerOfIssued(issued, judgement, presented, now, call);
    if (!exchange.swept) await sweep(call);
    if (isRefused(answer) && answer.error === 'invalid_grant') await failures.count(clientId, true, clientAddress);
    return reported(grantType.type, answer);
  };

  function judge(
    { grantType, parameters, client }: Pick<JudgementContext, 'parameters' | 'client'> & { grantType: GrantType },
    token: Code | RefreshToken | undefined,
    now: number,
  ): Judgement {
    return grantType.judge(token, { parameters, client, options, now });
  }

  async function answerOfIssued(
    issued: IssuedTokens,
    judgement: Judgement,
    presented: PresentedToken,
    now: number,
    call: CallContext,
  ): Promise<TokenResponse> {
    if (isRefused(judgement) || judgement.kind === 'reused') throw await withdrawn(issued, judgement, presented, call);
    return tokenResponse(issued.minted, issued.refreshToken, judgement.minting.scopes, now);
  }

  /**
   * The host issued tokens that our checks refuse. The client never gets them, and their lineage is revoked; a fault of that
   * revocation is thrown. Returns the fault for the client.
   */
  async function withdrawn(
    { lineageId }: IssuedTokens,
    judgement: OAuthError | Reused,
    presented: PresentedToken,
    call: CallContext,
  ): Promise<ContractViolation> {
    const why = isRefused(judgement)
      ? `${judgement.error}: ${judgement.description}`
      : `the ${judgement.token} is spent`;
    const violation = backend.violation(`minted although an expectation did not hold (${why})`, call);
    await revoke(lineageId, presented, call);
    return violation;
  }

  /** The result of a call, which issues tokens. If they arrive in an answer that we cannot use, their lineage is revoked. */
  async function orRevoked<T>(issuing: Promise<T>, presented: PresentedToken, call: CallContext): Promise<T> {
    try {
      return await issuing;
    } catch (fault) {
      if (fault instanceof UnusableTokens) await revoke(fault.lineageId, presented, call);
      throw fault;
    }
  }

  /** @param named undefined if the host has not named it: then it is that of the presented refresh token, if there is one */
  async function revoke(named: string | undefined, { find }: PresentedToken, call: CallContext): Promise<void> {
    const lineageId = named ?? (await lineageOf(find, call));
    if (lineageId === undefined) return;
    await transactUnaborted(backend, [{ kind: 'revokeLineage', lineageId, at: clock.now() }], call);
  }

  async function lineageOf(find: PresentedToken['find'], call: CallContext): Promise<string | undefined> {
    const [token] = await transactUnaborted(backend, [find], call);
    return token !== undefined && 'lineageId' in token ? token.lineageId : undefined;
  }

  async function answerTo(exchange: Exchange, judgement: Judgement, call: CallContext): Promise<Result<TokenResponse>> {
    if (isRefused(judgement)) return judgement;
    if (judgement.kind === 'reused') return answerReuse(exchange, judgement, call);
    const { presented, client } = exchange;
    const { clientId } = client;
    const isRefresh = judgement.spend.kind === 'spendRefreshToken';
    const successor = isRefresh
      ? await replayAnswer.successor(presented.plain, clientId, judgement.minting.scopes, call)
      : randomToken();
    const issuing = mint(judgement, clientId, successor, clock.now(), call);
    const minted = await orRevoked(issuing, presented, call);
    if (minted === LOST_RACE) {
      // Another request spent it between our read and our write: look again, and judge its new state.
      const [token] = await transactUnaborted(backend, [presented.find], call);
      const again = judge(exchange, token, clock.now());
      if (isRefused(again)) return again;
      return again.kind === 'reused' ? answerReuse(exchange, again, call) : USED;
    }
    if (isRefused(minted)) return minted;
    exchange.swept = true;
    if (isRefresh) await replayAnswer.save(presented.plain, clientId, minted, call);
    return minted;
  }

  /**
   * Revocation commits although the request is refused (RFC 6749 §4.1.2, RFC 9700 §4.14.2); if it fails, the fault is
   * thrown.
   */
  async function answerReuse(exchange: Exchange, reused: Reused, call: CallContext): Promise<Result<TokenResponse>> {
    const { presented, client } = exchange;
    const now = clock.now();
    if (reused.token === 'refresh_token') {
      const finding = replayAnswer.find(presented.plain, client.clientId, reused.spentAt, now, call);
      // It may issue an access token.
      const replay = await orRevoked(finding, presented, call);
      if (replay !== undefined) {
        // A request for something else is not a retry. It is refused as it would have been before the token was spent, and
        // revokes nothing: the client is the right one, and the successor is unused.
        if (isRefused(reused.asked)) return reused.asked;
        if (reused.asked.join(' ') !== replay.scope) return OTHER_SCOPE;
        telemetry.replayed();
        return replay;
      }
    }
    const [{ newlyRevoked }, removed] = await transactUnaborted(
      backend,
      [
        { kind: 'revokeLineage', lineageId: reused.lineageId, at: now },
        { kind: 'sweepExpired', before: now },
      ],
      call,
    );
    exchange.swept = true;
    reportSweep(telemetry, removed);
    telemetry.reuseDetected(reused.token);
    logger.warn(
      { ...call, clientId: client.clientId, lineageId: reused.lineageId, credential: reused.token },
      newlyRevoked
        ? 'a used code or refresh token was presented again; revoked its lineage'
        : 'a used code or refresh token was presented again; its lineage was revoked already',
    );
    return USED;
  }

  /** After an answer without a transaction of its own, or whose transaction was aborted. A failed sweep must not change the answer. */
  async function sweep(call: CallContext): Promise<void> {
    try {
      const [removed] = await transactUnaborted(backend, [{ kind: 'sweepExpired', before: clock.now() }], call);
      reportSweep(telemetry, removed);
    } catch (err) {
      logger.warn({ ...call, err }, 'the sweep after a token request failed');
    }
  }

  function reported(grantType: GrantTypeName | 'none', answer: Result<TokenResponse>): Result<TokenResponse> {
    telemetry.tokenRequest(grantType, isRefused(answer) ? answer.error : 'issued');
    return answer;
  }
}
