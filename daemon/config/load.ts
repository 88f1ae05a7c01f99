import { existsSync } from 'node:fs';
import type { Problem } from './checks.js';
import { checkProblems, ConfigError } from './checks.js';
import type { NamedKey } from './definition.js';
import { namedKeys, shape } from './definition.js';
import type { Layer, Resolved } from './layers.js';
import { CONFIG_FILE_VARIABLE, environmentLayer, fileLayer, flagsLayer } from './layers.js';
import type { Config } from './schema.js';
import { schema } from './schema.js';

export const REDACTED = '[secret]';

/** A raw value as an error message may quote it: truncated, and never a secret. */
function shown(key: NamedKey, raw: unknown): string {
  if (key.secret) return REDACTED;
  const text = JSON.stringify(raw);
  // A URL that we could not parse may hold a password anywhere.
  if (key.mayHoldSecret || text.includes('@')) {
    const reason = typeof raw === 'string' ? key.reader.reason?.(raw) : undefined;
    return reason === undefined ? 'not readable' : `not readable (${reason})`;
  }
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** YAML reads 2024 as a number and true as a truth value, although a text was meant. */
function quotesHint(key: NamedKey, raw: unknown): string {
  const isTyped = typeof raw === 'number' || typeof raw === 'boolean';
  return isTyped && key.reader.read(String(raw)) !== undefined
    ? '; put it in quotation marks, which make it a text'
    : '';
}

/** A resolved value as `gatehouse config` prints it. An unset value is empty. */
function shownValue({ key, value }: Pick<Resolved, 'key' | 'value'>): string {
  if (key.secret) return value === '' ? '' : REDACTED;
  return key.reader.show(value);
}

/** Read if it exists and no other file is named. */
export const DEFAULT_FILE = 'gatehouse.yaml';

export interface Inputs {
  /** The file that --config names. It must exist, and so must the one that GATEHOUSE_CONFIG names. */
  readonly file: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** The values of --set, in order. */
  readonly set: readonly string[];
}

export interface Loaded {
  readonly config: Config;
  /** Every key, with its value and its source ("default" if not set), in the order of the schema. */
  readonly resolved: readonly Resolved[];
}

/** File < environment < flags. Throws ConfigError with the problems of all layers. */
export function loadConfig({ file, env, set }: Inputs): Loaded {
  const keys = namedKeys(schema);
  const path =
    file ?? (env[CONFIG_FILE_VARIABLE] || undefined) ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined);
  const layers: Layer[] = [
    ...(path === undefined ? [] : [fileLayer(path, keys)]),
    environmentLayer(env, keys),
    flagsLayer(set, keys),
  ];

  const problems: Problem[] = layers.flatMap((layer) => layer.problems);
  const values = new Map<string, Resolved>(
    keys.map((key) => [key.name, { key, value: key.otherwise, source: 'default' }]),
  );
  for (const { key, raw, source } of layers.flatMap((layer) => layer.settings)) {
    const value = key.reader.read(raw);
    if (value === undefined) {
      problems.push({
        where: source,
        what: `${key.name} is ${shown(key, raw)}; expected: ${key.reader.expects}${quotesHint(key, raw)}`,
      });
    } else values.set(key.name, { key, value, source });
  }

  const config = shape(schema, (name) => values.get(name)?.value);
  // Checks across keys make sense only when each key is valid alone.
  if (problems.length === 0) problems.push(...checkProblems(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, resolved: [...values.values()] };
}

/** The resolved configuration as a table: key, value, source. Secrets appear as "[secret]", unset values as "-". */
export function reportTable(resolved: readonly Resolved[]): string {
  const rows = resolved.map((entry) => [entry.key.name, onOneLine(shownValue(entry)) || '-', entry.source] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(([name, value, source]) => `${name.padEnd(widths[0] ?? 0)}  ${value.padEnd(widths[1] ?? 0)}  ${source}`)
    .join('\n');
}

/** A line break would begin another row, and an escape character would command the terminal. */
function onOneLine(value: string): string {
  return value.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

/** The same in machine-readable form: key to value and source. Values are texts as the environment would contain them. */
export function reportJson(resolved: readonly Resolved[]): string {
  const entries = resolved.map(
    (entry) => [entry.key.name, { value: shownValue(entry), source: entry.source }] as const,
  );
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}
