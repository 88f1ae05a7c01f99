import { QueryClient } from '@tanstack/react-query';
import { API_PATH } from '../admin/api/paths.js';
import { ApiError } from './api/errors.js';
import { ApiClient } from './api/client.js';
import { createEndpoints } from './api/endpoints.js';
import { askEarly } from './early-queries.js';
import { Release } from './platform/release.js';
import { sessionChannel } from './platform/session-channel.js';
import { Session, watchSession } from './platform/session.js';
import { followAppearance } from './platform/appearance.js';
import { brandOfPage } from './platform/brand.js';
import { Theme } from './platform/theme.js';
import { ControllerAssets } from './platform/controller-assets.js';
import { Density } from './platform/density.js';
import { Drafts } from './platform/drafts.js';
import { keepComposing } from './platform/composing.js';
import { ignoreHeldEnter } from './platform/held-enter.js';
import { browserStorage, tabStorage } from './platform/browser-storage.js';
import { chosenLanguage } from './platform/language.js';
import { metaContent, prefixOfPage } from './platform/page-meta.js';
import { RecentScreens } from './platform/recent-screens.js';
import { Location } from './platform/location.js';
import { forgetAfterSignOut } from './platform/signed-out.js';
import { Toasts } from './platform/toasts.js';

const prefix = prefixOfPage();
const client = new ApiClient(prefix + API_PATH);
client.language = chosenLanguage();
const api = createEndpoints(client);
const location = new Location(prefix);
const session = new Session({
  api,
  channel: sessionChannel(prefix),
  hasUnsaved: () => location.isGuarded,
  reload: () => window.location.reload(),
  keepsCookies: window.isSecureContext && navigator.cookieEnabled,
});
client.keepSessionWith(session);
watchSession(session);
const release = new Release(metaContent('gatehouse-build'));
client.onBuild = release.seen;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Retry only temporary errors. The API would reject everything else again.
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.isPassing,
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // Without a network, fail so that the screen reports it. By default the request would pause and the screen would load
      // forever.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

const corner = new Toasts();
const app = {
  prefix,
  brand: brandOfPage(),
  api,
  session,
  release,
  location,
  drafts: new Drafts(browserStorage, prefix, () => Date.now()),
  recent: new RecentScreens(tabStorage, prefix),
  assets: new ControllerAssets(),
  toasts: corner,
  corner,
  theme: new Theme(),
  density: new Density(),
};
forgetAfterSignOut({ ...app, queries });
followAppearance(app);
// Before every other listener.
keepComposing(window);
ignoreHeldEnter(window);
void askEarly({ ...app, queries });
void session.start();
// Everything that draws. The page names its file, so that it loads beside this one (vite.config.ts). Not awaited: it imports
// modules of this file, and would wait in turn until this one has run.
void import('./shell/show-application.js').then(
  ({ showApplication }) => showApplication(app, queries),
  () => document.querySelector('.starting')?.classList.add('starting--failed'),
);
