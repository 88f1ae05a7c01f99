import type { CallContext } from '../../core/runtime.js';
import type { Changed, NotChanged } from './accounts.js';

/**
 * The second factors of administrators (AdminSecondFactorService), kept by the host, which can read none of them. Each method
 * is one rpc and one transaction. Faults as in RecordStore.
 */
export interface SecondFactors {
  /** Undefined if the administrator is not active or has none. A read. */
  find(administratorId: string, call: CallContext): Promise<SecondFactor | undefined>;

  /** Increments the token version. `forbidden`: there is one already. */
  set(factor: NewSecondFactor, call: CallContext): Promise<Changed | NotChanged>;

  /** Whether the code is accepted: each is accepted once. */
  use(use: SecondFactorUse, call: CallContext): Promise<boolean>;

  /** Whether the codes were replaced: the sealed secret is the stored one. */
  setRecoveryCodes(
    administratorId: string,
    sealedSecret: string,
    recoveryHashes: readonly string[],
    call: CallContext,
  ): Promise<boolean>;

  /**
   * Increments the token version. `stale`: there is none.
   *
   * @param removedBy undefined: an operator
   */
  remove(administratorId: string, removedBy: string | undefined, call: CallContext): Promise<Changed | NotChanged>;
}

export interface SecondFactor {
  readonly sealedSecret: string;
  readonly recoveryCodesLeft: number;
}

export interface NewSecondFactor {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly sealedSecret: string;
  /** Of the code that confirmed it; counts as accepted. */
  readonly step: number;
  readonly recoveryHashes: readonly string[];
}

export interface SecondFactorUse {
  readonly administratorId: string;
  readonly sealedSecret: string;
  readonly code: { readonly step: number } | { readonly recoveryHash: string };
  readonly resealedSecret?: string;
}
