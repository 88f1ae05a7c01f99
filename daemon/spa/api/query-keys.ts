import type { QueryClient } from '@tanstack/react-query';

/**
 * Keys of TanStack Query: what is loaded under one of them is kept under it. Schemas are in the language of the page;
 * everything under "records" shows records, and is worth loading again after any write.
 */
export const schemaKey = (controller: string, kind: 'list' | 'form', locale: string) =>
  ['schema', controller, kind, locale] as const;

/** @param query the parameters, as one text */
export const rowsKey = (controller: string, query: string) => ['records', controller, 'list', query] as const;

/** A record as a form shows it, or may only look at it; its labels are in the language of the page. */
export const recordKey = (controller: string, id: string, context: 'update' | 'preview', locale: string) =>
  ['records', controller, 'record', id, context, locale] as const;

export const settingsListKey = (locale: string) => ['schema', 'settings', 'list', locale] as const;

export const settingsSchemaKey = (code: string, locale: string) =>
  ['schema', 'settings', code, 'form', locale] as const;

export const settingsKey = (code: string) => ['records', 'settings', code] as const;

export const partialKey = (controller: string, name: string, id: string | undefined, locale: string) =>
  ['records', controller, 'partial', name, id ?? null, locale] as const;

/**
 * After every create, update, delete, link, unlink and action. Of all controllers: lists show labels and counts of each other's
 * records. What is on the screen is loaded again at once, everything else when it is next shown.
 */
export async function recordsChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['records'] });
}
