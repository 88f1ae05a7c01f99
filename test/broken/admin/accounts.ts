import type { AccountRefusal } from '@gatehouse/proto/generated/gatehouse/host/v1/AccountRefusal';
import type { ChangePasswordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ChangePasswordRequest';
import type { ChangePasswordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ChangePasswordResponse';
import type { CreateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateRecordRequest';
import type { DeleteRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteRecordsRequest';
import type { EndSessionsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/EndSessionsRequest';
import type { GetAccountRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetAccountRequest';
import type { GetPreferencesRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetPreferencesRequest';
import type { SetPreferenceRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetPreferenceRequest';
import type { UpdateProfileRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateProfileRequest';
import type { UpdateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordRequest';
import type { MemoryDirectory, Row } from './directory.js';
import { given } from './directory.js';
import { MemoryRecords } from './records.js';

/** AdminAccountService in memory, as admin_account.proto defines it; none of its administrators has a permission. */
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
    if (row === undefined) return {};
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
    if (this.row(administratorId) === undefined) return { outcome: 'SET_PREFERENCE_OUTCOME_UNKNOWN' };
    if (document === '') this.documents.delete(this.place(administratorId, key));
    else this.documents.set(this.place(administratorId, key), document);
    return { outcome: 'SET_PREFERENCE_OUTCOME_STORED' };
  }

  row(id: string): Row | undefined {
    return this.directory.rows.find((row) => row.id === id);
  }

  mayManage({ id }: Row, by: string): boolean {
    return id === by;
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

const REFUSED = { refused: { message: 'Not for you.' } };
const isBuiltIn = (controller: string): boolean => controller.startsWith('gatehouse.backend.');

/** Records with the built-in controllers, which refuse every write: no administrator has the permission. */
export class GuardedRecords extends MemoryRecords {
  override CreateRecord(request: CreateRecordRequest__Output): ReturnType<MemoryRecords['CreateRecord']> {
    return isBuiltIn(request.controller) ? REFUSED : super.CreateRecord(request);
  }

  override UpdateRecord(request: UpdateRecordRequest__Output): ReturnType<MemoryRecords['UpdateRecord']> {
    return isBuiltIn(request.controller) ? REFUSED : super.UpdateRecord(request);
  }

  override DeleteRecords(request: DeleteRecordsRequest__Output): ReturnType<MemoryRecords['DeleteRecords']> {
    return isBuiltIn(request.controller) ? REFUSED : super.DeleteRecords(request);
  }
}
