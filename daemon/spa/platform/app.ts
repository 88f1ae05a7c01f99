import { createContext, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { AssetUrls } from '../../admin/api/answers.js';
import type { BrandBody } from '../../admin/api/brand.js';
import type { Endpoints } from '../api/endpoints.js';
import { endpointsWhile } from '../api/endpoints.js';
import { errorText } from '../api/errors.js';
import type { ControllerAssets } from './controller-assets.js';
import type { Density } from './density.js';
import type { Drafts } from './drafts.js';
import type { Location, Place } from './location.js';
import { usePhrases } from './phrases.js';
import type { RecentScreens } from './recent-screens.js';
import type { Release } from './release.js';
import type { Session } from './session.js';
import type { Theme } from './theme.js';
import type { Messages, Toasts } from './toasts.js';
import { messagesWhile } from './toasts.js';

/** The location as a screen or a side panel sees it. */
export type AppLocation = Pick<Location, keyof Location>;

/** Services for every screen, created once in main.tsx. */
export interface App {
  /** The path of the backend: "/backend". */
  readonly prefix: string;
  readonly brand: BrandBody;
  readonly api: Endpoints;
  readonly session: Session;
  readonly release: Release;
  readonly location: AppLocation;
  readonly drafts: Drafts;
  readonly recent: RecentScreens;
  readonly assets: ControllerAssets;
  readonly toasts: Messages;
  /** Where the messages appear. */
  readonly corner: Toasts;
  readonly theme: Theme;
  readonly density: Density;
}

/**
 * The services for the screens of one administrator. Their work ends with the sign-out, in whichever tab: it sends
 * nothing in the name of the next administrator, who gets no answer and no message of it (AD-662).
 */
export function appOf(app: App, administrator: string): App {
  const isHere = () => app.session.believed === administrator;
  return { ...app, api: endpointsWhile(app.api, isHere), toasts: messagesWhile(app.toasts, isHere) };
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

/** Closes what lies over every screen when the user goes on to another screen, also by the history, and when the session ends. */
export function useClosedOnLeaving(close: () => void): void {
  const { path } = usePlace();
  useEffect(() => close, [path, close]);
}

/** The name of these pages: the operator's, or ours. */
export function useBrandName(): string {
  const { brand } = useApp();
  const { say } = usePhrases();
  return brand.name ?? say('shell.name');
}

/** Sets the title of the browser tab, and the name of the screen among the recent ones; undefined while it is unknown. */
export function useTitle(title: string | undefined): void {
  const { session, recent } = useApp();
  const { path } = usePlace();
  const name = useBrandName();
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${name}`;
    const { believed } = session;
    if (believed !== undefined) recent.visit(believed, { path, title });
  }, [title, name, path, recent, session]);
}

/**
 * Returns a function that ends the session, for Location.leave: the user has already been asked about unsaved changes. It
 * rejects, after a message, if the user is still signed in.
 */
export function useSignOut(): () => Promise<void> {
  const { drafts, location, session, toasts } = useApp();
  const { say } = usePhrases();
  return async () => {
    const user = session.believed;
    try {
      await session.signOut();
    } catch (error) {
      toasts.error(error instanceof Error ? errorText(error, say) : String(error));
      throw error;
    }
    // The next user starts at the home screen and finds nothing that this administrator was writing.
    if (user !== undefined) drafts.forget(user);
    location.go('/', { unguarded: true });
    location.forget();
  };
}

/**
 * Loads the assets of a controller while its list or form is open.
 * @param urls of the schema; undefined while it is loading
 * @returns whether the style sheets have loaded or failed. Until then, content would appear unstyled. Stays true when a deployment
 *   changes them, which must not take an open form away: those before apply until the new ones are there.
 */
export function useControllerAssets(urls: AssetUrls | undefined): boolean {
  const { assets } = useApp();
  const settled = useSyncExternalStore(assets.subscribe, assets.get);
  const [shown, setShown] = useState<AssetUrls>();
  if (urls !== shown && urls?.styles.every((url) => settled.has(url)) === true) setShown(urls);
  // Before the browser paints, so that the previous screen's style sheet never applies to this one.
  useLayoutEffect(() => urls && assets.load(urls), [assets, urls]);
  useLayoutEffect(() => shown && assets.open(shown), [assets, shown]);
  return shown !== undefined;
}
