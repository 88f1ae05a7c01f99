import { createContext, useContext, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import type { AssetUrls } from '../../admin/api/answers.js';
import type { Endpoints } from '../api/endpoints.js';
import { ApiError } from '../api/errors.js';
import type { ControllerAssets } from './controller-assets.js';
import type { Drafts } from './drafts.js';
import type { Location, Place } from './location.js';
import { usePhrases } from './phrases.js';
import type { Release } from './release.js';
import type { Session } from './session.js';
import type { Theme } from './theme.js';
import type { Toasts } from './toasts.js';

/** What every screen may use. Made once, in main.tsx. */
export interface App {
  /** Where the backend is mounted: "/backend". */
  readonly prefix: string;
  readonly api: Endpoints;
  readonly session: Session;
  readonly release: Release;
  readonly location: Location;
  readonly drafts: Drafts;
  readonly assets: ControllerAssets;
  readonly toasts: Toasts;
  readonly theme: Theme;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('useApp was called outside the application');
  return app;
}

export function usePlace(): Place {
  const { location } = useApp();
  return useSyncExternalStore(location.subscribe, location.current);
}

/** The title of the browser's tab; undefined while it is not known yet. */
export function useTitle(title: string | undefined): void {
  const { say } = usePhrases();
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${say('shell.name')}`;
  }, [title, say]);
}

/** Ends the session. Whatever is unsaved has been asked about before. */
export function useSignOut(): () => void {
  const { drafts, location, session, toasts } = useApp();
  return () => {
    const user = session.believed;
    session.signOut().then(
      () => {
        // Whoever comes next starts at the beginning, and finds nothing of what this administrator was writing.
        if (user !== undefined) drafts.forget(user);
        location.go('/', { unguarded: true });
      },
      (error: unknown) => toasts.error(error instanceof ApiError ? error.message : String(error)),
    );
  };
}

/**
 * The assets of a controller, for as long as its list or form is open.
 * @param urls of the schema; undefined while that is loaded
 * @returns whether the style sheets are there (or cannot be had): before that, content would be seen without them
 */
export function useControllerAssets(urls: AssetUrls | undefined): boolean {
  const { assets } = useApp();
  const settled = useSyncExternalStore(assets.subscribe, assets.get);
  // Before the browser paints: the sheet of the screen before is never seen on this one.
  useLayoutEffect(() => (urls === undefined ? undefined : assets.open(urls)), [assets, urls]);
  return urls?.styles.every((url) => settled.has(url)) ?? false;
}
