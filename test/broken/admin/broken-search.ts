import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import type { SearchRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SearchRecordsRequest';
import type { MemoryRecords } from './records.js';

/** AdminSearchService over the blog in memory. */
export class MemorySearch {
  constructor(private readonly records: MemoryRecords) {}

  SearchRecords({ caller, queries }: SearchRecordsRequest__Output): { readonly pages: RecordPage[] } {
    const pages = queries.map((one) => {
      const { page } = this.records.ListRecords({ caller, ...one }) as { readonly page: RecordPage };
      return page;
    });
    return { pages };
  }
}

/** Hosts with one fault in AdminSearchService, and the checks that detect it. */
export const BROKEN_SEARCH: readonly {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly search?: typeof MemorySearch;
  readonly unchecked?: readonly string[];
}[] = [
  {
    name: 'the pages come in another order than the queries',
    caughtBy: ['search/pages-of-lists'],
    search: class extends MemorySearch {
      override SearchRecords(request: SearchRecordsRequest__Output): { readonly pages: RecordPage[] } {
        return { pages: super.SearchRecords(request).pages.reverse() };
      }
    },
  },
  {
    name: 'a list without records has no page',
    caughtBy: ['search/pages-of-lists'],
    search: class extends MemorySearch {
      override SearchRecords(request: SearchRecordsRequest__Output): { readonly pages: RecordPage[] } {
        const { pages } = super.SearchRecords(request);
        return { pages: pages.filter(({ records = [] }) => records.length > 0).slice(1) };
      }
    },
  },
  {
    name: 'every query has the first page',
    caughtBy: ['search/pages-of-lists'],
    search: class extends MemorySearch {
      override SearchRecords({ caller, queries }: SearchRecordsRequest__Output): { readonly pages: RecordPage[] } {
        const first = queries.map((one) => ({
          ...one,
          query: one.query && { ...one.query, page: { number: 1, size: one.query.page?.size ?? 1 } },
        }));
        return super.SearchRecords({ caller, queries: first });
      }
    },
  },
  { name: 'requests are not checked', caughtBy: ['search/malformed'], unchecked: ['SearchRecords'] },
];
