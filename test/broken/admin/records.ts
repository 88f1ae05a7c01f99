import { status } from '@grpc/grpc-js';
import type { AdminListQuery__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/AdminListQuery.js';
import type { AdminPage__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/AdminPage.js';
import type { AdminSelection__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/AdminSelection.js';
import type { Cell__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/Cell.js';
import type { DeleteRecordsRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/DeleteRecordsRequest.js';
import type { GetRecordRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/GetRecordRequest.js';
import type { GetSettingsRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/GetSettingsRequest.js';
import type { LinkRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/LinkRequest.js';
import type { ListCandidatesRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/ListCandidatesRequest.js';
import type { ListOptionsRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/ListOptionsRequest.js';
import type { ListRecordsRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/ListRecordsRequest.js';
import type { ListRelatedRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/ListRelatedRequest.js';
import type { Record as ProtoRecord } from '../../../daemon/contract/generated/gatehouse/host/v1/Record.js';
import type { RecordPage } from '../../../daemon/contract/generated/gatehouse/host/v1/RecordPage.js';
import type { RelationValue } from '../../../daemon/contract/generated/gatehouse/host/v1/RelationValue.js';
import type { RunActionRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/RunActionRequest.js';
import type { UpdateRecordRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/UpdateRecordRequest.js';
import type { UpdateSettingsRequest__Output } from '../../../daemon/contract/generated/gatehouse/host/v1/UpdateSettingsRequest.js';
import type { Named, Post } from './blog.js';
import { blogData, cellOf } from './blog.js';
import { given } from './directory.js';

const NOT_FOUND = { notFound: {} };

/** AdminRecordService over the blog in memory. Each rpc is a method that a broken host can replace. */
export class MemoryRecords {
  readonly data = blogData();

  ListRecords({ controller, query }: ListRecordsRequest__Output): object {
    this.known(controller);
    return { page: this.page(this.data.posts, given(query)) };
  }

  GetRecord({ controller, id, selection }: GetRecordRequest__Output): object {
    this.known(controller);
    const post = this.post(id);
    return post === undefined ? NOT_FOUND : { record: this.record(post, given(selection)) };
  }

  UpdateRecord({ id, expectedVersion, selection }: UpdateRecordRequest__Output): object {
    const post = this.post(id);
    if (post === undefined) return NOT_FOUND;
    const record = this.record(post, given(selection));
    return expectedVersion !== '' && expectedVersion !== post.version ? { conflict: record } : { updated: record };
  }

  DeleteRecords({ controller, ids }: DeleteRecordsRequest__Output): object {
    this.known(controller);
    if (ids.some((id) => this.post(id) === undefined)) return NOT_FOUND;
    this.data.posts = this.data.posts.filter(({ id }) => !ids.includes(id));
    return { deleted: true };
  }

  ListOptions({ relation, ids, page }: ListOptionsRequest__Output): object {
    const rows = relation === null ? PROVIDED : relation?.relation === 'tags' ? this.data.tags : this.data.categories;
    const all = [...(relation === undefined ? PROVIDED : rows)].filter(
      ({ id }) => ids.length === 0 || ids.includes(id),
    );
    const { records, hasMore } = cut(all, given(page));
    return { options: records.map(({ id, name }) => ({ value: id, label: name })), hasMore };
  }

  ListRelated({ id, query }: ListRelatedRequest__Output): object {
    const post = this.post(id);
    if (post === undefined) return NOT_FOUND;
    return {
      page: this.page(
        this.data.tags.filter((tag) => post.tagIds.has(tag.id)),
        given(query),
      ),
    };
  }

  ListCandidates({ id, query }: ListCandidatesRequest__Output): object {
    const post = this.post(id);
    if (post === undefined) return NOT_FOUND;
    return {
      page: this.page(
        this.data.tags.filter((tag) => !post.tagIds.has(tag.id)),
        given(query),
      ),
    };
  }

  Link({ id, ids }: LinkRequest__Output): object {
    const post = this.post(id);
    if (post === undefined || !this.tags(ids)) return NOT_FOUND;
    for (const tag of ids) post.tagIds.add(tag);
    return { linked: ids.length };
  }

  Unlink({ id, ids }: LinkRequest__Output): object {
    const post = this.post(id);
    if (post === undefined || !ids.every((tag) => post.tagIds.has(tag))) return NOT_FOUND;
    for (const tag of ids) post.tagIds.delete(tag);
    return { unlinked: ids.length };
  }

  GetSettings({ columns }: GetSettingsRequest__Output): object {
    return { values: settings(columns) };
  }

  UpdateSettings({ columns, expectedVersion }: UpdateSettingsRequest__Output): object {
    return expectedVersion === 'v1' ? { updated: settings(columns) } : { conflict: settings(columns) };
  }

  RunAction({ recordId }: RunActionRequest__Output): object {
    return recordId !== '' && this.post(recordId) === undefined ? NOT_FOUND : { done: {} };
  }

  known(controller: string): void {
    if (controller === 'acme.blog.posts') return;
    throw Object.assign(new Error(`no controller ${controller}`), { code: status.INVALID_ARGUMENT });
  }

  post(id: string): Post | undefined {
    return this.data.posts.find((post) => post.id === id);
  }

  tags(ids: readonly string[]): boolean {
    return ids.every((id) => this.data.tags.some((tag) => tag.id === id));
  }

  page(rows: readonly (Post | Named)[], query: AdminListQuery__Output): RecordPage {
    const matching = rows.filter((row) => this.matches(row, query));
    if (query.sorts[0]?.descending === true) matching.reverse();
    const { records, hasMore } = cut(matching, given(query.page));
    return {
      records: records.map((row) => this.record(row, given(query.selection))),
      hasMore,
      ...(query.count && { total: matching.length }),
    };
  }

  /** The checks compare the primary key alone. */
  matches(row: Post | Named, { conditions }: AdminListQuery__Output): boolean {
    return conditions.every(({ comparison }) => {
      const { operator, values } = given(comparison ?? null);
      const is = ({ int64Value }: Cell__Output): boolean => int64Value === row.id;
      if (operator === 'ADMIN_COMPARISON_OPERATOR_IS_NULL') return false;
      if (operator === 'ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL') return true;
      if (operator === 'ADMIN_COMPARISON_OPERATOR_NOT_EQUAL') return !values.some(is);
      return values.some(is);
    });
  }

  record(row: Post | Named, { columns, relations }: AdminSelection__Output): ProtoRecord {
    return {
      id: row.id,
      version: 'version' in row ? row.version : '',
      cells: columns.map((column) => cellOf(row, column)),
      relations: relations.map(({ relation, related }): RelationValue => {
        const rows = this.relatedTo(row, relation);
        if (!related) return { count: rows.length };
        const records = rows.slice(0, related.limit).map(({ id, name }) => ({ id, value: { stringValue: name } }));
        return { related: { records, hasMore: rows.length > related.limit } };
      }),
    };
  }

  relatedTo(row: Post | Named, relation: string): Named[] {
    if (!('title' in row)) return [];
    return relation === 'tags'
      ? this.data.tags.filter(({ id }) => row.tagIds.has(id))
      : this.data.categories.filter(({ id }) => id === row.categoryId);
  }
}

const PROVIDED: readonly Named[] = [
  { id: 'draft', name: 'Draft' },
  { id: 'live', name: 'Live' },
];

function cut<T>(rows: readonly T[], { number, size }: AdminPage__Output): { records: readonly T[]; hasMore: boolean } {
  return { records: rows.slice((number - 1) * size, number * size), hasMore: rows.length > number * size };
}

function settings(columns: readonly string[]): object {
  const cells = columns.map((column) => (column === 'title' ? { stringValue: 'Blog' } : { int64Value: 10 }));
  return { version: 'v1', cells };
}
