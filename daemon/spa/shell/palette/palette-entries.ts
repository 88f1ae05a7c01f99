import type { FoundBody } from '../../../admin/api/answers.js';
import type { NavigationView, SettingsEntry } from '../../api/views.js';
import { matching } from '../../formats/folding.js';
import { filledPath, listPath, settingsPath } from '../../platform/routes.js';

/** One choice of the palette. */
export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string;
  readonly label: string;
  /** Where it is, or what it belongs to. */
  readonly detail?: string;
  readonly act: { readonly to: string } | { readonly run: () => void };
}

export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}

/** The screens in the navigation and the settings, each once. */
export function screenEntries(
  navigation: readonly NavigationView[],
  settings: readonly SettingsEntry[],
  settingsLabel: string,
): readonly PaletteEntry[] {
  const found = new Map<string, PaletteEntry>();
  const add = (to: string, label: string, detail: string | undefined): void => {
    if (!found.has(to))
      found.set(to, { id: `screen ${to}`, label, act: { to }, ...(detail !== undefined && { detail }) });
  };
  const walk = (entries: readonly NavigationView[], above: string | undefined): void => {
    for (const { path, label, children } of entries) {
      // A child may lead to the same place under a more exact name.
      walk(children, label);
      if (path !== null) add(path, label, above);
    }
  };
  walk(navigation, undefined);
  if (settings.length > 0) add(settingsPath(), settingsLabel, undefined);
  for (const { code, label, path } of settings) add(path ?? settingsPath(code), label, settingsLabel);
  return [...found.values()];
}

/** The records that the host has found, by list, each followed by the way to all of them. */
export function recordGroups(
  found: readonly FoundBody[],
  search: string,
  moreIn: (list: string) => string,
): readonly PaletteGroup[] {
  return found.map(({ controller, label, record_url: url, records, has_more: hasMore }) => ({
    id: `records ${controller}`,
    label,
    entries: [
      ...records.map(({ id, title }) => ({
        id: `record ${controller} ${id}`,
        label: title,
        act: { to: filledPath(url, id) },
      })),
      ...(hasMore
        ? [
            {
              id: `more ${controller}`,
              label: moreIn(label),
              act: { to: `${listPath(controller)}?${new URLSearchParams({ search }).toString()}` },
            },
          ]
        : []),
    ],
  }));
}

/** The entries with every word of the search in their label or detail; all of them for an empty search. */
export function matchingGroups(groups: readonly PaletteGroup[], search: string): readonly PaletteGroup[] {
  return groups.flatMap((group) => {
    const texts = group.entries.map((entry) => ({ entry, label: `${entry.label} ${entry.detail ?? ''}` }));
    const entries = matching(texts, search).map(({ entry }) => entry);
    return entries.length === 0 ? [] : [{ ...group, entries }];
  });
}
