import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminColumnReference__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminColumnReference';
import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminPage__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPage';
import type { AdminSelection__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { Cell, Cell__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { CreateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateRecordRequest';
import type { DeleteRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteRecordsRequest';
import type { GetPartialDataRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetPartialDataRequest';
import type { GetRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetRecordRequest';
import type { GetSettingsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetSettingsRequest';
import type { LinkRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/LinkRequest';
import type { ListCandidatesRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListCandidatesRequest';
import type { ListOptionsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListOptionsRequest';
import type { ListRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListRecordsRequest';
import type { ListRelatedRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListRelatedRequest';
import type { Record as ProtoRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/Record';
import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import type { RelationValue } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationValue';
import type { RunActionRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RunActionRequest';
import type { UpdateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordRequest';
import type { UpdateSettingsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateSettingsRequest';
import { truncatedText } from '@gatehouse/proto/truncation';
import { status } from '@grpc/grpc-js';
import type { Named, Post } from './blog.js';
import { blogData, cellOf, LOCKED_POST, SECRET_TAG } from './blog.js';
import { given } from './directory.js';
import { compares, containsText, found, order, textOf } from './query.js';

const NOT_FOUND = { notFound: {} };

type Written = Pick<UpdateRecordRequest__Output, 'caller' | 'values' | 'relations'>;

interface StoredSettings {
  version: number;
  readonly cells: Record<string, Cell>;
}

/** AdminRecordService over the blog in memory. Each rpc is a method that a broken host can replace. */
export class MemoryRecords {
  readonly data = blogData();
  readonly settings: StoredSettings = {
    version: 1,
    cells: { title: { stringValue: 'Blog' }, posts_per_page: { int64Value: '10' } },
  };
  created = 0;

  ListRecords({ caller, controller, query }: ListRecordsRequest__Output): object {
    this.known(controller);
    return { page: this.page(this.data.posts, given(query), given(caller)) };
  }

  GetRecord({ caller, controller, id, scope, selection }: GetRecordRequest__Output): object {
    this.known(controller);
    const post = scope === 'ADMIN_SCOPE_FORM' ? this.post(id) : this.listed(id);
    return post === undefined ? NOT_FOUND : { record: this.record(post, given(selection), given(caller)) };
  }

  CreateRecord(request: CreateRecordRequest__Output): object {
    const { caller, controller, values, selection } = request;
    this.known(controller);
    const cells = new Map(values.map(({ column, value }) => [column, given(value)]));
    const title = cells.get('title')?.stringValue ?? '';
    // The title tells copies from the original records.
    if (title.length > 200) return { invalid: { fields: [{ field: 'title', messages: ['too long'] }] } };
    const categoryId = cells.get('category_id')?.int64Value ?? '';
    if (!this.data.categories.some((category) => category.id === categoryId)) return this.unknown('category_id');
    this.created += 1;
    const id = String(1000 + this.created);
    const post: Post = { id, version: 'v0', title, categoryId, tagIds: new Set(), others: {} };
    const unknown = this.unknownRelation(post, request);
    if (unknown !== undefined) return this.unknown(unknown);
    this.write(post, request);
    this.data.posts = [...this.data.posts, post];
    return { created: this.record(post, given(selection), given(caller)) };
  }

  UpdateRecord(request: UpdateRecordRequest__Output): object {
    const { id, expectedVersion, selection } = request;
    const caller = given(request.caller);
    const post = this.post(id);
    if (post === undefined) return NOT_FOUND;
    const now = (): object => this.record(post, given(selection), caller);
    if (expectedVersion !== '' && expectedVersion !== post.version) return { conflict: now() };
    const unknown = this.unknownRelation(post, request);
    if (unknown !== undefined) {
      return this.unknown(unknown);
    }
    const before = JSON.stringify([post, [...post.tagIds].sort()]);
    this.write(post, request);
    if (before !== JSON.stringify([post, [...post.tagIds].sort()])) post.version += '+';
    return { updated: now() };
  }

  /** The name of a relation with an id that does not exist for the caller. */
  unknownRelation(_post: Post, { caller, relations }: Written): string | undefined {
    const unknown = relations.find(({ relation, ids }) => {
      const existing = relation === 'tags' ? this.tagsFor(given(caller)) : this.data.categories;
      return !ids.every((id) => existing.some((one) => one.id === id));
    });
    return unknown?.relation;
  }

  write(post: Post, { values, relations, caller }: Written): void {
    for (const { column, value } of values) {
      if (column === 'title') post.title = value?.stringValue ?? '';
      else if (column === 'category_id') post.categoryId = value?.int64Value ?? '';
      else post.others[column] = plain(given(value));
    }
    for (const { relation, ids } of relations) {
      if (relation === 'category') post.categoryId = ids[0] ?? '';
      else this.replaceTags(post, ids, given(caller));
    }
  }

  /** Links the given ones among those that the caller sees; keeps the others. */
  replaceTags(post: Post, ids: readonly string[], caller: AdminCaller__Output): void {
    for (const { id } of this.tagsFor(caller)) post.tagIds.delete(id);
    for (const id of ids) post.tagIds.add(id);
  }

  DeleteRecords({ controller, ids }: DeleteRecordsRequest__Output): object {
    this.known(controller);
    if (ids.some((id) => this.post(id) === undefined)) return NOT_FOUND;
    this.data.posts = this.data.posts.filter(({ id }) => !ids.includes(id));
    return { deleted: true };
  }

  ListOptions({ caller, relation, ids, labels, page, terms }: ListOptionsRequest__Output): object {
    const tags = this.tagsFor(given(caller));
    const rows = relation === null ? PROVIDED : relation?.relation === 'tags' ? tags : this.data.categories;
    const all = [...(relation === undefined ? PROVIDED : rows)].filter(
      ({ id, name }) =>
        (ids.length === 0 || ids.includes(id)) &&
        (labels.length === 0 || this.isNamed(name, labels)) &&
        terms.every((term) => this.contains(name, term)),
    );
    const { records, hasMore } = cut(all, given(page));
    return { options: records.map(({ id, name }) => ({ value: id, label: name })), hasMore };
  }

  isNamed(name: string, labels: readonly string[]): boolean {
    return labels.includes(name);
  }

  ListRelated({ caller, id, query }: ListRelatedRequest__Output): object {
    const post = this.post(id);
    if (post === undefined) return NOT_FOUND;
    const linked = this.tagsFor(given(caller)).filter((tag) => post.tagIds.has(tag.id));
    return { page: this.page(linked, given(query), given(caller)) };
  }

  ListCandidates({ caller, id, query, ids }: ListCandidatesRequest__Output): object {
    const post = this.post(id);
    if (post === undefined) return NOT_FOUND;
    const isWanted = (tag: string): boolean => (ids.length === 0 ? !post.tagIds.has(tag) : ids.includes(tag));
    return {
      page: this.page(
        this.tagsFor(given(caller)).filter((tag) => isWanted(tag.id)),
        given(query),
        given(caller),
      ),
    };
  }

  Link({ caller, id, ids }: LinkRequest__Output): object {
    const post = this.post(id);
    if (post === undefined || !this.exist(ids, given(caller))) return NOT_FOUND;
    const added = ids.filter((tag) => !post.tagIds.has(tag));
    for (const tag of added) post.tagIds.add(tag);
    return { linked: added.length };
  }

  Unlink({ caller, id, ids }: LinkRequest__Output): object {
    const post = this.post(id);
    if (post === undefined || !this.exist(ids, given(caller)) || !ids.every((tag) => post.tagIds.has(tag))) {
      return NOT_FOUND;
    }
    for (const tag of ids) post.tagIds.delete(tag);
    return { unlinked: ids.length };
  }

  GetSettings({ columns }: GetSettingsRequest__Output): object {
    return { values: this.settingsOf(columns) };
  }

  UpdateSettings({ columns, expectedVersion, values }: UpdateSettingsRequest__Output): object {
    if (expectedVersion !== '' && expectedVersion !== `v${this.settings.version}`) {
      return { conflict: this.settingsOf(columns) };
    }
    const before = JSON.stringify(this.settings.cells);
    for (const { column, value } of values) this.settings.cells[column] = plain(given(value));
    if (before !== JSON.stringify(this.settings.cells)) this.settings.version += 1;
    return { updated: this.settingsOf(columns) };
  }

  settingsOf(columns: readonly string[]): object {
    return { version: `v${this.settings.version}`, cells: columns.map((column) => this.settings.cells[column]) };
  }

  GetPartialData({ recordId }: GetPartialDataRequest__Output): object {
    if (recordId !== '' && this.post(recordId) === undefined) return NOT_FOUND;
    const entries = [{ key: 'Posts', value: { cell: { int64Value: String(this.data.posts.length) } } }];
    return { data: { map: { entries } } };
  }

  RunAction({ recordId }: RunActionRequest__Output): object {
    return recordId !== '' && this.post(recordId) === undefined ? NOT_FOUND : { done: {} };
  }

  unknown(field: string): object {
    return { invalid: { fields: [{ field, messages: ['not one of the choices'] }] } };
  }

  known(controller: string): void {
    if (controller === 'acme.blog.posts') return;
    throw Object.assign(new Error(`no controller ${controller}`), { code: status.INVALID_ARGUMENT });
  }

  /** A post within the list scope. */
  listed(id: string): Post | undefined {
    return this.data.posts.find((post) => post.id === id);
  }

  /** A post within the form scope. */
  post(id: string): Post | undefined {
    return id === LOCKED_POST ? undefined : this.listed(id);
  }

  tagsFor({ superuser }: AdminCaller__Output): readonly Named[] {
    return this.data.tags.filter(({ id }) => superuser || id !== SECRET_TAG);
  }

  exist(ids: readonly string[], caller: AdminCaller__Output): boolean {
    return ids.every((id) => this.tagsFor(caller).some((tag) => tag.id === id));
  }

  page(rows: readonly (Post | Named)[], query: AdminListQuery__Output, caller: AdminCaller__Output): RecordPage {
    const matching = rows.filter((row) => this.matches(row, query, caller));
    // The rows are in the order of their keys, and the sort is stable: ties stay in that order.
    for (const { column, descending } of [...query.sorts].reverse()) {
      const value = (row: Post | Named): Cell => this.valuesOf(row, given(column), caller)[0] ?? { nullValue: true };
      matching.sort((a, b) => (descending ? order(value(b), value(a)) : order(value(a), value(b))));
    }
    const { records, hasMore } = cut(matching, given(query.page));
    return {
      records: records.map((row) => this.record(row, given(query.selection), caller)),
      hasMore,
      ...(query.count && { total: matching.length }),
    };
  }

  contains(text: string, term: string): boolean {
    return containsText(text, term);
  }

  matches(row: Post | Named, { conditions, search }: AdminListQuery__Output, caller: AdminCaller__Output): boolean {
    const contains = (text: string, term: string): boolean => this.contains(text, term);
    const texts = (search?.columns ?? []).flatMap((column) => this.valuesOf(row, column, caller).map(textOf));
    if (search !== null && !found(search, texts, contains)) return false;
    return conditions.every(({ comparison, relatedTo }) => {
      if (relatedTo)
        return this.relatedTo(row, relatedTo.relation, caller).some(({ id }) => relatedTo.ids.includes(id));
      const compared = given(comparison ?? null);
      return this.valuesOf(row, given(compared.column), caller).some((cell) => compares(compared, cell, contains));
    });
  }

  /** The values of a column of the row, or of the records that a relation leads to. */
  valuesOf(row: Post | Named, { relation, column }: AdminColumnReference__Output, caller: AdminCaller__Output): Cell[] {
    return relation === ''
      ? [cellOf(row, column)]
      : this.relatedTo(row, relation, caller).map((related) => cellOf(related, column));
  }

  record(row: Post | Named, selection: AdminSelection__Output, caller: AdminCaller__Output): ProtoRecord {
    const { columns, relations, maxText, maxRelatedText } = selection;
    return {
      id: row.id,
      version: 'version' in row ? row.version : '',
      cells: columns.map((column) => this.shortened(cellOf(row, column), maxText)),
      relations: relations.map(({ relation, related }): RelationValue => {
        const rows = this.relatedTo(row, relation, caller);
        if (!related) return { count: rows.length };
        const records = rows.slice(0, related.limit).map(({ id, name }) => ({
          id,
          value: this.shortened({ stringValue: name }, maxRelatedText),
        }));
        return { related: { records, hasMore: rows.length > related.limit } };
      }),
    };
  }

  shortened(cell: Cell, most: number): Cell {
    const text = most === 0 ? undefined : truncatedText(cell.stringValue ?? '', most);
    return text === undefined ? cell : { truncatedValue: { text } };
  }

  relatedTo(row: Post | Named, relation: string, caller: AdminCaller__Output): readonly Named[] {
    if (!('title' in row)) return [];
    return relation === 'tags'
      ? this.tagsFor(caller).filter(({ id }) => row.tagIds.has(id))
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

/** A cell as JSON holds it: what the library adds to name the member that is set is left out. */
function plain({ value: _, ...cell }: Cell__Output): Cell {
  return cell;
}
