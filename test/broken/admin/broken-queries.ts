import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminSelection__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { ListOptionsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListOptionsRequest';
import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import type { Named, Post } from './blog.js';
import type { BrokenAdminHost } from './broken-host.js';
import { MemoryRecords } from './records.js';

/** Defects of queries and of the check of requests, and the checks that detect them. */
export const BROKEN_QUERIES: readonly BrokenAdminHost[] = [
  {
    name: 'decimals are compared as texts',
    caughtBy: ['records/comparisons'],
    records: class extends MemoryRecords {
      override matches(row: Post | Named, query: AdminListQuery__Output, caller: AdminCaller__Output): boolean {
        const compared = query.conditions.find(({ comparison }) => comparison?.column?.column === 'price')?.comparison;
        const { operator, values: [value] = [] } = compared ?? {};
        if (operator !== 'ADMIN_COMPARISON_OPERATOR_EQUAL' || 'name' in row) return super.matches(row, query, caller);
        return row.others['price']?.decimalValue === `${value?.decimalValue ?? ''}0`;
      }
    },
  },
  {
    name: 'only the first order applies, and ties stay as they come',
    caughtBy: ['records/sorts'],
    records: class extends MemoryRecords {
      override page(
        rows: readonly (Post | Named)[],
        query: AdminListQuery__Output,
        caller: AdminCaller__Output,
      ): RecordPage {
        const isDescending = query.sorts[0]?.descending === true;
        return super.page(isDescending ? [...rows].reverse() : rows, query, caller);
      }
    },
  },
  {
    name: 'it checks no request of the directory',
    caughtBy: ['directory/malformed'],
    unchecked: ['FindAdministrator', 'RecordSignIn', 'AuthenticateToken', 'BlacklistToken'],
  },
  {
    name: 'it checks no read',
    caughtBy: ['records/malformed'],
    unchecked: ['ListRecords', 'GetRecord', 'ListOptions', 'DeleteRecords'],
  },
  {
    name: 'it checks no new record',
    caughtBy: ['records/malformed-writes'],
    unchecked: ['CreateRecord'],
  },
  {
    name: 'every term is enough',
    caughtBy: ['records/searches'],
    records: class extends MemoryRecords {
      override matches(row: Post | Named, query: AdminListQuery__Output, caller: AdminCaller__Output): boolean {
        const search = query.search && { ...query.search, mode: 'ADMIN_SEARCH_MODE_ANY' as const };
        return super.matches(row, { ...query, search }, caller);
      }
    },
  },
  {
    name: 'accents are ignored in searches',
    caughtBy: ['records/comparisons', 'records/searches'],
    records: class extends MemoryRecords {
      override contains(text: string, term: string): boolean {
        return super.contains(withoutAccents(text), withoutAccents(term));
      }
    },
  },
  {
    name: 'white space around a term is ignored',
    caughtBy: ['records/comparisons'],
    records: class extends MemoryRecords {
      override contains(text: string, term: string): boolean {
        return super.contains(text, term.trim());
      }
    },
  },
  {
    name: 'related records come without a limit',
    caughtBy: ['records/related-limit'],
    records: class extends MemoryRecords {
      override record(
        row: Post | Named,
        selection: AdminSelection__Output,
        caller: AdminCaller__Output,
      ): ReturnType<MemoryRecords['record']> {
        const relations = selection.relations.map((one) => ({
          ...one,
          ...(one.related && { related: { ...one.related, limit: 1000 } }),
        }));
        return super.record(row, { ...selection, relations }, caller);
      }
    },
  },
  {
    name: 'choices with the same label are one',
    caughtBy: ['options/every-candidate'],
    records: class extends MemoryRecords {
      override ListOptions(request: ListOptionsRequest__Output): object {
        const answer = super.ListOptions(request) as { readonly options: readonly { readonly label: string }[] };
        return { ...answer, options: [...new Map(answer.options.map((one) => [one.label, one])).values()] };
      }
    },
  },
];

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
