import { useApp } from '../app/app-context.js';
import type { Location } from '../navigation/location.js';
import { usePlace } from '../navigation/use-place.js';

const PARAMETERS = { primary: 'tab', secondary: 'side' } as const;
type Area = keyof typeof PARAMETERS;

/** Opens a tab without a step in the history: going back leaves the form, and does not wander through its tabs. */
export function openTab(location: Location, area: Area, id: string): void {
  const { path, search } = location.current();
  const parameters = new URLSearchParams(search);
  parameters.set(PARAMETERS[area], id);
  location.go(`${path}?${parameters.toString()}`, { replace: true });
}

/** The tab that the URL names, and what names another. */
export function useTabInPlace(area: Area): readonly [string | null, (id: string) => void] {
  const { location } = useApp();
  const { search } = usePlace();
  return [new URLSearchParams(search).get(PARAMETERS[area]), (id) => openTab(location, area, id)];
}
