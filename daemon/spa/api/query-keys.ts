import type { QueryClient } from '@tanstack/react-query';

/**
 * Keys of TanStack Query, under which loaded data is cached. Schemas are in the language of the page. Everything under
 * "records" shows records and must be reloaded after any write.
 */
export const schemaKey = (controller: string, kind: 'list' | 'form', locale: string) =>
  ['schema', controller, kind, locale] as const;

/** @param query the parameters as one text */
export const rowsKey = (controller: string, query: string) => ['records', controller, 'list', query] as const;

/** A record for a form or its preview. Its labels are in the language of the page. */
export const recordKey = (controller: string, id: string, context: 'update' | 'preview', locale: string) =>
  ['records', controller, 'record', id, context, locale] as const;

export const settingsListKey = (locale: string) => ['schema', 'settings', 'list', locale] as const;

export const commandsKey = (locale: string) => ['schema', 'commands', locale] as const;

/** The records that the palette finds. */
export const foundKey = (search: string, locale: string) => ['records', 'found', search, locale] as const;

export const settingsSchemaKey = (code: string, locale: string) =>
  ['schema', 'settings', code, 'form', locale] as const;

export const settingsKey = (code: string) => ['records', 'settings', code] as const;

export const partialKey = (controller: string, name: string, id: string | undefined, locale: string) =>
  ['records', controller, 'partial', name, id ?? null, locale] as const;

/** @param id of the administrator */
export const accountKey = (id: string) => ['account', id] as const;

/** @param administratorId absent: the administrator's own sessions */
export const sessionsKey = (administratorId = '') => ['sessions', administratorId] as const;

/** The sessions of every administrator. */
export const ALL_SESSIONS = ['sessions'] as const;

export const SECOND_FACTOR_KEY = ['second-factor'] as const;

/**
 * Call after every create, update, delete, link, unlink and action. It invalidates the data of all controllers, because
 * lists show labels and counts of each other's records. Data on the screen reloads immediately, all other data when it is
 * shown again.
 */
export async function recordsChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['records'] });
}
