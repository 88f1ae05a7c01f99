import type { Endpoints } from './endpoints.js';
import { commandsKey, rowsKey, schemaKey, settingsListKey } from './query-keys.js';

/**
 * The queries of the first screen. The page asks for them while the application is still loading (early-queries.ts), and the
 * screens ask for the same ones.
 */

/** Schemas change only when the daemon restarts or the administrator's role changes. */
export const SCHEMA_STALE_MS = 5 * 60_000;

/** @param locale the administrator's own; empty: as chosen on this page, or the browser's */
export const languageQuery = (api: Endpoints, locale: string) => ({
  queryKey: ['language', locale] as const,
  queryFn: ({ signal }: Aborting) => api.language(locale, signal),
  staleTime: Infinity,
});

export const navigationQuery = (api: Endpoints, locale: string) => ({
  queryKey: ['navigation', locale] as const,
  queryFn: ({ signal }: Aborting) => api.navigation(signal),
  staleTime: SCHEMA_STALE_MS,
});

export const commandsQuery = (api: Endpoints, locale: string) => ({
  queryKey: commandsKey(locale),
  queryFn: ({ signal }: Aborting) => api.commands(signal),
  staleTime: SCHEMA_STALE_MS,
});

export const settingsListQuery = (api: Endpoints, locale: string) => ({
  queryKey: settingsListKey(locale),
  queryFn: ({ signal }: Aborting) => api.settings(signal),
  staleTime: SCHEMA_STALE_MS,
});

export const listSchemaQuery = (api: Endpoints, controller: string, locale: string) => ({
  queryKey: schemaKey(controller, 'list', locale),
  queryFn: ({ signal }: Aborting) => api.listSchema(controller, signal),
  staleTime: SCHEMA_STALE_MS,
});

export const formSchemaQuery = (api: Endpoints, controller: string, locale: string) => ({
  queryKey: schemaKey(controller, 'form', locale),
  queryFn: ({ signal }: Aborting) => api.formSchema(controller, signal),
  staleTime: SCHEMA_STALE_MS,
});

export const rowsQuery = (api: Endpoints, controller: string, query: URLSearchParams) => ({
  queryKey: rowsKey(controller, query.toString()),
  queryFn: ({ signal }: Aborting) => api.list(controller, query, signal),
});

/**
 * Why a query has nothing to show. A failed attempt to load its data again takes nothing off the screen (AD-660): the
 * answer before stays, with all that the user has typed, chosen or opened in it.
 */
export function loadProblem({ data, error }: { readonly data: unknown; readonly error: Error | null }): Error | null {
  return data === undefined ? error : null;
}

interface Aborting {
  readonly signal: AbortSignal;
}
