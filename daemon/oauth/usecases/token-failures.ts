import { networkOf } from '../../core/network-addresses.js';
import type { OAuthError } from '../model/oauth-error.js';
import { tooManyRequests } from '../model/oauth-error.js';
import type { Dependencies } from '../ports/dependencies.js';
import type { Bucket, Verdict } from '../ports/state.js';

/**
 * Failed client authentications and refused grants, counted per client and address. This slows down guessing without locking
 * out a whole egress address or the client's other users.
 *
 * Requests for nonexistent clients share one counter for each address. Otherwise, invented client ids could fill the store
 * with counters. That counter is read only after the client turned out to be unknown, so it cannot lock out other clients on
 * that address.
 */
export interface TokenFailures {
  /** Whether a request may be judged. Counts nothing. */
  check(clientId: string, clientAddress: string): Promise<Verdict>;
  /** Counts a failure. Denied: there were too many. */
  count(clientId: string, clientIsKnown: boolean, clientAddress: string): Promise<Verdict>;
  /**
   * Counts a refusal if it is a failed authentication. Returns the answer: the refusal, or that there were too many
   * failures.
   */
  counted(refusal: OAuthError, clientId: string, clientIsKnown: boolean, clientAddress: string): Promise<OAuthError>;
}

export function createTokenFailures({ throttle, limits }: Pick<Dependencies, 'throttle' | 'limits'>): TokenFailures {
  const ofClient = (clientId: string, clientAddress: string): Bucket => ({
    key: `token:client:${networkOf(clientAddress)} ${clientId}`,
    ...limits.tokenFailures,
  });
  const ofUnknown = (clientAddress: string): Bucket => ({
    key: `token:unknown:${networkOf(clientAddress)}`,
    ...limits.tokenFailures,
  });
  const count: TokenFailures['count'] = (clientId, clientIsKnown, clientAddress) =>
    throttle.hit([clientIsKnown ? ofClient(clientId, clientAddress) : ofUnknown(clientAddress)]);
  return {
    check: (clientId, clientAddress) => throttle.peek([ofClient(clientId, clientAddress)]),
    count,
    async counted(refusal, clientId, clientIsKnown, clientAddress) {
      if (refusal.error !== 'invalid_client') return refusal;
      const verdict = await count(clientId, clientIsKnown, clientAddress);
      return verdict.allowed ? refusal : tooManyRequests(verdict.retryAfterSeconds);
    },
  };
}
