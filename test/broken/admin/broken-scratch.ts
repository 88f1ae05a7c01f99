import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AuthenticateTokenResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { CreateAdministratorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorRequest';
import type { CreateAdministratorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorResponse';
import type { CreateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateRecordRequest';
import type { DeleteRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteRecordsRequest';
import type { LinkRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/LinkRequest';
import type { TokenReference__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenReference';
import type { UpdateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordRequest';
import type { UpdateSettingsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateSettingsRequest';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from './blog.js';
import type { BrokenAdminHost } from './broken-host.js';
import { MemoryDirectory } from './directory.js';
import { MemoryRecords } from './records.js';

/** Defects that only a successful write shows, and the checks of --scratch that detect them. */
export const BROKEN_SCRATCH: readonly BrokenAdminHost[] = [
  {
    name: 'tokens of inactive administrators are accepted',
    caughtBy: ['directory/inactive'],
    directory: class extends MemoryDirectory {
      override verdict(token: TokenReference__Output, at: number): AuthenticateTokenResponse {
        const row = this.rows.find(({ id, isActive }) => id === token.administratorId && !isActive);
        return row === undefined ? super.verdict(token, at) : { administrator: row };
      }
    },
  },
  {
    name: 'no new administrator is a superuser',
    caughtBy: ['directory/superuser-and-role'],
    directory: class extends MemoryDirectory {
      override CreateAdministrator(request: CreateAdministratorRequest__Output): CreateAdministratorResponse {
        return super.CreateAdministrator({ ...request, superuser: false });
      }
    },
  },
  {
    name: 'a new record loses its values that may be null',
    caughtBy: ['records/create'],
    records: class extends MemoryRecords {
      override CreateRecord(request: CreateRecordRequest__Output): object {
        const values = request.values.filter(({ column }) => column !== 'price');
        return super.CreateRecord({ ...request, values });
      }
    },
  },
  {
    name: 'an update writes all columns of the model',
    caughtBy: ['records/update'],
    records: class extends MemoryRecords {
      override write(post: Post, request: UpdateRecordRequest__Output): void {
        const names = request.values.map(({ column }) => column);
        if (!names.includes('price')) post.others['price'] = { nullValue: true };
        super.write(post, request);
      }
    },
  },
  {
    name: 'the version is compared before the write, outside of its transaction',
    caughtBy: ['records/update-under-concurrency'],
    records: class extends MemoryRecords {
      override UpdateRecord(request: UpdateRecordRequest__Output): object {
        const { id, expectedVersion } = request;
        const isCurrent = this.post(id)?.version === expectedVersion;
        return sleep(20).then(() => super.UpdateRecord(isCurrent ? { ...request, expectedVersion: '' } : request));
      }
    },
  },
  {
    name: 'a deletion of two records deletes the first',
    caughtBy: ['records/delete'],
    records: class extends MemoryRecords {
      override DeleteRecords(request: DeleteRecordsRequest__Output): object {
        const outcome = super.DeleteRecords({ ...request, ids: request.ids.slice(0, 1) });
        return request.ids.every((id) => this.listed(id) !== undefined || id === request.ids[0])
          ? outcome
          : { notFound: {} };
      }
    },
  },
  {
    name: 'it commits record writes whose deadline has passed',
    caughtBy: ['records/deadline-rolls-back'],
    ignoresDeadlines: true,
  },
  {
    name: 'a relation that is written keeps its earlier links',
    caughtBy: ['relations/write'],
    records: class extends MemoryRecords {
      override replaceTags(post: Post, ids: readonly string[], _caller: AdminCaller__Output): void {
        for (const id of ids) post.tagIds.add(id);
      }
    },
  },
  {
    name: 'unlinking removes all links',
    caughtBy: ['relations/link'],
    records: class extends MemoryRecords {
      override Unlink(request: LinkRequest__Output): object {
        const outcome = super.Unlink(request);
        if ('unlinked' in outcome) this.post(request.id)?.tagIds.clear();
        return outcome;
      }
    },
  },
  {
    name: 'settings keep their version',
    caughtBy: ['settings/write'],
    records: class extends MemoryRecords {
      override UpdateSettings(request: UpdateSettingsRequest__Output): object {
        const { version } = this.settings;
        super.UpdateSettings(request);
        this.settings.version = version;
        return { updated: this.settingsOf(request.columns) };
      }
    },
  },
  {
    name: 'no action finds a record',
    caughtBy: ['actions/run'],
    records: class extends MemoryRecords {
      override RunAction(): object {
        return { notFound: {} };
      }
    },
  },
  {
    name: 'the data of a partial contains a model',
    caughtBy: ['partials/read'],
    records: class extends MemoryRecords {
      override GetPartialData(): object {
        return { data: { list: { items: [{ recordModel: 'Post' }] } } };
      }
    },
  },
];
