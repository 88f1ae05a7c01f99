import type { AccountRefusal } from '@gatehouse/proto/generated/gatehouse/host/v1/AccountRefusal';
import type { ChangePasswordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ChangePasswordRequest';
import type { ChangePasswordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ChangePasswordResponse';
import type { EndSessionsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/EndSessionsRequest';
import type { GetAccountRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetAccountRequest';
import type { GetPreferencesRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetPreferencesRequest';
import type { SetPreferenceRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetPreferenceRequest';
import type { UpdateProfileRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateProfileRequest';
import type { MemoryDirectory, Row } from './directory.js';
import { given } from './directory.js';
import { manages } from './grants.js';

const MAX_PREFERENCES = 200;

/** AdminAccountService in memory, as admin_account.proto defines it. */
export class MemoryAccounts {
  readonly documents = new Map<string, string>();

  constructor(readonly directory: MemoryDirectory) {}

  GetAccount({ administratorId }: GetAccountRequest__Output): object {
    const row = this.row(administratorId);
    if (row === undefined) return {};
    return { account: { administrator: row, active: row.isActive, hasPassword: row.passwordHash !== '' } };
  }

  ChangePassword(request: ChangePasswordRequest__Output): ChangePasswordResponse {
    const row = this.row(request.administratorId);
    if (row?.isActive !== true) return refused('UNKNOWN');
    if (row.tokenVersion !== request.tokenVersion) return refused('STALE');
    if (!this.mayManage(row, request.changedBy)) return refused('FORBIDDEN');
    row.passwordHash = request.passwordHash;
    row.mustChangePassword = request.mustChange;
    return this.raised(row);
  }

  EndSessions({ administratorId, endedBy }: EndSessionsRequest__Output): ChangePasswordResponse {
    const row = this.row(administratorId);
    if (row?.isActive !== true) return refused('UNKNOWN');
    return this.mayManage(row, endedBy) ? this.raised(row) : refused('FORBIDDEN');
  }

  UpdateProfile({ administratorId, displayName, locale }: UpdateProfileRequest__Output): object {
    const row = this.row(administratorId);
    if (row?.isActive !== true) return {};
    Object.assign(row, { displayName, locale });
    return { administrator: row };
  }

  GetPreferences({ administratorId, keys }: GetPreferencesRequest__Output): object {
    const found = keys.flatMap((key) => {
      const document = this.documents.get(this.place(administratorId, key));
      return document === undefined ? [] : [{ key, document }];
    });
    return { preferences: found };
  }

  SetPreference({ administratorId, preference }: SetPreferenceRequest__Output): object {
    const { key, document } = given(preference);
    if (this.row(administratorId)?.isActive !== true) return { outcome: 'SET_PREFERENCE_OUTCOME_UNKNOWN' };
    const place = this.place(administratorId, key);
    if (document === '') this.documents.delete(place);
    else if (this.isTooMany(administratorId, place)) return { outcome: 'SET_PREFERENCE_OUTCOME_TOO_MANY' };
    else this.documents.set(place, document);
    return { outcome: 'SET_PREFERENCE_OUTCOME_STORED' };
  }

  isTooMany(administratorId: string, place: string): boolean {
    const ours = this.place(administratorId, 'gatehouse.');
    const counted = [...this.documents.keys()].filter(
      (one) => one.startsWith(this.place(administratorId, '')) && !one.startsWith(ours),
    );
    return !place.startsWith(ours) && !this.documents.has(place) && counted.length >= MAX_PREFERENCES;
  }

  row(id: string): Row | undefined {
    return this.directory.rows.find((row) => row.id === id);
  }

  mayManage(row: Row, by: string): boolean {
    return row.id === by || this.directory.rows.some((actor) => actor.id === by && manages(actor, row));
  }

  raised(row: Row): ChangePasswordResponse {
    row.tokenVersion += 1;
    return { administrator: row };
  }

  place(administratorId: string, key: string): string {
    return `${administratorId} ${key}`;
  }
}

function refused(reason: 'UNKNOWN' | 'STALE' | 'FORBIDDEN'): ChangePasswordResponse {
  return { refusal: `ACCOUNT_REFUSAL_${reason}` satisfies AccountRefusal };
}
