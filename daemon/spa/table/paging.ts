import type { QueryKey } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListMeta, SuccessBody } from '../../admin/api/answers.js';
import { MAX_DEPTH } from '../../admin/api/limits.js';
import { writeQuery } from '../../admin/api/query-grammar.js';

/** The count of a list that the API stopped counting early (`total_over`), on demand. */
export interface Counting {
  readonly isRunning: boolean;
  /** Why the last attempt failed. */
  readonly error: Error | null;
  readonly start: () => void;
}

export interface ExactTotalOptions {
  /** Names what is counted, including search and filters. Another key discards the number. */
  readonly queryKey: QueryKey;
  readonly meta: ListMeta | undefined;
  /** The search and the filters, as the API takes them, without page and order. */
  readonly narrowing: URLSearchParams;
  readonly load: (query: URLSearchParams, signal: AbortSignal) => Promise<SuccessBody<unknown, ListMeta>>;
}

export interface ExactTotal {
  readonly meta: ListMeta | undefined;
  /** Undefined where there is nothing left to count. */
  readonly counting: Counting | undefined;
}

/** Counting takes long where there is much to count: it is a request of its own, with a single row, and the list does not wait. */
export function useExactTotal({ queryKey, meta, narrowing, load }: ExactTotalOptions): ExactTotal {
  const subject = JSON.stringify(queryKey);
  const [wanted, setWanted] = useState<string>();
  // Another search or filter is another question, also on the way back to the first: counting may take long.
  if (wanted !== undefined && wanted !== subject) setWanted(undefined);
  const isWanted = wanted === subject;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKey, 'total'],
    queryFn: ({ signal }) =>
      load(new URLSearchParams([...narrowing, ...writeQuery({ page: 1, perPage: 1, exactTotal: true })]), signal),
    enabled: isWanted,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  if (meta?.total_over === undefined) return { meta, counting: undefined };
  const total = isWanted ? (data?.meta.total ?? null) : null;
  if (total !== null) return { meta: counted(meta, total), counting: undefined };
  return {
    meta,
    counting: {
      isRunning: isWanted && isFetching,
      error: isWanted && !isFetching ? error : null,
      start: () => (isWanted ? void refetch() : setWanted(subject)),
    },
  };
}

function counted({ total_over: _over, ...meta }: ListMeta, total: number): ListMeta {
  const { per_page: perPage } = meta;
  // The API refuses a page that begins behind MAX_DEPTH: there is no number to press for it.
  const last = Math.min(Math.ceil(total / perPage), Math.ceil(MAX_DEPTH / perPage));
  return { ...meta, total, last_page: Math.max(1, last) };
}

/** A page that can be gone to, or a gap of pages that are left out. */
export type PageStep = number | 'gap';

/** The first, the last, and those around the current one: 1 … 4 5 6 … 20. A gap of a single page is that page. */
export function pageNumbers(current: number, last: number): readonly PageStep[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index): PageStep[] => {
    const missing = page - (pages[index - 1] ?? 0) - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : ['gap', page];
  });
}
