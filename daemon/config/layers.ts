import { isIP } from 'node:net';
import type { Document, Node, YAMLError } from 'yaml';
import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { messageOf } from '../core/faults.js';
import { nearestOf } from '../core/nearest.js';
import { contractName, OAUTH_OPTIONS } from '../oauth/model/options.js';
import type { Problem } from './checks.js';
import type { NamedKey } from './definition.js';
import { ENV_PREFIX } from './definition.js';
import { readText } from './text-file.js';

/** A value as one layer gives it, not yet validated. */
interface Setting {
  readonly key: NamedKey;
  readonly raw: unknown;
  /** Where it was set, in the format of Problem.where. */
  readonly source: string;
}

/** The values that one layer (file, environment, flags) sets. */
export interface Layer {
  readonly settings: readonly Setting[];
  readonly problems: readonly Problem[];
}

/** A key with its final value and the layer that set it, or "default". */
export interface Resolved {
  readonly key: NamedKey;
  readonly value: unknown;
  readonly source: string;
}

/** Options of the authorization server, which an operator may try to set here. */
const OPTION_NAMES: readonly string[] = Object.keys(OAUTH_OPTIONS).map(contractName);

/** The error message for an unknown key. `name` and `known` use the same notation, dotted or GATEHOUSE_…. */
function unknownKey(name: string, known: readonly string[]): string {
  if (isOAuthOption(name)) {
    return (
      "options of the authorization server come only from the host: set it in the host's response to " +
      'HostService.Describe; Gatehouse does not read it from the environment, files or flags'
    );
  }
  const shown = shownName(name);
  const nearest = nearestOf(shown.replace('…', ''), known);
  return `unknown key ${shown}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/** As far as it may be the name of a key: what follows it, as in "--set host.token:…", may be a secret. */
function shownName(name: string): string {
  const [shown = ''] = /^(?:<<$|[\w.-]{0,80})/.exec(name) ?? [];
  return shown === name ? name : `${shown}…`;
}

function isOAuthOption(name: string): boolean {
  const path = name
    .toLowerCase()
    .replace(/^gatehouse_/, '')
    .replaceAll('__', '.')
    .split('.');
  return path[0] === 'oauth' || (path.length === 1 && OPTION_NAMES.includes(path[0] ?? ''));
}

/** Reads a YAML file. Sections are mappings that hold keys by the last part of their name. */
export function fileLayer(path: string, keys: readonly NamedKey[]): Layer {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    return { settings: [], problems: [{ where: path, what: `cannot be read: ${messageOf(error)}` }] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const reader = new Reader(path, lines, document, keys);
  // A tag that YAML does not know (!vault) is a warning to the parser, which then takes the text behind it as the value.
  for (const error of [...document.errors, ...document.warnings])
    reader.problem(error.pos[0], `is not YAML: ${forOperators(error)}`);
  if (reader.problems.length === 0 && document.contents !== null) reader.read(document.contents, '');
  return reader;
}

/** Some messages of the parser are for programmers, and some repeat the text, which may be a secret without its quotation marks. */
function forOperators({ code, message }: YAMLError): string {
  switch (code) {
    case 'MULTIPLE_DOCS':
      return 'more than one document (---)';
    case 'TAG_RESOLVE_FAILED':
      return 'a tag that has no meaning here; put text that begins with ! in quotation marks';
    case 'BAD_SCALAR_START':
      return `${message}; put the text in quotation marks`;
    case 'BAD_DQ_ESCAPE':
      return 'a \\ that begins no escape sequence of YAML; put the text in single quotation marks, or write \\\\';
    case 'BAD_DIRECTIVE':
      return 'a directive (%) that has no meaning here';
    case 'UNEXPECTED_TOKEN':
      return `${message.replace(/: .*$/s, '')}; put text with special characters in quotation marks`;
    default:
      return message;
  }
}

class Reader implements Layer {
  readonly settings: Setting[] = [];
  readonly problems: Problem[] = [];
  readonly #byName: ReadonlyMap<string, NamedKey>;
  readonly #sections: ReadonlySet<string>;
  readonly #found = new Set<string>();

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
        // YAML itself reports the same name twice, but not "http: { port: 1 }" and "http.port: 2".
        if (this.#found.has(name)) this.problem(at, `${name} is set twice in this file; remove one of the two`);
        this.#found.add(name);
        const raw = this.#valueOf(pair.value, at);
        // "token:" without a value: a template leaves this when it had no value to fill in.
        if (raw !== null && raw !== undefined) this.settings.push({ key, raw, source: this.#at(at) });
        else if (raw === null && isCommentedOut(key, pair.value))
          this.problem(at, `${name} has a comment instead of a value: put text that begins with # in quotation marks`);
        // Taken for a key without a value, a token that begins with & would leave the listener open.
        else if (isScalar(pair.value) && pair.value.anchor !== undefined)
          this.problem(at, `${name} has an anchor instead of a value: put text that begins with & in quotation marks`);
      } else if (this.#sections.has(name)) {
        if (isNode(pair.value) && !(isScalar(pair.value) && pair.value.value === null))
          this.read(pair.value, `${name}.`);
      } else if (pair.value === null) {
        // The rest of a secret, behind its comma: { token: a,b }
        this.problem(at, 'a value without its key; put text that contains a comma in quotation marks');
      } else {
        this.problem(at, unknownKey(name, [...this.#byName.keys(), ...this.#sections]));
      }
    }
  }

  /** Undefined, with a problem, for an alias without its anchor: usually text that begins with "*" and lacks quotes. */
  #valueOf(value: unknown, at: number): unknown {
    if (!isNode(value)) return value;
    try {
      return value.toJS(this.document) as unknown;
    } catch (error) {
      // The message would repeat the text, which may be a secret.
      if (!(error instanceof ReferenceError)) throw error;
      this.problem(at, 'refers to an anchor that does not exist; put text that begins with * in quotation marks');
      return undefined;
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

/** "accent: #3451c6" is a key without a value to YAML. A comment that is no value, as of a key that takes any text, stays one. */
function isCommentedOut(key: NamedKey, value: unknown): boolean {
  if (!isScalar(value) || typeof value.comment !== 'string') return false;
  const [first = ''] = value.comment.split(/\s/, 1);
  return key.reader.read(`#${first}`) !== undefined && key.reader.read('# a comment') === undefined;
}

/** "host.tls.ca" is in "host" and in "host.tls". */
function sectionsOf(name: string): string[] {
  const parts = name.split('.').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Names the configuration file, like --config. */
export const CONFIG_FILE_VARIABLE = 'GATEHOUSE_CONFIG';

const FILE_SUFFIX = '_FILE';

/**
 * Kubernetes adds variables to every pod beside a Service, also one called "gatehouse" or "gatehouse-redis". None of them is a
 * key. The value tells GATEHOUSE_PORT=tcp://10.0.0.1:8081 from GATEHOUSE_PORT=8081, which is a mistake of the operator.
 */
function isServiceLink(variable: string, value: string): boolean {
  if (/_SERVICE_HOST$/.test(variable)) return isIP(value) !== 0;
  if (/_SERVICE_PORT(_[A-Z0-9_]+)?$/.test(variable)) return /^\d+$/.test(value);
  if (/_PORT(_\d+_(TCP|UDP|SCTP))?$/.test(variable)) return /^(tcp|udp|sctp):\/\//i.test(value);
  return /_PORT_\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)$/.test(variable);
}

/**
 * Reads GATEHOUSE_… variables: "__" for a dot, lists separated by commas. An empty variable counts as not set, because
 * compose files pass one on for each unset variable. For a secret, and a URL that may
 * contain one, GATEHOUSE_…_FILE names a file to read it from.
 */
export function environmentLayer(env: NodeJS.ProcessEnv, keys: readonly NamedKey[]): Layer {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const byVariable = new Map(keys.map((key) => [key.env, key]));
  const byFileVariable = new Map(keys.filter((key) => key.mayHoldSecret).map((key) => [key.env + FILE_SUFFIX, key]));

  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith(ENV_PREFIX) || variable === CONFIG_FILE_VARIABLE) continue;
    if (value === undefined || value === '' || isServiceLink(variable, value)) continue;
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
        // Editors and `echo` end a file with a line break that is not part of the secret.
        const raw = readText(value).replace(/\r?\n$/, '');
        // Unlike an empty variable, it is no accident of a template, and without the secret anyone could call.
        if (raw.trim() === '') problems.push({ where: variable, what: `${value} is empty; write the secret into it` });
        else settings.push({ key: secretKey, raw, source: `${variable} (${value})` });
      } catch (error) {
        problems.push({ where: variable, what: `cannot be read: ${messageOf(error)}` });
      }
    }
  }
  return { settings, problems };
}

/** Reads `--set name=value`, which may be repeated. The last value of a key wins. */
export function flagsLayer(assignments: readonly string[], keys: readonly NamedKey[]): Layer {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const byName = new Map(keys.map((key) => [key.name, key]));

  for (const assignment of assignments) {
    const equals = assignment.indexOf('=');
    const name = equals < 0 ? assignment : assignment.slice(0, equals);
    const key = byName.get(name);
    const where = `--set ${shownName(name)}`;
    if (key === undefined) {
      problems.push({ where, what: unknownKey(name, [...byName.keys()]) });
    } else if (equals < 0) {
      problems.push({ where, what: `needs a value: --set ${name}=…` });
    } else if (holdsSecret(key, assignment.slice(equals + 1))) {
      // Every process on the machine can read a command line.
      problems.push({
        where,
        what: `${key.secret ? 'is' : 'contains'} a secret and would be visible in the process list; use ${key.env} or ${key.env}_FILE`,
      });
    } else {
      settings.push({ key, raw: assignment.slice(equals + 1), source: where });
    }
  }
  return { settings, problems };
}

/** Of a value that is only in part a secret, its kind shows another text. */
function holdsSecret(key: NamedKey, value: string): boolean {
  return key.secret || (key.mayHoldSecret && key.reader.show(value) !== value);
}
