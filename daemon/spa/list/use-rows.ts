import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowBody } from '../../admin/model/answers.js';
import { rowsKey } from '../api/query-keys.js';
import type { ListView } from '../api/views.js';
import { useApp } from '../app/app-context.js';
import { useExactTotal } from '../table/use-exact-total.js';
import { narrowingOf, queryOf, type ListState } from './query-state.js';

const NO_ROWS: readonly RowBody[] = [];

/** The records that the state asks for. While others are on their way the ones before stay; nobody waits for superseded ones. */
export function useRows(schema: ListView, state: ListState) {
  const { api } = useApp();
  const query = useMemo(() => queryOf(state, schema), [state, schema]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: rowsKey(schema.controller, query.toString()),
    queryFn: ({ signal }) => api.list(schema.controller, query, signal),
    placeholderData: keepPreviousData,
  });
  const narrowing = narrowingOf(state, schema);
  const { meta, counting } = useExactTotal({
    queryKey: rowsKey(schema.controller, narrowing),
    meta: data?.meta,
    narrowing: new URLSearchParams(narrowing),
    load: (asked, signal) => api.list(schema.controller, asked, signal),
  });
  return {
    rows: data?.data,
    /** One array while there are none, so that what depends on it need not be made again. */
    shown: data?.data ?? NO_ROWS,
    meta,
    counting,
    error,
    /** Rows are those of the state before. */
    isBusy: isPlaceholderData,
    retry: () => void refetch(),
  };
}
