import type { CallContext } from '../../core/runtime.js';
import type { Administrator, TokenReference } from '../model/administrator.js';

/**
 * The administrators (AdminDirectoryService: backend_users, backend_user_roles, backend_jwt_blacklist). Each method is one rpc
 * and one transaction. Calls never carry passwords, only their bcrypt hashes; the daemon compares them. Times are epoch
 * milliseconds. Faults as in RecordStore.
 */
export interface Directory {
  /** Finds an active administrator by login or else by email address, both case-insensitive. Undefined if there is none. */
  findCredentials(identifier: string, call: CallContext): Promise<Credentials | undefined>;

  /**
   * Records a sign-in with a correct password. Undefined if the administrator is no longer active or the password has changed
   * since findCredentials; the caller must then issue no token. A renewed hash does not increment the token version.
   */
  recordSignIn(signIn: SignIn, call: CallContext): Promise<Administrator | undefined>;

  /** Decides whether a token with a valid signature and valid times is still accepted. A read. */
  authenticate(token: TokenReference, at: number, call: CallContext): Promise<TokenVerdict>;

  /**
   * Like authenticate, and retires the token from `retirement.effectiveAt` on, in the same transaction. A retired token within
   * its grace period is still accepted, and keeps its earlier end. Of concurrent calls with a grace period of 0, exactly one
   * succeeds. A successful call also sweeps, like `blacklist`.
   */
  rotate(token: TokenReference, at: number, retirement: Retirement, call: CallContext): Promise<TokenVerdict>;

  /** Retires a token; an earlier end stays in effect. Idempotent. Also sweeps expired rows. */
  blacklist(token: TokenReference, retirement: Retirement, call: CallContext): Promise<void>;

  /** Creates an active administrator. */
  create(administrator: NewAdministrator, call: CallContext): Promise<Created | CreationRefused>;

  /**
   * Sets a password and increments the token version, which ends all earlier tokens. Undefined if no administrator, active or
   * not, has that login or email address.
   */
  setPassword(identifier: string, passwordHash: string, call: CallContext): Promise<Administrator | undefined>;

  /** Creates and updates the tables of the admin backend. Returns the names of the migrations that this call ran, in order. */
  migrate(call: CallContext): Promise<readonly string[]>;
}

export interface Credentials {
  readonly administrator: Administrator;
  /** bcrypt, "$2b$…". A secret. */
  readonly passwordHash: string;
}

export interface SignIn {
  readonly administratorId: string;
  readonly at: number;
  /** The hash that matched the password. */
  readonly passwordHash: string;
  /** The same password, hashed with the current cost. */
  readonly renewedPasswordHash?: string;
}

export interface Retirement {
  /** The time from which the token is refused; 0 ends it immediately, whatever the clock. */
  readonly effectiveAt: number;
  /** The time after which it could not be used or refreshed anyway. The directory may then delete its row. */
  readonly expiresAt: number;
  /** The call also deletes rows that expired before this time, a bounded number of them. */
  readonly sweepBefore: number;
}

export type TokenVerdict =
  | { readonly stands: true; readonly administrator: Administrator }
  /** unknown: no active administrator. stale: another token version. blacklisted: retired. Clients never learn which. */
  | { readonly stands: false; readonly reason: 'unknown' | 'stale' | 'blacklisted' };

export interface NewAdministrator {
  readonly login: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Code of a role; absent if there is none. */
  readonly role?: string;
  readonly superuser: boolean;
}

export interface Created {
  readonly created: true;
  readonly administrator: Administrator;
}

export interface CreationRefused {
  readonly created: false;
  readonly reason: 'loginTaken' | 'emailTaken' | 'roleUnknown';
  /** For `roleUnknown`: the existing codes. Otherwise empty. */
  readonly roles: readonly string[];
}
