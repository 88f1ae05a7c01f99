import { useCallback, useMemo } from 'react';
import { useApp } from '../app/app-context.js';
import { usePlace } from '../navigation/use-place.js';
import { searchOf, stateOf, type ListDefaults, type ListState } from './query-state.js';

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
