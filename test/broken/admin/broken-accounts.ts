import type { ChangePasswordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ChangePasswordRequest';
import type { ChangePasswordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ChangePasswordResponse';
import type { CreateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateRecordRequest';
import type { UpdateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordRequest';
import type { UpdateProfileRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateProfileRequest';
import { MemoryAccounts } from './accounts.js';
import type { Row } from './directory.js';
import { ManagedRecords } from './managed-records.js';
import type { MemoryRecords } from './records.js';

interface BrokenAccounts {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly accounts?: typeof MemoryAccounts;
  readonly records?: typeof ManagedRecords;
  readonly unchecked?: readonly string[];
}

/** Hosts with one fault in the accounts of administrators, and the checks that detect it. */
export const BROKEN_ACCOUNTS: readonly BrokenAccounts[] = [
  {
    name: 'an account is found by a part of its id',
    caughtBy: ['accounts/get'],
    accounts: class extends MemoryAccounts {
      override GetAccount(): object {
        const row = this.directory.rows.at(-1)!;
        return { account: { administrator: row, active: false, hasPassword: true } };
      }
    },
  },
  {
    name: 'a password changes whatever the token version',
    caughtBy: ['accounts/change-password'],
    accounts: class extends MemoryAccounts {
      override ChangePassword(request: ChangePasswordRequest__Output): ChangePasswordResponse {
        const tokenVersion = this.row(request.administratorId)?.tokenVersion ?? 0;
        return super.ChangePassword({ ...request, tokenVersion });
      }
    },
  },
  {
    name: 'the demand for another password is forgotten',
    caughtBy: ['accounts/change-password'],
    accounts: class extends MemoryAccounts {
      override ChangePassword(request: ChangePasswordRequest__Output): ChangePasswordResponse {
        return super.ChangePassword({ ...request, mustChange: false });
      }
    },
  },
  {
    name: 'sessions do not end',
    caughtBy: ['accounts/end-sessions'],
    accounts: class extends MemoryAccounts {
      override raised(row: Row): ChangePasswordResponse {
        return { administrator: row };
      }
    },
  },
  {
    name: 'every administrator manages all others',
    caughtBy: ['accounts/forbidden'],
    accounts: class extends MemoryAccounts {
      override mayManage(): boolean {
        return true;
      }
    },
  },
  {
    name: 'a profile without its language',
    caughtBy: ['accounts/profile'],
    accounts: class extends MemoryAccounts {
      override UpdateProfile(request: UpdateProfileRequest__Output): object {
        return super.UpdateProfile({ ...request, locale: '' });
      }
    },
  },
  {
    name: 'preferences are shared by all administrators',
    caughtBy: ['accounts/preferences'],
    accounts: class extends MemoryAccounts {
      override place(_administratorId: string, key: string): string {
        return key;
      }
    },
  },
  {
    name: 'a new administrator is a superuser',
    caughtBy: ['accounts/create-colleague'],
    records: class extends ManagedRecords {
      override CreateRecord(request: CreateRecordRequest__Output): object {
        const answer = super.CreateRecord(request);
        if (request.controller.endsWith('administrators')) this.directory.rows.at(-1)!.superuser = true;
        return answer;
      }
    },
  },
  {
    name: 'an administrator who was deactivated cannot come back',
    caughtBy: ['accounts/update-colleague'],
    records: class extends ManagedRecords {
      override UpdateRecord(request: UpdateRecordRequest__Output): object {
        const row = this.directory.rows.find(({ id }) => id === request.id);
        const isAway = request.controller.endsWith('administrators') && row?.isActive === false;
        return isAway ? { refused: { message: 'No.' } } : super.UpdateRecord(request);
      }
    },
  },
  {
    name: 'superusers manage only themselves',
    caughtBy: ['accounts/manage-colleague'],
    accounts: class extends MemoryAccounts {
      override mayManage({ id }: Row, by: string): boolean {
        return id === by;
      }
    },
  },
  {
    name: 'managers are superusers',
    caughtBy: ['accounts/grants-no-more', 'accounts/roles'],
    records: class extends ManagedRecords {
      override manager(request: UpdateRecordRequest__Output): Row | undefined {
        const row = super.manager(request);
        return row && { ...row, superuser: true };
      }
    },
  },
  {
    name: '100 preferences are too many',
    caughtBy: ['accounts/preferences-limit'],
    accounts: class extends MemoryAccounts {
      override isTooMany(administratorId: string, place: string): boolean {
        return this.documents.size > 100 || super.isTooMany(administratorId, place);
      }
    },
  },
  {
    name: 'a caller is trusted to be a superuser',
    caughtBy: ['accounts/caller-as-stored'],
    records: class extends ManagedRecords {
      override CreateRecord(request: CreateRecordRequest__Output): ReturnType<MemoryRecords['CreateRecord']> {
        return request.caller?.superuser === true ? { created: { id: 'new' } } : super.CreateRecord(request);
      }
    },
  },
  {
    name: 'requests are not checked by the rules of their fields',
    caughtBy: ['accounts/malformed'],
    unchecked: ['GetAccount', 'ChangePassword', 'EndSessions', 'UpdateProfile', 'GetPreferences', 'SetPreference'],
  },
];
