import type { CallContext } from '../../core/runtime.js';
import type { Administrator } from '../model/administrator.js';

/**
 * The accounts of administrators (AdminAccountService). Each method is one rpc and one transaction, in which the host holds
 * the rules about who may manage whom. Faults as in RecordStore.
 */
export interface Accounts {
  /** An administrator, active or not. A read. */
  find(administratorId: string, call: CallContext): Promise<Account | undefined>;

  /** Sets a password and increments the token version, if it is still the given one. */
  changePassword(change: PasswordChange, call: CallContext): Promise<Changed | NotChanged>;

  /** Increments the token version, which ends all sessions and links. */
  endSessions(administratorId: string, endedBy: string, call: CallContext): Promise<Changed | NotChanged>;

  /** Undefined if there is no such active administrator. */
  updateProfile(administratorId: string, profile: Profile, call: CallContext): Promise<Administrator | undefined>;

  /** The documents that exist, by key. A read. */
  preferences(
    administratorId: string,
    keys: readonly string[],
    call: CallContext,
  ): Promise<ReadonlyMap<string, string>>;

  /** @param document JSON text; empty to remove the document */
  setPreference(
    administratorId: string,
    key: string,
    document: string,
    call: CallContext,
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
  readonly passwordHash: string;
  /** The responsible administrator, possibly the same. */
  readonly changedBy: string;
  /** Whether the administrator must choose another password after the next sign-in. */
  readonly mustChange: boolean;
}

export interface Changed {
  readonly changed: true;
  readonly administrator: Administrator;
}

export interface NotChanged {
  readonly changed: false;
  readonly reason: 'unknown' | 'stale' | 'forbidden';
}

export interface Profile {
  readonly displayName: string;
  readonly locale: string;
}
