import { createContext, useContext } from 'react';
import type { Endpoints } from '../api/endpoints.js';
import type { ControllerAssets } from '../assets/controller-assets.js';
import type { Drafts } from '../form/drafts/drafts.js';
import type { Location } from '../navigation/location.js';
import type { Release } from './release.js';
import type { Session } from './session.js';
import type { Theme } from './theme.js';
import type { Toasts } from '../ui/toasts.js';

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
  if (app === undefined) throw new Error('useApp is called outside of the application');
  return app;
}
