import type { QueryClient } from '@tanstack/react-query';
import type { UserBody } from '../admin/api/answers.js';
import type { Endpoints } from './api/endpoints.js';
import { formSchemaQuery, languageQuery, listSchemaQuery, navigationQuery, rowsQuery } from './api/queries.js';
import { askedColumns, placeColumns, shownColumns } from './list/columns/column-layout.js';
import { listPreferenceFrom, listPreferenceQuery } from './list/columns/list-preference.js';
import { rowsQueryOf, stateOf } from './list/query/query-state.js';
import type { ControllerAssets } from './platform/controller-assets.js';
import { localeOf } from './platform/language.js';
import type { Location } from './platform/location.js';
import { screenAt } from './platform/routes.js';
import type { Session } from './platform/session.js';

export interface EarlyDependencies {
  readonly api: Endpoints;
  readonly queries: QueryClient;
  readonly session: Pick<Session, 'get' | 'subscribe'>;
  readonly location: Pick<Location, 'current'>;
  readonly assets: Pick<ControllerAssets, 'load'>;
}

/**
 * Asks for what the first screen will show while the application is still loading: on a slow network, its files take longer
 * than all of these requests. A screen finds the answers in the cache of queries, or joins a request that is still running.
 * Nothing but the language is asked for before it is known who is signed in. Failures are left to the screen, which asks again.
 */
export async function askEarly(dependencies: EarlyDependencies): Promise<void> {
  const { api, queries } = dependencies;
  const browsers = queries.query(languageQuery(api, ''));
  browsers.catch(ignore);
  const user = await signedIn(dependencies.session);
  if (user === undefined) return;
  try {
    const own = user.locale ?? '';
    const { data } = await (own === '' ? browsers : queries.query(languageQuery(api, own)));
    const locale = localeOf(data.locale, navigator.languages);
    queries.query(navigationQuery(api, locale)).catch(ignore);
    await askForScreen(dependencies, user, locale);
  } catch {
    ignore();
  }
}

function ignore(): void {
  // The screen makes the same request, and shows its failure.
}

async function askForScreen(
  { api, queries, location, assets }: EarlyDependencies,
  user: UserBody,
  locale: string,
): Promise<void> {
  const { path, search } = location.current();
  const screen = screenAt(path);
  switch (screen.kind) {
    case 'list': {
      const [{ data: schema }, chosen] = await Promise.all([
        queries.query(listSchemaQuery(api, screen.controller, locale)),
        queries.query(listPreferenceQuery(api, user, screen.controller)).catch(() => null),
      ]);
      assets.load(schema.assets);
      const placed = placeColumns(schema.columns, listPreferenceFrom(chosen).columns);
      const asked = askedColumns(schema.columns, shownColumns(placed));
      await queries.query(rowsQuery(api, schema.controller, rowsQueryOf(stateOf(search), schema, asked)));
      return;
    }
    case 'create':
    case 'update':
    case 'preview': {
      const { data: schema } = await queries.query(formSchemaQuery(api, screen.controller, locale));
      assets.load(schema.assets);
      return;
    }
    case 'home':
    case 'account':
    case 'settings':
    case 'unknown':
  }
}

/** The administrator, as soon as it is known whether there is one; undefined for a guest, or if there was no answer. */
function signedIn({ get, subscribe }: EarlyDependencies['session']): Promise<UserBody | undefined> {
  return new Promise((resolve) => {
    const unsubscribe = subscribe(() => {
      const state = get();
      if (state.kind === 'starting') return;
      unsubscribe();
      resolve('user' in state ? state.user : undefined);
    });
  });
}
