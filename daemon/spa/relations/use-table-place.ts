import { useMemo } from 'react';
import { useApp } from '../app/app-context.js';
import { usePlace } from '../navigation/use-place.js';
import { placeIn, withPlace, type TablePlace } from './table-place.js';

/** The place in a manager's table, kept in the URL of the page: reloading and going back keep it. */
export function useTablePlace(name: string): readonly [TablePlace, (place: TablePlace) => void] {
  const { location } = useApp();
  const { search } = usePlace();
  const place = useMemo(() => placeIn(new URLSearchParams(search), name), [search, name]);
  function onPlace(next: TablePlace) {
    const here = location.current();
    const query = withPlace(new URLSearchParams(here.search), name, next).toString();
    // Not a step of the history: back leaves the form, and not each letter of a search.
    location.go(here.path + (query === '' ? '' : `?${query}`), { replace: true });
  }
  return [place, onPlace];
}
