import type { QueryKey } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListMeta, SuccessBody } from '../../admin/api/answers.js';
import { MAX_DEPTH } from '../../admin/api/limits.js';
import { writeQuery } from '../../admin/api/query-grammar.js';

/** Counts a list on demand if the API stopped counting early (`total_over`). */
export interface Counting {
  readonly isRunning: boolean;
  /** Why the last attempt failed. */
  readonly error: Error | null;
  readonly start: () => void;
}

export interface ExactTotalOptions {
  /** Identifies what is counted, including search and filters. A different key discards the number. */
  readonly queryKey: QueryKey;
  readonly meta: ListMeta | undefined;
  /** The search and filters in the API's grammar, without page and order. */
  readonly narrowing: URLSearchParams;
  readonly load: (query: URLSearchParams, signal: AbortSignal) => Promise<SuccessBody<unknown, ListMeta>>;
}

export interface ExactTotal {
  readonly meta: ListMeta | undefined;
  /** Undefined if the count is complete. */
  readonly counting: Counting | undefined;
}

/** Counting a large table is slow, so it is a separate request for a single row. The list does not wait for it. */
export function useExactTotal({ queryKey, meta, narrowing, load }: ExactTotalOptions): ExactTotal {
  const subject = JSON.stringify(queryKey);
  const [wanted, setWanted] = useState<string>();
  // A different search or filter cancels the count, even if the user then returns to the first one, because counting may be
  // slow.
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
  // The API rejects a page that starts beyond MAX_DEPTH, so do not offer it.
  const last = Math.min(Math.ceil(total / perPage), Math.ceil(MAX_DEPTH / perPage));
  return { ...meta, total, last_page: Math.max(1, last) };
}

/** A page number, or a gap for omitted pages. */
export type PageStep = number | 'gap';

/** The first page, the last, and those around the current one: 1 … 4 5 6 … 20. A gap of one page shows that page instead. */
export function pageNumbers(current: number, last: number): readonly PageStep[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index): PageStep[] => {
    const missing = page - (pages[index - 1] ?? 0) - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : ['gap', page];
  });
}
