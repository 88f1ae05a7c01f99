import type { Key } from '../../../core/described-keys.js';
import type { YamlEntry, YamlMap } from './parse.js';
import { describeNode } from './parse.js';
import type { Given, Problems } from './problems.js';
import { under } from './problems.js';
import type { Reader, ValueOf } from './readers.js';
import { given, refuse } from './readers.js';

/** A key of a mapping; `otherwise` says in words what holds without it. */
export type YamlKey<T> = Key<Reader<T>, string>;

export type Keys = Readonly<Record<string, YamlKey<unknown>>>;

/** What was given for each key, with its place. */
type ReadKeys<K extends Keys> = {
  readonly [Name in keyof K]: K[Name] extends { readonly required: true }
    ? Given<ValueOf<K[Name]['reader']>>
    : Given<ValueOf<K[Name]['reader']>> | undefined;
};

/** Keys that authors may well write, because October or Winter CMS has them, and what to tell them. */
export interface Refusals {
  /** Comes in a later release: refused, so that nobody thinks it had an effect. */
  readonly later?: readonly string[];
  /** Raw SQL or JavaScript, and keys that have no counterpart here: the text names the alternative. */
  readonly never?: Readonly<Record<string, string>>;
}

/** A reader of a mapping; the reference shows its keys and refusals. */
export interface KeyedReader<K extends Keys> extends Reader<ReadKeys<K>> {
  readonly keys: K;
  readonly refusals: Refusals;
}

/** A mapping with a fixed set of keys. Undefined when a required one is missing or wrong. */
export function keyed<const K extends Keys>(what: string, keys: K, refusals: Refusals = {}): KeyedReader<K> {
  return {
    keys,
    refusals,
    expects: `a mapping of ${what}`,
    read(node, problems) {
      if (node.kind !== 'map') return refuse(this, node, problems);
      return readKeys(node, keys, refusals, problems);
    },
  };
}

/** Keys not in the table are told, each with what to do about it. */
function readKeys<K extends Keys>(
  node: YamlMap,
  keys: K,
  refusals: Refusals,
  problems: Problems,
): ReadKeys<K> | undefined {
  const found = new Map<string, Given<unknown>>();
  for (const entry of node.entries) {
    const key = Object.hasOwn(keys, entry.name) ? keys[entry.name] : undefined;
    if (key === undefined) refuseKey(entry, Object.keys(keys), refusals, problems);
    else {
      const value = given(key.reader, entry.value, problems);
      if (value !== undefined) found.set(entry.name, value);
    }
  }
  let complete = true;
  for (const [name, { reader, required }] of Object.entries(keys)) {
    if (required !== true || found.has(name)) continue;
    complete = false;
    if (!node.entries.some((entry) => entry.name === name)) {
      problems.add(under(node.at, name), 'is missing', { expected: reader.expects });
    }
  }
  const all = Object.keys(keys).map((name) => [name, found.get(name)]);
  return complete ? (Object.fromEntries(all) as ReadKeys<K>) : undefined;
}

function refuseKey(entry: YamlEntry, known: readonly string[], refusals: Refusals, problems: Problems): void {
  const { name, at } = entry;
  const never = refusals.never !== undefined && Object.hasOwn(refusals.never, name) ? refusals.never[name] : undefined;
  if (never !== undefined) {
    problems.add(at, 'is not supported', { advice: never });
  } else if (refusals.later?.includes(name) === true) {
    problems.add(at, 'is not supported yet', { advice: 'remove it for now' });
  } else {
    problems.unknown(at, 'unknown key', name, known);
  }
}

/** Definitions whose other keys depend on their `type`: columns, fields, filter scopes. */
export interface TypedKeys<K extends Keys, Type extends string> {
  readonly what: string;
  /** Every key of every type. */
  readonly keys: K;
  /** Per type, the keys that not every type understands. A key that is nowhere here goes with every type. */
  readonly types: Readonly<Record<Type, readonly (keyof K & string)[]>>;
  readonly defaultType: Type;
  /** Types that come in a later release, and types that have no counterpart, with the alternative. */
  readonly laterTypes: readonly string[];
  readonly neverTypes: Readonly<Record<string, string>>;
  readonly refusals: Refusals;
}

export type TypedDefinition<K extends Keys, Type extends string> = ReadKeys<K> & {
  readonly type: Given<Type>;
  /** Keys as they stand in the file: one that is there but was refused is not missing. */
  readonly written: readonly string[];
};

export function typed<K extends Keys, Type extends string>(
  table: TypedKeys<K, Type>,
): Reader<TypedDefinition<K, Type>> {
  return {
    expects: `a mapping of ${table.what}`,
    read(node, problems) {
      // "title:" alone is a definition with every key at its default.
      const map = isEmpty(node) ? ({ kind: 'map', at: node.at, entries: [] } as const) : node;
      if (map.kind !== 'map') return refuse(this, node, problems);
      const type = readType(map, table, problems);
      if (type === undefined) return undefined;
      const rest = map.entries.filter(({ name }) => name !== 'type');
      const read = readKeys({ ...map, entries: own(rest, table, type.value, problems) }, table.keys, {}, problems);
      return read === undefined ? undefined : { ...read, type, written: rest.map(({ name }) => name) };
    },
  };
}

/** The keys that every type understands. */
export function commonKeys<K extends Keys, Type extends string>({
  keys,
  types,
}: TypedKeys<K, Type>): (keyof K & string)[] {
  const special = new Set<string>(Object.values<readonly string[]>(types).flat());
  return Object.keys(keys).filter((name) => !special.has(name));
}

/** Leaves the keys that this type understands, and tells the others. */
function own<K extends Keys, Type extends string>(
  entries: YamlMap['entries'],
  table: TypedKeys<K, Type>,
  type: Type,
  problems: Problems,
): YamlMap['entries'] {
  const understood: readonly string[] = [...commonKeys(table), ...table.types[type]];
  return entries.filter((entry) => {
    if (understood.includes(entry.name)) return true;
    const others = Object.entries<readonly string[]>(table.types).flatMap(([other, names]) =>
      names.includes(entry.name) ? other : [],
    );
    if (others.length > 0) {
      problems.add(entry.at, `does not go with type ${type}`, { expected: `type ${others.join(', ')}` });
    } else {
      refuseKey(entry, ['type', ...understood], table.refusals, problems);
    }
    return false;
  });
}

function readType<K extends Keys, Type extends string>(
  map: YamlMap,
  table: TypedKeys<K, Type>,
  problems: Problems,
): Given<Type> | undefined {
  const entry = map.entries.find(({ name }) => name === 'type');
  if (entry === undefined) return { value: table.defaultType, at: map.at };
  const known = Object.keys(table.types);
  const { value: node } = entry;
  const value = node.kind === 'scalar' ? node.value : undefined;
  if (typeof value !== 'string') {
    problems.add(node.at, describeNode(node), { expected: `one of ${known.join(', ')}` });
    return undefined;
  }
  if (known.includes(value)) return { value: value as Type, at: node.at };
  if (table.laterTypes.includes(value)) {
    problems.add(node.at, `type ${value} is not supported yet`, {
      expected: `one of ${known.join(', ')}`,
    });
  } else {
    const advice = Object.hasOwn(table.neverTypes, value) ? table.neverTypes[value] : undefined;
    if (advice === undefined) problems.unknown(node.at, `unknown type ${value}`, value, known);
    else problems.add(node.at, `type ${value} is not supported`, { advice });
  }
  return undefined;
}

function isEmpty(node: { readonly kind: string; readonly value?: unknown }): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** For keys without which nothing else holds. */
export const NONE = '—';

/** What several tables say about keys that October and Winter CMS have and this catalogue has not. */

export const COSMETIC = 'Gatehouse has no equivalent; remove it';

export const RAW_SQL =
  'raw SQL is not allowed; name a column (valueFrom), or a query scope that the host registers (scope)';

export const RAW_JAVASCRIPT =
  'JavaScript is not allowed; use recordUrl, a toolbar action, or a widget with its own asset';

export const RAW_HTML = 'markup is not allowed; use plain text, or a field of type partial';
