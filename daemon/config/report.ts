import type { Resolved } from './setting.js';
import { shownValue } from './shown.js';

/** The resolved configuration as a table: key, value, who set it. Secrets are "[secret]", what is not set is "-". */
export function reportTable(resolved: readonly Resolved[]): string {
  const rows = resolved.map((entry) => [entry.key.name, shownValue(entry) || '-', entry.source] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(([name, value, source]) => `${name.padEnd(widths[0] ?? 0)}  ${value.padEnd(widths[1] ?? 0)}  ${source}`)
    .join('\n');
}

/** The same for programs: key to value and source; values are texts as the environment would have them. */
export function reportJson(resolved: readonly Resolved[]): string {
  const entries = resolved.map(
    (entry) => [entry.key.name, { value: shownValue(entry), source: entry.source }] as const,
  );
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}
