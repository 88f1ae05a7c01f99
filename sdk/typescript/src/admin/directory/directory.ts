import type { CallLimits } from '../../wire/call.js';

/**
 * The administrators, as AdminDirectoryService asks for them. Take the ready one (createSqlDirectory), or implement it over
 * tables of your own. Every method is one transaction; times are Date.
 *
 * `limits` says how long the call is wanted. A transaction that is about to commit after that is rolled back, and
 * DeadlineExceeded thrown: Gatehouse has told its caller by then that nothing happened. Throw Unavailable when the database
 * is away; any other error counts as a bug.
 */
export interface Directory {
  /** An active administrator, by login or else by e-mail address, both without regard to case. */
  findCredentials(identifier: string, limits?: CallLimits): Promise<Credentials | undefined>;

  /**
   * Records a sign-in whose password was right, and stores the renewed hash if there is one. Undefined when the
   * administrator is not active any more, or has another hash by now: nothing may have changed then.
   */
  recordSignIn(signIn: SignInRecord, limits?: CallLimits): Promise<Administrator | undefined>;

  /** Whose token it is, or why it does not stand. */
  authenticate(token: TokenReference, at: Date, limits?: CallLimits): Promise<Administrator | TokenRefusal>;

  /**
   * As authenticate, and blacklists the token in the same transaction. One that is blacklisted but not refused yet passes,
   * and keeps its effective time. Of concurrent rotations whose `effectiveAt` is not after `at`, exactly one passes. One that
   * passes sweeps as `blacklist` does; one that is refused changes nothing.
   */
  rotate(
    token: TokenReference,
    at: Date,
    retirement: Retirement,
    limits?: CallLimits,
  ): Promise<Administrator | TokenRefusal>;

  /** Blacklists a token; an earlier effective time stays. Also removes at most 1000 rows that expired before `sweepBefore`. */
  blacklist(token: TokenReference, retirement: Retirement, limits?: CallLimits): Promise<void>;

  /** An active administrator, or why there is none. */
  create(administrator: NewAdministrator, limits?: CallLimits): Promise<Administrator | CreationRefused>;

  /** Sets the password and raises the token version in one. Undefined: nobody has that login or address. */
  setPassword(identifier: string, passwordHash: string, limits?: CallLimits): Promise<Administrator | undefined>;

  /** Names of the migrations that this call ran. */
  migrate(limits?: CallLimits): Promise<readonly string[]>;
}

export interface Administrator {
  readonly id: string;
  readonly login: string;
  readonly email: string;
  /** What people call the administrator; empty: the login. */
  readonly displayName: string;
  /** Code of the role; empty without one. */
  readonly role: string;
  readonly superuser: boolean;
  /** Of the role and of the administrator, each once. */
  readonly permissions: readonly string[];
  /** "en", "pt-br"; empty when none was chosen. */
  readonly locale: string;
  readonly tokenVersion: number;
}

export interface Credentials {
  readonly administrator: Administrator;
  /** bcrypt, "$2b$…". */
  readonly passwordHash: string;
}

export interface SignInRecord {
  readonly administratorId: string;
  readonly at: Date;
  /** What the password was right for. */
  readonly passwordHash: string;
  readonly renewedPasswordHash?: string;
}

export interface TokenReference {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly tokenId: string;
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
  /** For roleUnknown: the codes that there are. */
  readonly roles: readonly string[];
}
