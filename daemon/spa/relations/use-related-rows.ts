import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ListMeta, RowBody, SuccessBody } from '../../admin/model/answers.js';
import { useExactTotal, type Counting } from '../table/use-exact-total.js';
import { tableQuery, type TablePlace } from './table-place.js';

export interface RelatedRows {
  readonly rows: readonly RowBody[] | undefined;
  readonly meta: ListMeta | undefined;
  readonly counting: Counting | undefined;
  readonly error: Error | null;
  /** The rows are those of the place before. */
  readonly isBusy: boolean;
  readonly retry: () => void;
}

export interface RelatedRowsOptions {
  readonly queryKey: QueryKey;
  readonly place: TablePlace;
  readonly onPlace: (place: TablePlace) => void;
  readonly load: (query: URLSearchParams, signal: AbortSignal) => Promise<SuccessBody<readonly RowBody[], ListMeta>>;
}

/** Both tables of a relation manager: what is linked, and what could be. */
export function useRelatedRows({ queryKey, place, onPlace, load }: RelatedRowsOptions): RelatedRows {
  const query = tableQuery(place);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKey, query.toString()],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
  });

  // The last rows of the last page were removed: there is a page before it.
  const isBeyond = data !== undefined && !isPlaceholderData && data.data.length === 0 && place.page > 1;
  const goBack = useEffectEvent(() => onPlace({ ...place, page: place.page - 1 }));
  useEffect(() => {
    if (isBeyond) goBack();
  }, [isBeyond, place.page]);

  const { meta, counting } = useExactTotal({
    queryKey: [...queryKey, place.search],
    meta: data?.meta,
    narrowing: tableQuery({ ...place, sort: '', page: 1 }),
    load,
  });
  return { rows: data?.data, meta, counting, error, isBusy: isPlaceholderData, retry: () => void refetch() };
}
