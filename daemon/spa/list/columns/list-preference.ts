import { useMemo } from 'react';
import type { Endpoints } from '../../api/endpoints.js';
import type { ListView } from '../../api/views.js';
import { preferenceQuery, usePreference } from '../../platform/preferences.js';
import type { ColumnChoice, PlacedColumn } from './column-layout.js';
import { choicesFrom, choicesOf, placeColumns } from './column-layout.js';

/** The choices of an administrator for one list. */
export interface ListPreference {
  /** Empty: as the plugin has them. */
  readonly columns: readonly ColumnChoice[];
  /** Id of the saved view that the list starts with. */
  readonly view?: string;
}

const preferenceKey = (controller: string): string => `list:${controller}`;

export const listPreferenceQuery = (api: Endpoints, owner: Parameters<typeof preferenceQuery>[1], controller: string) =>
  preferenceQuery(api, owner, preferenceKey(controller));

/** A damaged document counts as none. */
export function listPreferenceFrom(document: unknown): ListPreference {
  if (typeof document !== 'object' || document === null) return { columns: [] };
  const { columns, view } = document as Partial<Record<keyof ListPreference, unknown>>;
  return { columns: choicesFrom(columns), ...(typeof view === 'string' && view !== '' && { view }) };
}

export interface ListPreferenceControl {
  readonly placed: readonly PlacedColumn[];
  readonly isInBrowser: boolean;
  /** Choices for columns that the list no longer has, or that the administrator may no longer see, end here. */
  readonly saveColumns: (placed: readonly PlacedColumn[]) => void;
  readonly startView: string | undefined;
  readonly saveStartView: (view: string | undefined) => void;
}

export function useListPreference({ controller, columns }: ListView): ListPreferenceControl {
  const { document, isInBrowser, save } = usePreference(preferenceKey(controller));
  const preference = useMemo(() => listPreferenceFrom(document), [document]);
  const placed = useMemo(() => placeColumns(columns, preference.columns), [columns, preference]);

  function keep(choices: readonly ColumnChoice[] | undefined, view: string | undefined) {
    const kept = { ...(choices !== undefined && { columns: choices }), ...(view !== undefined && { view }) };
    save(Object.keys(kept).length === 0 ? null : kept);
  }
  return {
    placed,
    isInBrowser,
    saveColumns: (next) => keep(choicesOf(columns, next), preference.view),
    startView: preference.view,
    saveStartView: (view) => keep(choicesOf(columns, placed), view),
  };
}

/** Whether it is still unknown what the administrator has chosen. */
export function useIsPreferencePending(controller: string): boolean {
  return usePreference(preferenceKey(controller)).isPending;
}
