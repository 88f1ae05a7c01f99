import { MAX_PUBLIC_REASON } from '@gatehouse/proto/limits';

/** Why a transaction was aborted; each port method lists the reasons it may give. */
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

/** One of ABORT_REASONS, in the words of the contract's AbortReason. */
export type AbortReason = (typeof ABORT_REASONS)[number];

/**
 * Thrown by a port method whose precondition failed. It is an expected outcome, not a fault: the transaction is rolled
 * back, and Gatehouse is told which operation it was and why. A `Backend` must let it pass through unchanged.
 */
export class Abort extends Error {
  override readonly name = 'Abort';
  readonly publicReason: string;

  constructor(
    readonly reason: AbortReason,
    /**
     * For `mint_refused` only: what the client may be told, as the `error_description` of an `invalid_grant` answer
     * (RFC 6749 §5.2). What is not printable ASCII becomes "?"; at most 200 characters are kept.
     */
    publicReason = '',
  ) {
    super(`transaction aborted: ${reason}`);
    this.publicReason = publicReason.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_PUBLIC_REASON);
  }
}

/**
 * Thrown by a port that cannot do its work just now (its database is away, it is shutting down). Gatehouse is answered
 * UNAVAILABLE: it asks a read once more, and tells clients to try again. Any other exception counts as a bug of the host.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Thrown where a transaction's deadline passed before the commit: it is rolled back and answered DEADLINE_EXCEEDED. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor() {
    super('the deadline passed before the commit');
  }
}
