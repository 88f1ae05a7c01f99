import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { RowBody } from '../../../admin/api/answers.js';
import { rowsKey } from '../../api/query-keys.js';
import type { ListView } from '../../api/views.js';
import { useApp, usePlace } from '../../platform/app.js';
import { useExactTotal } from '../../table/paging.js';
import type { ListDefaults, ListState } from './query-state.js';
import { narrowingOf, queryOf, searchOf, stateOf } from './query-state.js';

/** While somebody types, each letter replaces the one before; what is chosen can be gone back from. */
export type Change = 'typed' | 'chosen';

export interface ListStateControl {
  readonly state: ListState;
  readonly change: (next: ListState, how?: Change) => void;
}

/** The URL is the state: back, forward, reloading and a link that is sent to somebody all restore it. */
export function useListState(defaults: ListDefaults): ListStateControl {
  const { location } = useApp();
  const { path, search } = usePlace();
  const state = useMemo(() => stateOf(search), [search]);
  const change = useCallback(
    (next: ListState, how: Change = 'chosen') =>
      location.go(path + searchOf(next, defaults), { replace: how === 'typed' }),
    [location, path, defaults],
  );
  return { state, change };
}

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
