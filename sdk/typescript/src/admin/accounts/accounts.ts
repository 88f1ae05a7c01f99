import type { CallLimits } from '../../wire/call.js';
import type { Administrator } from '../directory/administrator.js';
import type { Controller } from '../model/controller.js';

/**
 * The accounts of administrators, for AdminAccountService: how administrators manage their colleagues and themselves. The
 * contract (admin_account.proto) has the rules. Every method is one transaction, with `limits` as in Directory.
 */
export interface Accounts {
  /**
   * The controllers gatehouse.backend.administrators and gatehouse.backend.roles, with the columns of the contract. Their
   * hooks hold its rules.
   */
  readonly controllers: readonly Controller[];

  /** An administrator, active or not. */
  find(administratorId: string, limits?: CallLimits): Promise<Account | undefined>;

  /** Sets a password and raises the token version, if it is the given one and `changedBy` may do it. */
  changePassword(change: PasswordChange, limits?: CallLimits): Promise<Administrator | AccountRefusal>;

  /** Raises the token version, if `endedBy` may do it. */
  endSessions(administratorId: string, endedBy: string, limits?: CallLimits): Promise<Administrator | AccountRefusal>;

  /** Undefined: there is no such active administrator. */
  updateProfile(administratorId: string, profile: Profile, limits?: CallLimits): Promise<Administrator | undefined>;

  /** The documents that exist of those with the given keys. */
  preferences(administratorId: string, keys: readonly string[], limits?: CallLimits): Promise<readonly Preference[]>;

  /** Replaces a document; an empty one removes it. */
  setPreference(
    administratorId: string,
    preference: Preference,
    limits?: CallLimits,
  ): Promise<'stored' | 'unknown' | 'tooMany'>;
}

export interface Account {
  readonly administrator: Administrator;
  readonly active: boolean;
  readonly hasPassword: boolean;
}

export interface PasswordChange {
  readonly administratorId: string;
  readonly tokenVersion: number;
  /** bcrypt, "$2b$…". */
  readonly passwordHash: string;
  /** Id of the responsible administrator, possibly the same. */
  readonly changedBy: string;
  /** Whether another password must be chosen after the next sign-in. */
  readonly mustChange: boolean;
}

export type AccountRefusal = 'unknown' | 'stale' | 'forbidden';

export interface Profile {
  /** Empty: the login. */
  readonly displayName: string;
  /** Empty: none chosen. */
  readonly locale: string;
}

export interface Preference {
  readonly key: string;
  /** JSON text. */
  readonly document: string;
}
