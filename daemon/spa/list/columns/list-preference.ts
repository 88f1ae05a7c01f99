import { useMemo } from 'react';
import type { Endpoints } from '../../api/endpoints.js';
import type { ListView } from '../../api/views.js';
import { preferenceQuery, usePreference } from '../../platform/preferences.js';
import type { ColumnChoice, PlacedColumn } from './column-layout.js';
import { choicesFrom, choicesOf, placeColumns } from './column-layout.js';

/** What an administrator has chosen for one list. */
export interface ListPreference {
  /** Empty: as the plugin has them. */
  readonly columns: readonly ColumnChoice[];
}

const preferenceKey = (controller: string): string => `list:${controller}`;

export const listPreferenceQuery = (api: Endpoints, owner: Parameters<typeof preferenceQuery>[1], controller: string) =>
  preferenceQuery(api, owner, preferenceKey(controller));

/** A damaged document counts as none. */
export function listPreferenceFrom(document: unknown): ListPreference {
  if (typeof document !== 'object' || document === null) return { columns: [] };
  const { columns } = document as Partial<Record<keyof ListPreference, unknown>>;
  return { columns: choicesFrom(columns) };
}

export interface ListPreferenceControl {
  readonly placed: readonly PlacedColumn[];
  readonly isInBrowser: boolean;
  /** Choices for columns that the list no longer has, or that the administrator may no longer see, end here. */
  readonly saveColumns: (placed: readonly PlacedColumn[]) => void;
}

export function useListPreference({ controller, columns }: ListView): ListPreferenceControl {
  const { document, isInBrowser, save } = usePreference(preferenceKey(controller));
  const preference = useMemo(() => listPreferenceFrom(document), [document]);
  const placed = useMemo(() => placeColumns(columns, preference.columns), [columns, preference]);
  return {
    placed,
    isInBrowser,
    saveColumns(next) {
      const choices = choicesOf(columns, next);
      save(choices === undefined ? null : { columns: choices });
    },
  };
}

/** Whether it is still unknown what the administrator has chosen. */
export function useIsPreferencePending(controller: string): boolean {
  return usePreference(preferenceKey(controller)).isPending;
}
