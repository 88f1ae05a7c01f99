import type { CallLimits } from '../../wire/call.js';
import type { AccountRefusal } from '../accounts/accounts.js';
import type { Administrator } from '../directory/administrator.js';

/**
 * The second factors of administrators, for AdminSecondFactorService. The contract (admin_second_factor.proto) has the
 * rules. Every method is one transaction, with `limits` as in Directory. Never log, list or export what it keeps.
 */
export interface SecondFactors {
  /** Undefined if the administrator is not active or has none. */
  find(administratorId: string, limits?: CallLimits): Promise<SecondFactor | undefined>;

  /** Gives the administrator an app, and raises the token version. `forbidden`: there is one already. */
  set(factor: NewSecondFactor, limits?: CallLimits): Promise<Administrator | AccountRefusal>;

  /** Whether the code is accepted: each is accepted once. */
  use(use: SecondFactorUse, limits?: CallLimits): Promise<boolean>;

  /** Whether the recovery codes were replaced: the sealed secret is the stored one. */
  setRecoveryCodes(
    administratorId: string,
    sealedSecret: string,
    recoveryHashes: readonly string[],
    limits?: CallLimits,
  ): Promise<boolean>;

  /**
   * Removes the second factor with all passkeys, and raises the token version. `stale`: there is none.
   *
   * @param removedBy the responsible administrator, possibly the same; undefined: an operator
   */
  remove(
    administratorId: string,
    removedBy: string | undefined,
    limits?: CallLimits,
  ): Promise<Administrator | AccountRefusal>;
}

export interface SecondFactor {
  /** Opaque. A secret, although only Gatehouse can read it. Empty: no app, only passkeys. */
  readonly sealedSecret: string;
  readonly recoveryCodesLeft: number;
}

export interface NewSecondFactor {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly sealedSecret: string;
  /** Counts as accepted. */
  readonly step: number;
  /** SHA-256, in hexadecimal. Empty to keep those that came with a passkey. */
  readonly recoveryHashes: readonly string[];
}

export interface SecondFactorUse {
  readonly administratorId: string;
  /** The sealed secret that the code was verified with. */
  readonly sealedSecret: string;
  /** The step of a code of the app, or the hash of a recovery code. */
  readonly code: { readonly step: number } | { readonly recoveryHash: string };
  /** Replaces the sealed secret, if the code is accepted. */
  readonly resealedSecret?: string;
}
