import type { AdminListQuery__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/AdminListQuery.js';
import type { DeleteRecordsRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/DeleteRecordsRequest.js';
import type { GetSettingsRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/GetSettingsRequest.js';
import type { LinkRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/LinkRequest.js';
import type { ListCandidatesRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/ListCandidatesRequest.js';
import type { ListOptionsRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/ListOptionsRequest.js';
import type { RecordPage } from '../../../daemon/contract/generated/gatehouse/host/v1/RecordPage.js';
import type { UpdateRecordRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/UpdateRecordRequest.js';
import type { Named, Post } from './blog.js';
import { given } from './directory.js';
import type { BrokenAdminHost } from './broken-host.js';
import { MemoryRecords } from './records.js';

/** What it is like, and what finds it out. The fault is the one method that is replaced. */
export const BROKEN_RECORDS: readonly BrokenAdminHost[] = [
  {
    name: 'ties are in no order',
    caughtBy: ['records/list-pages'],
    records: class extends MemoryRecords {
      override page(rows: readonly (Post | Named)[], query: AdminListQuery__Output): RecordPage {
        return super.page(given(query.page).size === 1 ? [...rows].reverse() : rows, query);
      }
    },
  },
  {
    name: 'has_more says that this page is full',
    caughtBy: ['records/list-pages'],
    records: class extends MemoryRecords {
      override page(rows: readonly (Post | Named)[], query: AdminListQuery__Output): RecordPage {
        return { ...super.page(rows, query), hasMore: !query.count };
      }
    },
  },
  {
    name: 'conditions are ignored',
    caughtBy: ['records/conditions-and-sorts'],
    records: class extends MemoryRecords {
      override matches(): boolean {
        return true;
      }
    },
  },
  {
    name: 'the order is always the same',
    caughtBy: ['records/conditions-and-sorts'],
    records: class extends MemoryRecords {
      override page(rows: readonly (Post | Named)[], query: AdminListQuery__Output): RecordPage {
        return super.page(rows, { ...query, sorts: [] });
      }
    },
  },
  {
    name: 'ids are compared as numbers',
    caughtBy: ['records/get'],
    records: class extends MemoryRecords {
      override post(id: string): Post | undefined {
        return super.post(String(Number(id)));
      }
    },
  },
  {
    name: 'an id that is no number is a fault',
    caughtBy: ['records/get', 'records/version-conflict', 'records/delete-all-or-none', 'actions/record-in-scope'],
    records: class extends MemoryRecords {
      override post(id: string): Post | undefined {
        return super.post(String(BigInt(id)));
      }
    },
  },
  {
    name: 'the version is not looked at',
    caughtBy: ['records/version-conflict'],
    records: class extends MemoryRecords {
      override UpdateRecord(request: UpdateRecordRequest__Output): object {
        return super.UpdateRecord({ ...request, expectedVersion: '' });
      }
    },
  },
  {
    name: 'what can be deleted is deleted',
    caughtBy: ['records/delete-all-or-none'],
    records: class extends MemoryRecords {
      override DeleteRecords({ ids }: DeleteRecordsRequest__Output): object {
        const before = this.data.posts.length;
        this.data.posts = this.data.posts.filter(({ id }) => !ids.includes(id));
        return before - this.data.posts.length === ids.length ? { deleted: true } : { notFound: {} };
      }
    },
  },
  {
    name: 'unknown controllers are empty',
    caughtBy: ['records/unknown-controller'],
    records: class extends MemoryRecords {
      override known(): void {
        // Everything is.
      }
    },
  },
  {
    name: 'what can be linked is linked',
    caughtBy: ['relations/related-and-candidates'],
    records: class extends MemoryRecords {
      override Link({ id, ids }: LinkRequest__Output): object {
        const post = this.post(id);
        for (const tag of ids) if (this.tags([tag])) post?.tagIds.add(tag);
        return { notFound: {} };
      }
    },
  },
  {
    name: 'candidates are all records',
    caughtBy: ['relations/related-and-candidates'],
    records: class extends MemoryRecords {
      override ListCandidates(request: ListCandidatesRequest__Output): object {
        return { page: this.page(this.data.tags, given(request.query)) };
      }
    },
  },
  {
    name: 'ids of choices are ignored',
    caughtBy: ['options/resolve'],
    records: class extends MemoryRecords {
      override ListOptions(request: ListOptionsRequest__Output): object {
        return super.ListOptions({ ...request, ids: [] });
      }
    },
  },
  {
    name: 'settings come in an order of their own',
    caughtBy: ['settings/read-and-conflict'],
    records: class extends MemoryRecords {
      override GetSettings(request: GetSettingsRequest__Output): object {
        return super.GetSettings({ ...request, columns: [...request.columns].sort().reverse() });
      }
    },
  },
  {
    name: 'an action runs whether or not its record is in scope',
    caughtBy: ['actions/record-in-scope'],
    records: class extends MemoryRecords {
      override RunAction(): object {
        return { done: {} };
      }
    },
  },
];
