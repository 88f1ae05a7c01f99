import type { CallContext } from '../../core/runtime.js';
import type { Changed, NotChanged } from './accounts.js';

/**
 * The passkeys of administrators (AdminPasskeyService), kept by the host. Each method is one rpc and one transaction. Faults
 * as in RecordStore.
 */
export interface Passkeys {
  /** The one that was added first is the first. Empty if the administrator is not active or has none. A read. */
  list(administratorId: string, call: CallContext): Promise<readonly Passkey[]>;

  /** Increments the token version. */
  add(passkey: NewPasskey, call: CallContext): Promise<Changed | PasskeyNotAdded>;

  /** Whether the use is accepted: the counter is higher than the stored one, or both are 0. */
  use(use: PasskeyUse, call: CallContext): Promise<boolean>;

  /** Whether the administrator has the passkey. */
  rename(administratorId: string, credentialId: string, name: string, call: CallContext): Promise<boolean>;

  /** Increments the token version. `stale`: there is no such passkey. */
  remove(administratorId: string, credentialId: string, call: CallContext): Promise<Changed | NotChanged>;

  /** Removes the authenticator app alone, and increments the token version. `stale`: there is none. */
  removeApp(administratorId: string, call: CallContext): Promise<Changed | NotChanged>;
}

export interface Passkey {
  /** base64url. Answers and logs never contain it, except the options with which its owner adds another one. */
  readonly credentialId: string;
  /** COSE, as base64url. */
  readonly publicKey: string;
  /** 0 if the authenticator has no counter. */
  readonly signCount: number;
  readonly transports: readonly string[];
  /** Whether the authenticator copies it to other devices. */
  readonly backedUp: boolean;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly usedAt?: number;
}

export interface NewPasskey {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly passkey: Passkey;
  /** Empty: the codes that there are stay. */
  readonly recoveryHashes: readonly string[];
}

export interface PasskeyNotAdded {
  readonly changed: false;
  readonly reason: 'unknown' | 'stale' | 'registered' | 'tooMany';
}

export interface PasskeyUse {
  readonly administratorId: string;
  readonly credentialId: string;
  readonly signCount: number;
  readonly backedUp: boolean;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
}
