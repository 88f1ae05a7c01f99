import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminMatching__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminMatching';
import type { ExistingRecord__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ExistingRecord';
import type { ImportRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ImportRecordsRequest';
import type { RunOnRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RunOnRecordsRequest';
import type { WalkRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/WalkRecordsRequest';
import type { Post } from './blog.js';
import { MemoryBulk } from './bulk.js';
import { given } from './directory.js';
import { ManagedRecords } from './managed-records.js';

interface BrokenBulk {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly bulk?: typeof MemoryBulk;
  readonly records?: typeof ManagedRecords;
  readonly unchecked?: readonly string[];
  readonly ignoresDeadlines?: boolean;
}

/** Hosts with one fault in AdminBulkService, and the checks that detect it. */
export const BROKEN_BULK: readonly BrokenBulk[] = [
  {
    name: 'a walk repeats the record that it continues after',
    caughtBy: ['bulk/walk'],
    bulk: class extends MemoryBulk {
      override isBehind(id: string, after: string): boolean {
        return after === '' || Number(id) >= Number(after);
      }
    },
  },
  {
    name: 'a walk ends after its first batch',
    caughtBy: ['bulk/walk'],
    bulk: class extends MemoryBulk {
      override WalkRecords(request: WalkRecordsRequest__Output): object {
        const { page } = super.WalkRecords(request) as { page: object };
        return { page: { ...page, hasMore: false } };
      }
    },
  },
  {
    name: 'the key to continue after is ignored',
    caughtBy: ['bulk/delete-matching'],
    bulk: class extends MemoryBulk {
      override isBehind(): boolean {
        return true;
      }
    },
  },
  {
    name: 'conditions do not limit the records',
    caughtBy: ['bulk/walk-matching', 'bulk/delete-matching'],
    bulk: class extends MemoryBulk {
      override matching(matching: AdminMatching__Output, after: string, caller: AdminCaller__Output): Post[] {
        return super.matching({ ...matching, conditions: [] }, after, caller);
      }
    },
  },
  {
    name: 'a missing record counts as done',
    caughtBy: ['bulk/missing-records'],
    bulk: class extends MemoryBulk {
      override act(request: RunOnRecordsRequest__Output, id: string): boolean {
        super.act(request, id);
        return true;
      }
    },
  },
  {
    name: 'a missing record is not mentioned',
    caughtBy: ['bulk/missing-records', 'bulk/delete-each'],
    bulk: class extends MemoryBulk {
      override RunOnRecords(request: RunOnRecordsRequest__Output): object {
        return { ...super.RunOnRecords(request), unchanged: [] };
      }
    },
  },
  {
    name: 'a missing record ends the deletion of the others',
    caughtBy: ['bulk/delete-each'],
    bulk: class extends MemoryBulk {
      override RunOnRecords(request: RunOnRecordsRequest__Output): object {
        const { ids = [] } = request.ids ?? {};
        if (request.ids && ids.some((id) => this.records.post(id) === undefined)) {
          return { unchanged: ids.map((id) => ({ id, notFound: {} })), last: given(ids.at(-1) ?? null) };
        }
        return super.RunOnRecords(request);
      }
    },
  },
  {
    name: 'more records follow as long as one was taken',
    caughtBy: ['bulk/batches'],
    bulk: class extends MemoryBulk {
      override RunOnRecords(request: RunOnRecordsRequest__Output): object {
        const outcome = super.RunOnRecords(request) as { last: string };
        return { ...outcome, hasMore: outcome.last !== '' };
      }
    },
  },
  {
    name: 'an action deletes its records',
    caughtBy: ['bulk/runs-the-action'],
    bulk: class extends MemoryBulk {
      override RunOnRecords(request: RunOnRecordsRequest__Output): object {
        return super.RunOnRecords({ ...request, act: 'delete' });
      }
    },
  },
  {
    name: 'a record that only the list shows is deleted',
    caughtBy: ['bulk/both-scopes'],
    bulk: class extends MemoryBulk {
      override act(request: RunOnRecordsRequest__Output, id: string): boolean {
        return super.act(request, id) || this.records.listed(id) !== undefined;
      }
    },
  },
  {
    name: 'missing records have their ids as names',
    caughtBy: ['bulk/labels'],
    bulk: class extends MemoryBulk {
      override RunOnRecords(request: RunOnRecordsRequest__Output): object {
        const outcome = super.RunOnRecords(request) as { unchanged: { id: string }[] };
        return { ...outcome, unchanged: outcome.unchanged.map((one) => ({ ...one, label: one.id })) };
      }
    },
  },
  {
    name: 'requests are not checked',
    caughtBy: ['bulk/malformed'],
    unchecked: ['WalkRecords', 'RunOnRecords'],
  },
];

/** Hosts with one fault in ImportRecords, and the checks that detect it. */
export const BROKEN_IMPORTS: readonly BrokenBulk[] = [
  {
    name: 'an import leaves out its last record',
    caughtBy: ['import/creates-all'],
    bulk: class extends MemoryBulk {
      override ImportRecords(request: ImportRecordsRequest__Output): object {
        super.ImportRecords({ ...request, records: request.records.slice(0, -1) });
        return { imported: { created: request.records.length } };
      }
    },
  },
  {
    name: 'a repeated import creates the records again',
    caughtBy: ['import/repeated'],
    bulk: class extends MemoryBulk {
      override isRepeated(): boolean {
        return false;
      }
    },
  },
  {
    name: 'the records before and after a refused one stay',
    caughtBy: ['import/all-or-none'],
    bulk: class extends MemoryBulk {
      override rollBack(): void {
        // Keeps them.
      }
    },
  },
  {
    name: 'an import stops at the first refused record',
    caughtBy: ['import/all-or-none'],
    bulk: class extends MemoryBulk {
      override ImportRecords(request: ImportRecordsRequest__Output): object {
        const outcome = super.ImportRecords(request) as { refusedRecords?: { records: object[] } };
        const { records = [] } = outcome.refusedRecords ?? {};
        return records.length === 0 ? outcome : { refusedRecords: { records: records.slice(0, 1), hasMore: true } };
      }
    },
  },
  {
    name: 'an import is committed after its deadline',
    caughtBy: ['import/deadline-rolls-back'],
    ignoresDeadlines: true,
  },
  {
    name: 'labels do not limit the choices',
    caughtBy: ['import/labels'],
    records: class extends ManagedRecords {
      override isNamed(): boolean {
        return true;
      }
    },
  },
  {
    name: 'an import creates the records that it should update',
    caughtBy: ['import/updates'],
    bulk: class extends MemoryBulk {
      override ImportRecords(request: ImportRecordsRequest__Output): object {
        const records = request.records.map((record) => ({ ...record, existing: null }));
        return super.ImportRecords({ ...request, records });
      }
    },
  },
  {
    name: 'an import overwrites a record that has another version',
    caughtBy: ['import/updates-nothing-stale'],
    bulk: class extends MemoryBulk {
      override expected(existing: ExistingRecord__Output): ExistingRecord__Output {
        return { ...existing, expectedVersion: '' };
      }
    },
  },
  {
    name: 'the updates before a refused record stay',
    caughtBy: ['import/updates-nothing-stale'],
    bulk: class extends MemoryBulk {
      override rollBack(): void {
        // Keeps them.
      }
    },
  },
  {
    name: 'a walk in the form scope returns records that the form hides',
    caughtBy: ['import/walk-in-form-scope'],
    bulk: class extends MemoryBulk {
      override isHidden(): boolean {
        return false;
      }
    },
  },
  {
    name: 'requests of imports are not checked',
    caughtBy: ['import/malformed', 'import-updates/malformed'],
    unchecked: ['ImportRecords'],
  },
];
