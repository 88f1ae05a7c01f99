import { useSyncExternalStore } from 'react';
import { useApp } from '../app/app-context.js';
import type { Place } from './location.js';

export function usePlace(): Place {
  const { location } = useApp();
  return useSyncExternalStore(location.subscribe, location.current);
}
