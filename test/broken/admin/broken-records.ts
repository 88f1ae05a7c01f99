import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminSelection__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { DeleteRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteRecordsRequest';
import type { GetSettingsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetSettingsRequest';
import type { LinkRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/LinkRequest';
import type { ListCandidatesRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListCandidatesRequest';
import type { ListOptionsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListOptionsRequest';
import type { Record as ProtoRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/Record';
import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import type { UpdateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordRequest';
import type { UpdateSettingsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateSettingsRequest';
import type { Named, Post } from './blog.js';
import { given } from './directory.js';
import type { BrokenAdminHost } from './broken-host.js';
import { MemoryRecords } from './records.js';

/** The defect and the checks that detect it. The defect is the one method that this host replaces. */
export const BROKEN_RECORDS: readonly BrokenAdminHost[] = [
  {
    name: 'ties have no fixed order',
    caughtBy: ['records/list-pages'],
    records: class extends MemoryRecords {
      override page(
        rows: readonly (Post | Named)[],
        query: AdminListQuery__Output,
        caller: AdminCaller__Output,
      ): RecordPage {
        return super.page(given(query.page).size === 1 ? [...rows].reverse() : rows, query, caller);
      }
    },
  },
  {
    name: 'has_more reports that this page is full',
    caughtBy: ['records/list-pages'],
    records: class extends MemoryRecords {
      override page(
        rows: readonly (Post | Named)[],
        query: AdminListQuery__Output,
        caller: AdminCaller__Output,
      ): RecordPage {
        return { ...super.page(rows, query, caller), hasMore: !query.count };
      }
    },
  },
  {
    name: 'a stored value that does not fit its column is sent unchanged',
    caughtBy: ['records/get', 'records/list-pages', 'records/written-values'],
    records: class extends MemoryRecords {
      override record(row: Post | Named, selection: AdminSelection__Output, caller: AdminCaller__Output): ProtoRecord {
        const { cells = [], ...record } = super.record(row, selection, caller);
        return { ...record, cells: cells.map((cell) => (cell.timestampValue ? { stringValue: 'yesterday' } : cell)) };
      }
    },
  },
  {
    name: 'a reference to a missing record is a database fault',
    caughtBy: ['records/refused-writes', 'records/written-values'],
    records: class extends MemoryRecords {
      override unknown(): object {
        throw new Error('violates foreign key constraint');
      }
    },
  },
  {
    name: 'an error names the wrong field',
    caughtBy: ['records/refused-writes'],
    records: class extends MemoryRecords {
      override unknown(): object {
        return super.unknown('title');
      }
    },
  },
  {
    name: 'an instant is accepted that cannot be read back',
    caughtBy: ['records/written-values'],
    records: class extends MemoryRecords {
      override record(row: Post | Named, selection: AdminSelection__Output, caller: AdminCaller__Output): ProtoRecord {
        const { cells = [], ...record } = super.record(row, selection, caller);
        const hour = 3600;
        const shifted = cells.map((cell) => {
          const seconds = Number(cell.timestampValue?.seconds ?? 0) + hour;
          return seconds > 253_402_300_799 ? { invalidValue: { raw: String(seconds) } } : cell;
        });
        return { ...record, cells: shifted };
      }
    },
  },
  {
    name: 'decimals are rounded to binary floating point',
    caughtBy: ['records/written-values'],
    records: class extends MemoryRecords {
      override record(row: Post | Named, selection: AdminSelection__Output, caller: AdminCaller__Output): ProtoRecord {
        const { cells = [], ...record } = super.record(row, selection, caller);
        const rounded = ({ decimalValue = '' }: Cell) => ({ decimalValue: Number(decimalValue).toFixed(6) });
        return { ...record, cells: cells.map((cell) => (cell.decimalValue === undefined ? cell : rounded(cell))) };
      }
    },
  },
  {
    name: 'counting stops at the limit without reporting that more records match',
    caughtBy: ['records/list-pages'],
    records: class extends MemoryRecords {
      override page(
        rows: readonly (Post | Named)[],
        query: AdminListQuery__Output,
        caller: AdminCaller__Output,
      ): RecordPage {
        const page = super.page(rows, query, caller);
        return query.countAtMost === 0 ? page : { ...page, total: query.countAtMost };
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
    name: 'a text that is not a valid value of the database type is a fault',
    caughtBy: ['records/conditions-and-sorts'],
    records: class extends MemoryRecords {
      override matches(row: Post | Named, query: AdminListQuery__Output, caller: AdminCaller__Output): boolean {
        const values = query.conditions.flatMap(({ comparison }) => comparison?.values ?? []);
        if (values.some(({ stringValue = '' }) => stringValue.includes(' ')))
          throw new Error('no value of the type uuid');
        return super.matches(row, query, caller);
      }
    },
  },
  {
    name: 'the order is always the same',
    caughtBy: ['records/conditions-and-sorts'],
    records: class extends MemoryRecords {
      override page(
        rows: readonly (Post | Named)[],
        query: AdminListQuery__Output,
        caller: AdminCaller__Output,
      ): RecordPage {
        return super.page(rows, { ...query, sorts: [] }, caller);
      }
    },
  },
  {
    name: 'ids are compared as numbers',
    caughtBy: ['records/get'],
    records: class extends MemoryRecords {
      override listed(id: string): Post | undefined {
        return super.listed(String(Number(id)));
      }
    },
  },
  {
    name: 'an id that is not a number is a fault',
    caughtBy: ['records/get', 'records/version-conflict', 'records/delete-all-or-none', 'actions/record-in-scope'],
    records: class extends MemoryRecords {
      override listed(id: string): Post | undefined {
        return super.listed(String(BigInt(id)));
      }
    },
  },
  {
    name: 'the version is ignored',
    caughtBy: ['records/version-conflict'],
    records: class extends MemoryRecords {
      override UpdateRecord(request: UpdateRecordRequest__Output): object {
        return super.UpdateRecord({ ...request, expectedVersion: '' });
      }
    },
  },
  {
    name: 'a deletion of several records deletes those that it can',
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
    name: 'a deletion ignores the form scope',
    caughtBy: ['records/delete-in-both-scopes'],
    records: class extends MemoryRecords {
      override DeleteRecords({ ids }: DeleteRecordsRequest__Output): object {
        if (ids.some((id) => this.listed(id) === undefined)) return { notFound: {} };
        this.data.posts = this.data.posts.filter(({ id }) => !ids.includes(id));
        return { deleted: true };
      }
    },
  },
  {
    name: 'every update raises the version',
    caughtBy: ['records/unchanged-write'],
    records: class extends MemoryRecords {
      override write(post: Post, request: UpdateRecordRequest__Output): void {
        super.write(post, request);
        post.version += '+';
      }
    },
  },
  {
    name: 'replacing a relation removes the links that the caller cannot see',
    caughtBy: ['relations/hidden-links'],
    records: class extends MemoryRecords {
      override replaceTags(post: Post, ids: readonly string[]): void {
        post.tagIds.clear();
        for (const id of ids) post.tagIds.add(id);
      }
    },
  },
  {
    name: 'an id that the caller cannot see is accepted only if the record is linked to it',
    caughtBy: ['relations/hidden-links'],
    records: class extends MemoryRecords {
      override unknownRelation(post: Post, request: UpdateRecordRequest__Output): string | undefined {
        const relations = request.relations.map((change) => ({
          ...change,
          ids: change.ids.filter((id) => change.relation !== 'tags' || !post.tagIds.has(id)),
        }));
        return super.unknownRelation(post, { ...request, relations });
      }
    },
  },
  {
    name: 'linking a linked record counts as a new link',
    caughtBy: ['relations/link-again'],
    records: class extends MemoryRecords {
      override Link(request: LinkRequest__Output): object {
        const answer = super.Link(request);
        return 'notFound' in answer ? answer : { linked: request.ids.length };
      }
    },
  },
  {
    name: 'searches distinguish the case of letters beyond ASCII',
    caughtBy: ['records/search-case'],
    records: class extends MemoryRecords {
      override contains(text: string, term: string): boolean {
        const lower = (of: string): string => of.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        return lower(text).includes(lower(term));
      }
    },
  },
  {
    name: 'an unknown controller has no records',
    caughtBy: ['records/unknown-controller'],
    records: class extends MemoryRecords {
      override known(): void {
        // Every controller is known.
      }
    },
  },
  {
    name: 'linking several records links those that it can',
    caughtBy: ['relations/related-and-candidates'],
    records: class extends MemoryRecords {
      override Link({ caller, id, ids }: LinkRequest__Output): object {
        const post = this.post(id);
        for (const tag of ids) if (this.exist([tag], given(caller))) post?.tagIds.add(tag);
        return { notFound: {} };
      }
    },
  },
  {
    name: 'all records are candidates',
    caughtBy: ['relations/related-and-candidates'],
    records: class extends MemoryRecords {
      override ListCandidates(request: ListCandidatesRequest__Output): object {
        return { page: this.page(this.data.tags, given(request.query), given(request.caller)) };
      }
    },
  },
  {
    name: 'long texts are cut, and nothing says so',
    caughtBy: ['records/truncated-values'],
    records: class extends MemoryRecords {
      override shortened(cell: Cell, most: number): Cell {
        const { truncatedValue } = super.shortened(cell, most);
        return truncatedValue ? { stringValue: truncatedValue.text ?? '' } : cell;
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
    name: 'settings are returned in a different order',
    caughtBy: ['settings/read-and-conflict'],
    records: class extends MemoryRecords {
      override GetSettings(request: GetSettingsRequest__Output): object {
        return super.GetSettings({ ...request, columns: [...request.columns].sort().reverse() });
      }
    },
  },
  {
    name: 'settings get a new version with every save',
    caughtBy: ['settings/unchanged-write'],
    records: class extends MemoryRecords {
      override UpdateSettings(request: UpdateSettingsRequest__Output): object {
        const answer = super.UpdateSettings(request);
        return 'updated' in answer ? { updated: { ...(answer.updated as object), version: 'v2' } } : answer;
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
