import { randomToken, sha256 } from '../../core/crypto.js';
import type { CallContext } from '../../core/runtime.js';
import type { GrantType, PresentedToken } from '../checks/token.js';
import type { Client } from '../model/client.js';
import type { Parameters } from '../model/parameters.js';
import type { Code, RefreshToken } from '../model/tokens.js';
import type { HashedCredentials, MintedToken } from '../ports/backend.js';
import type { Dependencies } from '../ports/dependencies.js';
import { reportSweep } from './report-sweep.js';
import { transactUnaborted } from './transact-unaborted.js';

/** A well-formed token request, before any lookup. */
export interface TokenForm {
  readonly grantType: GrantType;
  readonly credentials: HashedCredentials;
  readonly presented: PresentedToken;
  readonly parameters: Parameters;
}

/** The answer of the host to the first call of a token request. Only our own checks decide what the client gets. */
export interface FirstCall {
  readonly stored: Client | undefined;
  readonly token: Code | RefreshToken | undefined;
  /** The host has already spent the token for these. */
  readonly issued?: IssuedTokens;
  /** Whether the call also removed expired rows (AS-118). */
  readonly swept: boolean;
}

export interface IssuedTokens {
  readonly minted: MintedToken;
  readonly refreshToken: string;
  /** Undefined if the host minted for a refresh token that it did not find. */
  readonly lineageId: string | undefined;
}

/**
 * The first call to the host: the client and the presented token, and at once the tokens, if the host can redeem and finds
 * everything as we expect. Otherwise nothing is consumed. `now` must also be the time of the judgement.
 *
 * An abort means that the application refused to mint, or that another request came first. Then the records are looked up
 * without redeeming, so that the client is judged before it gets to know a reason.
 */
export function createRedeem({
  options,
  backend,
  hostRedeems,
  telemetry,
}: Pick<Dependencies, 'options' | 'backend' | 'hostRedeems' | 'telemetry'>): (
  form: TokenForm,
  now: number,
  call: CallContext,
) => Promise<FirstCall> {
  return async ({ grantType, credentials, presented, parameters }, now, call) => {
    if (hostRedeems) {
      const refreshToken = randomToken();
      const redeem = grantType.redeem(presented, {
        parameters,
        credentials,
        options,
        now,
        refreshTokenHash: sha256(refreshToken),
      });
      // The sweep comes last, so that an expired token that was spent before is still found, and recognized as reuse.
      const outcome = redeem && (await backend.transact([redeem, { kind: 'sweepExpired', before: now }], call));
      if (outcome?.committed === true) {
        const [{ client, token, minted, lineageId }, swept] = outcome.results;
        reportSweep(telemetry, swept);
        return {
          stored: client,
          token,
          swept: true,
          ...(minted !== undefined && { issued: { minted, refreshToken, lineageId } }),
        };
      }
    }
    const { clientId } = credentials;
    const [stored, token] = await transactUnaborted(backend, [{ kind: 'findClient', clientId }, presented.find], call);
    return { stored, token, swept: false };
  };
}
