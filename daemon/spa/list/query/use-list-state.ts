import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { RowBody } from '../../../admin/api/answers.js';
import { rowsQuery } from '../../api/queries.js';
import { rowsKey } from '../../api/query-keys.js';
import type { ListView } from '../../api/views.js';
import { useApp, usePlace } from '../../platform/app.js';
import { useExactTotal } from '../../table/paging.js';
import type { ListDefaults, ListState } from './query-state.js';
import { narrowingOf, rowsQueryOf, searchOf, stateOf } from './query-state.js';

/** While the user types, each letter replaces the history entry. A choice adds an entry, so that the user can go back. */
export type Change = 'typed' | 'chosen';

export interface ListStateControl {
  readonly state: ListState;
  readonly change: (next: ListState, how?: Change) => void;
}

/** The URL is the state: back, forward, reloading and shared links all restore it. */
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

/** Loads the records for the state. The previous rows stay until the new ones arrive, and superseded requests are canceled. */
export function useRows(schema: ListView, state: ListState, columns: readonly string[] | undefined) {
  const { api } = useApp();
  const query = useMemo(() => rowsQueryOf(state, schema, columns), [state, schema, columns]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...rowsQuery(api, schema.controller, query),
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
    /** The same empty array every time, so that dependent values are not recomputed. */
    shown: data?.data ?? NO_ROWS,
    meta,
    counting,
    error,
    /** The rows belong to the previous state. */
    isBusy: isPlaceholderData,
    retry: () => void refetch(),
  };
}
