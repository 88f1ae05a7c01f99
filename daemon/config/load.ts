import { existsSync } from 'node:fs';
import { checkProblems } from './checks.js';
import { namedKeys, shape } from './definition.js';
import { CONFIG_FILE_VARIABLE, environmentLayer } from './layers/environment.js';
import { fileLayer } from './layers/file.js';
import { flagsLayer } from './layers/flags.js';
import type { Problem } from './problem.js';
import { ConfigError } from './problem.js';
import type { Config } from './schema.js';
import { schema } from './schema.js';
import type { Layer, Resolved } from './setting.js';
import { shown } from './shown.js';

/** Read when it exists and no other file is named. */
export const DEFAULT_FILE = 'gatehouse.yaml';

export interface Inputs {
  /** The file that --config names. It must exist; so must the one that GATEHOUSE_CONFIG names. */
  readonly file: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** The values of --set, in order. */
  readonly set: readonly string[];
}

export interface Loaded {
  readonly config: Config;
  /** Every key, with its value and who set it ("default" where nobody did), in the order of the schema. */
  readonly resolved: readonly Resolved[];
}

/** File < environment < flags. Throws ConfigError with every problem of all of them together. */
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
    keys.map((key) => [key.name, { key, value: key.default, source: 'default' }]),
  );
  for (const { key, raw, source } of layers.flatMap((layer) => layer.settings)) {
    const value = key.kind.read(raw);
    if (value === undefined)
      problems.push({ where: source, what: `${key.name} is ${shown(key, raw)}; it must be: ${key.kind.expects}` });
    else values.set(key.name, { key, value, source });
  }

  const config = shape(schema, (name) => values.get(name)?.value);
  // What keys mean together can be judged only when each of them is what its author meant.
  if (problems.length === 0) problems.push(...checkProblems(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, resolved: [...values.values()] };
}
