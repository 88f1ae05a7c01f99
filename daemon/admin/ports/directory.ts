import type { CallContext } from '../../core/runtime.js';
import type { Administrator } from '../model/administrator.js';

/**
 * The administrators (AdminDirectoryService: backend_users, backend_user_roles, backend_jwt_blacklist). Each method is one
 * rpc and one transaction. Passwords never cross, only their bcrypt hashes; which of them a sign-in is held against is
 * decided by the daemon. Times are epoch milliseconds. Faults as in RecordStore.
 */
export interface Directory {
  /**
   * Looks an active administrator up, by login or else by e-mail address, both without regard to case. Undefined: there is
   * none, or not an active one.
   */
  findCredentials(identifier: string, call: CallContext): Promise<Credentials | undefined>;

  /**
   * Records a sign-in whose password was right. Undefined: the administrator is no longer active or the password has
   * changed since findCredentials, and there must be no token. A renewed hash does not raise the token version.
   */
  recordSignIn(signIn: SignIn, call: CallContext): Promise<Administrator | undefined>;

  /** Whether a token whose signature and times are right still stands. A read. */
  authenticate(token: TokenReference, at: number, call: CallContext): Promise<TokenVerdict>;

  /**
   * As authenticate, and takes the token out of use from `retirement.effectiveAt` on, in the same transaction. A token that
   * is retired already but still within its grace passes, and keeps its earlier end. Of concurrent calls with a grace of 0
   * exactly one passes. One that passes also sweeps, as `blacklist` does.
   */
  rotate(token: TokenReference, at: number, retirement: Retirement, call: CallContext): Promise<TokenVerdict>;

  /** Takes a token out of use; an earlier end that it has already stays. Idempotent. Sweeps rows that have expired. */
  blacklist(token: TokenReference, retirement: Retirement, call: CallContext): Promise<void>;

  /** Creates an active administrator. */
  create(administrator: NewAdministrator, call: CallContext): Promise<Created | CreationRefused>;

  /**
   * Sets a password, and raises the token version: no token issued before is good any more. Undefined: nobody, active or
   * not, has that login or e-mail address.
   */
  setPassword(identifier: string, passwordHash: string, call: CallContext): Promise<Administrator | undefined>;

  /** Creates and updates the three tables. Returns the names of the migrations that this call ran, in their order. */
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
  /** The hash that the password was right for. */
  readonly passwordHash: string;
  /** The same password under the cost that is configured now. */
  readonly renewedPasswordHash?: string;
}

/** What a token says of itself. */
export interface TokenReference {
  /** The `sub` claim. */
  readonly administratorId: string;
  /** The `tv` claim. */
  readonly tokenVersion: number;
  /** The `jti` claim. */
  readonly tokenId: string;
}

export interface Retirement {
  /** From when on the token is refused; 0 for one that is over at once, by whatever clock. */
  readonly effectiveAt: number;
  /** When it could no longer be used or refreshed anyway: its row may go then. */
  readonly expiresAt: number;
  /** Rows that expired before are removed along with the call, a bounded number of them. */
  readonly sweepBefore: number;
}

export type TokenVerdict =
  | { readonly stands: true; readonly administrator: Administrator }
  /** unknown: no active administrator. stale: another token version. blacklisted: out of use. A client is told none of it. */
  | { readonly stands: false; readonly reason: 'unknown' | 'stale' | 'blacklisted' };

export interface NewAdministrator {
  readonly login: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Code of a role; absent for none. */
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
  /** For `roleUnknown`: the codes that there are. Otherwise empty. */
  readonly roles: readonly string[];
}
