import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminMatching__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminMatching';
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
    const { posts } = this.records.data;
    const selection = { columns: [], relations: [], maxText: 0, maxRelatedText: 0 };
    const refused = records.flatMap(({ values, relations }, index) => {
      const outcome = this.records.CreateRecord({ caller, controller, values, relations, selection });
      return 'created' in outcome ? [] : [{ index, ...outcome }];
    });
    if (refused.length === 0) {
      this.imported.add(importId.toString('hex'));
      return { imported: { created } };
    }
    this.rollBack(posts);
    return { refusedRecords: { records: refused } };
  }

  isRepeated(importId: Buffer): boolean {
    return this.imported.has(importId.toString('hex'));
  }

  rollBack(posts: Post[]): void {
    this.records.data.posts = posts;
  }

  WalkRecords({ caller, matching, selection, after, limit }: WalkRecordsRequest__Output): object {
    const posts = this.matching(given(matching), after, given(caller));
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

  isBehind(id: string, after: string): boolean {
    return after === '' || Number(id) > Number(after);
  }
}
