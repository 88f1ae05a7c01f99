import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ListView } from '../../api/views.js';
import { useApp, usePlace } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { ScreenSkeleton } from '../../ui/empty-state.js';
import { useListPreference } from '../columns/list-preference.js';
import { searchOf, stateOf } from '../query/query-state.js';
import { useViews } from './use-views.js';
import { stateOfView, viewToApply } from './view-state.js';

export interface StartViewProps {
  readonly schema: ListView;
  readonly children: ReactNode;
}

/**
 * Where a URL names only a view, or nothing while the administrator has a view to start with: replaces the URL by the one
 * that says what the view shows. Until then, no rows are asked for. A list that is on the screen already stays, if the administrator
 * chooses a view to start with in another tab.
 */
export function StartView({ schema, children }: StartViewProps) {
  const { location, toasts } = useApp();
  const { say } = usePhrases();
  const { path, search } = usePlace();
  const { startView, saveStartView } = useListPreference(schema);
  /** The query with which the list is on the screen. */
  const [shown, setShown] = useState<string>();
  const wanted = schema.savedViews === null || search === shown ? undefined : viewToApply(search, startView);
  const nextShown = wanted === undefined ? search : undefined;
  if (nextShown !== shown) setShown(nextShown);
  const { views, error } = useViews(schema.controller, wanted !== undefined);

  const apply = useEffectEvent((id: string) => {
    const view = views?.find((one) => one.id === id);
    const state = stateOf(search);
    if (view === undefined) {
      // A view to start with that is gone is only forgotten; a link to one leads to an explanation.
      if (views !== undefined && id === startView) saveStartView(undefined);
      if (new URLSearchParams(search).has('view')) toasts.error(say(error ? 'views.not_loaded' : 'views.gone'));
      location.go(path + searchOf({ ...state, view: '' }, schema), { replace: true });
    } else location.go(path + searchOf(stateOfView(view, state), schema), { replace: true });
  });
  const isKnown = views !== undefined || error !== null;
  useEffect(() => {
    if (wanted !== undefined && isKnown) apply(wanted);
  }, [wanted, isKnown]);

  return wanted === undefined ? children : <ScreenSkeleton />;
}
