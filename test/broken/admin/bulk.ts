import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminMatching__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminMatching';
import type { ExistingRecord__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ExistingRecord';
import type { ImportRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ImportRecordsRequest';
import type { RunOnRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RunOnRecordsRequest';
import type { UnchangedRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/UnchangedRecord';
import type { WalkRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/WalkRecordsRequest';
import type { Post } from './blog.js';
import { given } from './directory.js';
import type { MemoryRecords } from './records.js';

/** AdminBulkService over the blog in memory. */
export class MemoryBulk {
  readonly imported = new Set<string>();

  constructor(readonly records: MemoryRecords) {}

  ImportRecords({ caller, controller, importId, records }: ImportRecordsRequest__Output): object {
    const created = records.length;
    if (this.isRepeated(importId)) return { imported: { created } };
    const posts = this.records.data.posts.map((post) => ({
      ...{ ...post, tagIds: new Set(post.tagIds), others: { ...post.others } },
    }));
    const selection = { columns: [], relations: [], maxText: 0, maxRelatedText: 0 };
    const refused = records.flatMap(({ values, relations, existing }, index) => {
      const write = { caller, controller, values, relations, selection };
      const outcome = existing
        ? this.records.UpdateRecord({ ...write, ...this.expected(existing) })
        : this.records.CreateRecord(write);
      if ('created' in outcome || 'updated' in outcome) return [];
      return [{ index, ...('conflict' in outcome ? { changed: true } : outcome) }];
    });
    if (refused.length === 0) {
      this.imported.add(importId.toString('hex'));
      return { imported: { created } };
    }
    this.rollBack(posts);
    return { refusedRecords: { records: refused } };
  }

  expected(existing: ExistingRecord__Output): ExistingRecord__Output {
    return existing;
  }

  isRepeated(importId: Buffer): boolean {
    return this.imported.has(importId.toString('hex'));
  }

  rollBack(posts: Post[]): void {
    this.records.data.posts = posts;
  }

  WalkRecords({ caller, matching, selection, after, limit, scope }: WalkRecordsRequest__Output): object {
    const matched = this.matching(given(matching), after, given(caller));
    const posts = matched.filter(({ id }) => !this.isHidden(id, scope));
    const records = posts.slice(0, limit).map((post) => this.records.record(post, given(selection), given(caller)));
    return { page: { records, hasMore: posts.length > limit } };
  }

  RunOnRecords(request: RunOnRecordsRequest__Output): object {
    const { ids, matching } = request;
    const next = matching && this.matching(given(matching.matching), matching.after, given(request.caller));
    const taken = next?.slice(0, matching?.limit).map(({ id }) => id) ?? given(ids ?? null).ids;
    const unchanged: UnchangedRecord[] = [];
    let done = 0;
    for (const id of taken) {
      if (this.act(request, id)) done += 1;
      else unchanged.push({ id, notFound: {} });
    }
    return { done, unchanged, last: taken.at(-1) ?? '', hasMore: (next?.length ?? 0) > taken.length };
  }

  /** Whether the record exists for the caller. */
  act({ controller, act }: RunOnRecordsRequest__Output, id: string): boolean {
    if (this.records.post(id) === undefined) return false;
    if (act === 'delete')
      this.records.DeleteRecords({ caller: null, controller, ids: [id], scope: 'ADMIN_SCOPE_LIST' });
    return true;
  }

  matching(matching: AdminMatching__Output, after: string, caller: AdminCaller__Output): Post[] {
    return this.records.data.posts.filter(
      (post) => this.isBehind(post.id, after) && this.records.matches(post, matching as never, caller),
    );
  }

  /** From the form scope. */
  isHidden(id: string, scope: WalkRecordsRequest__Output['scope']): boolean {
    return scope === 'ADMIN_SCOPE_FORM' && this.records.post(id) === undefined;
  }

  isBehind(id: string, after: string): boolean {
    return after === '' || Number(id) > Number(after);
  }
}
