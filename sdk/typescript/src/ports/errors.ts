import { MAX_PUBLIC_REASON } from '@gatehouse/proto/limits';

/** Why a transaction was aborted; each port method lists its possible reasons. */
export const ABORT_REASONS = [
  'client_cap_reached',
  'client_not_found',
  'client_already_exists',
  'code_not_found',
  'code_already_spent',
  'refresh_token_not_found',
  'refresh_token_already_spent',
  'lineage_revoked',
  'mint_refused',
] as const;

/** One of ABORT_REASONS, named after the contract's AbortReason. */
export type AbortReason = (typeof ABORT_REASONS)[number];

/**
 * Thrown by a port method whose precondition failed. It is an expected outcome, not a fault: the transaction rolls back,
 * and the answer tells Gatehouse which operation failed and why. A `Backend` must rethrow it unchanged.
 */
export class Abort extends Error {
  override readonly name = 'Abort';
  readonly publicReason: string;

  constructor(
    readonly reason: AbortReason,
    /**
     * For `mint_refused` only: the text for the client, which becomes the `error_description` of the `invalid_grant`
     * error (RFC 6749 §5.2). Characters other than printable ASCII become "?"; at most 200 characters are kept.
     */
    publicReason = '',
  ) {
    super(`transaction aborted: ${reason}`);
    this.publicReason = publicReason.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_PUBLIC_REASON);
  }
}

/**
 * Thrown by a port that cannot work right now (its database is unavailable, or it is shutting down). The host returns
 * UNAVAILABLE to Gatehouse, which retries a read once, and asks clients to try again. Any other exception counts as a bug
 * of the host.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/**
 * Thrown if a transaction's deadline passes before the commit. The transaction rolls back, and the host returns
 * DEADLINE_EXCEEDED.
 */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor() {
    super('the deadline passed before the commit');
  }
}
