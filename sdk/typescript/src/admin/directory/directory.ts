import type { CallLimits } from '../../wire/call.js';
import type { Accounts } from '../accounts/accounts.js';
import type { Imports } from '../imports/imports.js';
import type { Passkeys } from '../passkeys/passkeys.js';
import type { SecondFactors } from '../second-factors/second-factors.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Views } from '../views/views.js';
import type { Administrator } from './administrator.js';

export type { Administrator } from './administrator.js';

/**
 * The administrators, for AdminDirectoryService. Use the ready implementation (createSqlDirectory), or implement it over
 * your own tables. Every method is one transaction; times are Date.
 *
 * `limits` says how long the caller waits. Roll back a transaction that would commit after that, and throw
 * DeadlineExceeded: by then, Gatehouse has told its caller that nothing happened. Throw Unavailable if the database is
 * unavailable; any other error counts as a bug.
 */
export interface Directory {
  /** An active administrator, by login or else by email address, ignoring case. */
  findCredentials(identifier: string, limits?: CallLimits): Promise<Credentials | undefined>;

  /**
   * Records a sign-in with the correct password, and stores the renewed hash if there is one. Returns undefined, and
   * changes nothing, if the administrator is no longer active or has a different hash by now.
   */
  recordSignIn(signIn: SignInRecord, limits?: CallLimits): Promise<Administrator | undefined>;

  /** The token's administrator, or why the token is rejected. */
  authenticate(token: TokenReference, at: Date, limits?: CallLimits): Promise<Administrator | TokenRefusal>;

  /**
   * Like authenticate, and blacklists the token in the same transaction. A token that is blacklisted but still valid
   * passes, and keeps its effective time. Of concurrent rotations whose `effectiveAt` is not after `at`, exactly one
   * passes. A rotation that passes sweeps as `blacklist` does; one that is refused changes nothing.
   */
  rotate(
    token: TokenReference,
    at: Date,
    retirement: Retirement,
    limits?: CallLimits,
  ): Promise<Administrator | TokenRefusal>;

  /** Blacklists a token, and ends its session; an earlier effective time stays. Also removes at most 1000 rows that expired before `sweepBefore`. */
  blacklist(token: TokenReference, retirement: Retirement, limits?: CallLimits): Promise<void>;

  /** Creates an active administrator, or returns why it cannot. */
  create(administrator: NewAdministrator, limits?: CallLimits): Promise<Administrator | CreationRefused>;

  /** Sets the password and raises the token version in one step. Undefined: no administrator has that login or address. */
  setPassword(identifier: string, passwordHash: string, limits?: CallLimits): Promise<Administrator | undefined>;

  /** Names of the migrations that this call ran. */
  migrate(limits?: CallLimits): Promise<readonly string[]>;

  /** With it, the admin backend has screens for administrators, roles and one's own account. */
  readonly accounts?: Accounts;

  /** With it and `accounts`, administrators see their sessions, and end single ones. */
  readonly sessions?: Sessions;

  /** With it and `accounts`, administrators can have a second factor, and roles can demand one. */
  readonly secondFactors?: SecondFactors;

  /** With it and `secondFactors`, administrators can have passkeys as a second factor. */
  readonly passkeys?: Passkeys;

  /** With it, administrators can save views of lists. Needs `accounts`. */
  readonly views?: Views;

  /** With it, administrators can import files into lists. */
  readonly imports?: Imports;
}

export interface Credentials {
  readonly administrator: Administrator;
  /** bcrypt, "$2b$…". */
  readonly passwordHash: string;
}

export interface SignInRecord {
  readonly administratorId: string;
  readonly at: Date;
  /** The hash that the password matched. */
  readonly passwordHash: string;
  readonly renewedPasswordHash?: string;
}

export interface TokenReference {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly tokenId: string;
  /** The session that the token belongs to, which must still exist. Absent: the token needs none. */
  readonly sessionId?: string;
}

export type TokenRefusal = 'unknown' | 'stale' | 'blacklisted';

export interface Retirement {
  readonly effectiveAt: Date;
  readonly expiresAt: Date;
  readonly sweepBefore: Date;
}

export interface NewAdministrator {
  readonly login: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Code of a role. */
  readonly role?: string;
  readonly superuser: boolean;
}

export interface CreationRefused {
  readonly refused: 'loginTaken' | 'emailTaken' | 'roleUnknown';
  /** For roleUnknown: the codes of the existing roles. */
  readonly roles: readonly string[];
}
