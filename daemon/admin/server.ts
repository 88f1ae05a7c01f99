import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import type { ClientAddresses } from '../http/client-address.js';
import type { Route } from '../http/route.js';
import type { Application } from './assets/application.js';
import { BackendCookie } from './auth/backend-cookie.js';
import type { Passwords } from './auth/passwords.js';
import { createSessions, type SessionSettings } from './auth/sessions.js';
import type { AdminTokens } from './auth/tokens.js';
import { LocalisedViews } from './i18n/localised-views.js';
import type { PhraseBook } from './i18n/phrase-book.js';
import type { AdminSchema } from './model/schema/admin-schema.js';
import type { SignInLimits } from './model/sign-in-attempt.js';
import type { Ports } from './ports/ports.js';
import type { SignInThrottle } from './ports/sign-in-throttle.js';
import { fallbackEndpoints } from './routes/api-fallback.js';
import { applicationRoutes, buildOf } from './routes/application.js';
import { assetRoutes } from './routes/assets.js';
import { controllerEndpoints } from './routes/controller/endpoints.js';
import { endpointRoute, type Endpoint } from './routes/endpoint.js';
import { apiTexts } from './routes/error-texts.js';
import { languageEndpoint } from './routes/language.js';
import { loginEndpoint } from './routes/login.js';
import { logoutEndpoint } from './routes/logout.js';
import { meEndpoint } from './routes/me.js';
import { menuEndpoints } from './routes/menus.js';
import { refreshEndpoint } from './routes/refresh.js';
import { settingsEndpoints } from './routes/settings.js';
import type { RenderPartial } from './usecases/show-partial.js';
import { createSignIn } from './usecases/sign-in.js';

export interface AdminBackendNeeds {
  /** `backend.uri`: "/backend". */
  readonly prefix: string;
  readonly cookieSecure: boolean;
  readonly schema: AdminSchema;
  readonly phrases: PhraseBook;
  readonly render: RenderPartial;
  readonly ports: Ports;
  readonly throttle: SignInThrottle;
  readonly passwords: Passwords;
  readonly tokens: AdminTokens;
  readonly sessions: SessionSettings;
  readonly limits: SignInLimits;
  readonly addresses: ClientAddresses;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly application: Application;
}

/** The routes of the admin backend for one compiled schema. Without a controller there are none (spec, What the service does 3). */
export function adminRoutes(needs: AdminBackendNeeds): Route[] {
  const { prefix, schema, phrases, ports, clock, addresses } = needs;
  if (schema.controllers.size === 0) return [];
  const sessions = createSessions(needs.sessions, { tokens: needs.tokens, directory: ports.directory, clock });
  const views = new LocalisedViews(phrases);
  const cookie = new BackendCookie(prefix, needs.cookieSecure);
  const signIn = createSignIn({ ...needs, directory: ports.directory, sessions });

  const endpoints: readonly Endpoint[] = [
    loginEndpoint(signIn, { addresses, cookie }),
    refreshEndpoint(sessions, cookie),
    logoutEndpoint(sessions, cookie),
    meEndpoint(),
    languageEndpoint(phrases),
    ...menuEndpoints(schema, views),
    ...[...schema.settings.values()].flatMap((screen) => settingsEndpoints(screen, ports)),
    ...[...schema.controllers.values()].flatMap((controller) =>
      controllerEndpoints(controller, ports, views, needs.render),
    ),
  ];
  const api = { base: `${prefix}/api/v1`, sessions, texts: apiTexts(phrases), build: buildOf(needs.application) };
  return [
    ...[...endpoints, ...fallbackEndpoints(endpoints)].map((endpoint) => endpointRoute(endpoint, api)),
    ...assetRoutes(prefix, schema.assets.values()),
    ...applicationRoutes(prefix, needs.application),
  ];
}
