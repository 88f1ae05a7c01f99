import type { CallLimits } from '../../wire/call.js';
import type { AccountRefusal } from '../accounts/accounts.js';
import type { Administrator } from '../directory/administrator.js';

/**
 * The passkeys of administrators, for AdminPasskeyService. The contract (admin_passkey.proto) has the rules. Every method is
 * one transaction, with `limits` as in Directory. Show credential ids to no one, and log none. With it, `secondFactors` of the
 * same directory knows administrators without an app, and its `remove` removes passkeys as well.
 */
export interface Passkeys {
  /** The one that was added first is the first. Empty if the administrator is not active or has none. */
  list(administratorId: string, limits?: CallLimits): Promise<readonly Passkey[]>;

  /** Adds a passkey, and raises the token version. */
  add(passkey: NewPasskey, limits?: CallLimits): Promise<Administrator | AddPasskeyRefusal>;

  /** Whether the use is accepted: the counter is higher than the stored one, or both are 0. */
  use(use: PasskeyUse, limits?: CallLimits): Promise<boolean>;

  /** Whether the administrator has the passkey. */
  rename(administratorId: string, credentialId: string, name: string, limits?: CallLimits): Promise<boolean>;

  /** Removes a passkey, and raises the token version. `stale`: there is no such passkey. Never returns `forbidden`. */
  remove(administratorId: string, credentialId: string, limits?: CallLimits): Promise<Administrator | AccountRefusal>;

  /**
   * Removes the app and keeps the passkeys with the recovery codes; without a passkey, removes everything. Raises the token
   * version. `stale`: there is no app. Never returns `forbidden`.
   */
  removeApp(administratorId: string, limits?: CallLimits): Promise<Administrator | AccountRefusal>;
}

export interface Passkey {
  /** base64url, unique among all administrators. */
  readonly credentialId: string;
  /** COSE, as base64url. */
  readonly publicKey: string;
  /** 0 if the authenticator has no counter. */
  readonly signCount: number;
  readonly transports: readonly string[];
  /** Whether the authenticator copies it to other devices. */
  readonly backedUp: boolean;
  readonly name: string;
  readonly createdAt: Date;
  /** Absent before the first use. */
  readonly usedAt?: Date;
}

export interface NewPasskey {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly passkey: Passkey;
  /** SHA-256, in hexadecimal. They replace those that there are; empty to keep them. */
  readonly recoveryHashes: readonly string[];
}

/**
 * - `unknown`: the administrator does not exist or is not active;
 * - `stale`: the token version is different;
 * - `registered`: some administrator has a passkey with that credential id;
 * - `tooMany`: the administrator has 20.
 */
export type AddPasskeyRefusal = 'unknown' | 'stale' | 'registered' | 'tooMany';

export interface PasskeyUse {
  readonly administratorId: string;
  readonly credentialId: string;
  readonly signCount: number;
  readonly backedUp: boolean;
  readonly usedAt: Date;
}
