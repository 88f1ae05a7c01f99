import { readFileSync } from 'node:fs';
import type { Document, Node } from 'yaml';
import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { messageOf } from '../core/faults.js';
import { nearestOf } from '../core/nearest.js';
import { contractName, OAUTH_OPTIONS } from '../oauth/model/options.js';
import type { Problem } from './checks.js';
import type { NamedKey } from './definition.js';
import { ENV_PREFIX } from './definition.js';

/** A value as one layer gives it, not looked at yet. */
interface Setting {
  readonly key: NamedKey;
  readonly raw: unknown;
  /** Where it was set, in the words of Problem.where. */
  readonly source: string;
}

/** What one layer (file, environment, flags) has to say. */
export interface Layer {
  readonly settings: readonly Setting[];
  readonly problems: readonly Problem[];
}

/** A key with the value that counts, and who set it: "default" where nobody did. */
export interface Resolved {
  readonly key: NamedKey;
  readonly value: unknown;
  readonly source: string;
}

/** Options of the authorization server, which somebody may look for here. */
const OPTION_NAMES: readonly string[] = Object.keys(OAUTH_OPTIONS).map(contractName);

/** What to tell somebody who set a key that does not exist. `name` and `known` are in one notation, dotted or GATEHOUSE_…. */
function unknownKey(name: string, known: readonly string[]): string {
  if (isOAuthOption(name)) {
    return (
      "options of the authorization server come only from the host: set it in the host's response to " +
      'HostService.Describe; Gatehouse does not read it from the environment, files or flags'
    );
  }
  const nearest = nearestOf(name, known);
  return nearest === undefined ? `unknown key ${name}` : `unknown key ${name}; did you mean ${nearest}?`;
}

function isOAuthOption(name: string): boolean {
  const path = name
    .toLowerCase()
    .replace(/^gatehouse_/, '')
    .replaceAll('__', '.')
    .split('.');
  return path[0] === 'oauth' || (path.length === 1 && OPTION_NAMES.includes(path[0] ?? ''));
}

/** Reads a YAML file: sections are mappings, keys stand in them by their last name. */
export function fileLayer(path: string, keys: readonly NamedKey[]): Layer {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { settings: [], problems: [{ where: path, what: `cannot be read: ${messageOf(error)}` }] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const reader = new Reader(path, lines, document, keys);
  for (const error of document.errors) reader.problem(error.pos[0], `is not YAML: ${error.message}`);
  if (document.errors.length === 0 && document.contents !== null) reader.read(document.contents, '');
  return reader;
}

class Reader implements Layer {
  readonly settings: Setting[] = [];
  readonly problems: Problem[] = [];
  readonly #byName: ReadonlyMap<string, NamedKey>;
  readonly #sections: ReadonlySet<string>;

  constructor(
    private readonly path: string,
    private readonly lines: LineCounter,
    private readonly document: Document,
    keys: readonly NamedKey[],
  ) {
    this.#byName = new Map(keys.map((key) => [key.name, key]));
    this.#sections = new Set(keys.flatMap(({ name }) => sectionsOf(name)));
  }

  /** `section` is empty at the top of the file, "http." inside http. */
  read(value: Node, section: string): void {
    const mapping = isAlias(value) ? value.resolve(this.document) : value;
    if (!isMap(mapping)) {
      const what = section === '' ? 'the file' : section.slice(0, -1);
      this.problem(value.range?.[0] ?? 0, `${what} must be a mapping of keys to values`);
      return;
    }
    for (const pair of mapping.items) {
      const keyNode = pair.key as Node;
      const at = keyNode.range?.[0] ?? 0;
      const name = section + (isScalar(keyNode) ? String(keyNode.value) : keyNode.toString());
      const key = this.#byName.get(name);
      if (key !== undefined) {
        const raw: unknown = isNode(pair.value) ? pair.value.toJS(this.document) : pair.value;
        // "token:" with nothing behind it: what a template leaves when there was nothing to fill in.
        if (raw !== null) this.settings.push({ key, raw, source: this.#at(at) });
      } else if (this.#sections.has(name)) {
        if (isNode(pair.value) && !(isScalar(pair.value) && pair.value.value === null))
          this.read(pair.value, `${name}.`);
      } else {
        this.problem(at, unknownKey(name, [...this.#byName.keys(), ...this.#sections]));
      }
    }
  }

  problem(offset: number, what: string): void {
    this.problems.push({ where: this.#at(offset), what });
  }

  #at(offset: number): string {
    const { line, col } = this.lines.linePos(offset);
    return `${this.path}:${line}:${col}`;
  }
}

/** "host.tls.ca" lies in "host" and "host.tls". */
function sectionsOf(name: string): string[] {
  const parts = name.split('.').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Names the configuration file, like --config. */
export const CONFIG_FILE_VARIABLE = 'GATEHOUSE_CONFIG';

const FILE_SUFFIX = '_FILE';

/** What Kubernetes adds by itself to every pod beside a Service that is called "gatehouse". None of it is a key. */
const SERVICE_LINK =
  /^GATEHOUSE_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;

/**
 * Reads GATEHOUSE_… variables: "__" for a dot, lists separated by commas. An empty one counts as not set, as it is what
 * compose files pass on for a variable that nobody set. For a secret, GATEHOUSE_…_FILE names a file to read it from.
 */
export function environmentLayer(env: NodeJS.ProcessEnv, keys: readonly NamedKey[]): Layer {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const byVariable = new Map(keys.map((key) => [key.env, key]));
  const byFileVariable = new Map(keys.filter((key) => key.secret).map((key) => [key.env + FILE_SUFFIX, key]));

  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith(ENV_PREFIX) || variable === CONFIG_FILE_VARIABLE) continue;
    if (SERVICE_LINK.test(variable) || value === undefined || value === '') continue;
    const key = byVariable.get(variable);
    const secretKey = byFileVariable.get(variable);
    if (key !== undefined) {
      settings.push({ key, raw: value, source: variable });
    } else if (secretKey === undefined) {
      problems.push({ where: variable, what: unknownKey(variable, [...byVariable.keys(), ...byFileVariable.keys()]) });
    } else if (env[secretKey.env]) {
      problems.push({ where: variable, what: `${secretKey.env} is also set; set only one of the two` });
    } else {
      try {
        // Editors and `echo` end a file with a line break that is no part of the secret.
        const raw = readFileSync(value, 'utf8').replace(/\r?\n$/, '');
        settings.push({ key: secretKey, raw, source: `${variable} (${value})` });
      } catch (error) {
        problems.push({ where: variable, what: `cannot be read: ${messageOf(error)}` });
      }
    }
  }
  return { settings, problems };
}

/** Reads `--set name=value`, as often as given; the last one of a key wins. */
export function flagsLayer(assignments: readonly string[], keys: readonly NamedKey[]): Layer {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const byName = new Map(keys.map((key) => [key.name, key]));

  for (const assignment of assignments) {
    const equals = assignment.indexOf('=');
    const name = equals < 0 ? assignment : assignment.slice(0, equals);
    const key = byName.get(name);
    const where = `--set ${name}`;
    if (key === undefined) {
      problems.push({ where, what: unknownKey(name, [...byName.keys()]) });
    } else if (equals < 0) {
      problems.push({ where, what: `needs a value: --set ${name}=…` });
    } else if (key.secret) {
      // A command line can be read by every process of the machine.
      problems.push({
        where,
        what: `is a secret and would be visible in the process list; use ${key.env} or ${key.env}_FILE`,
      });
    } else {
      settings.push({ key, raw: assignment.slice(equals + 1), source: where });
    }
  }
  return { settings, problems };
}
