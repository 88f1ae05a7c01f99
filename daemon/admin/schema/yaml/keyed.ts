import type { Key } from '../../../core/described-keys.js';
import { nearestOf } from '../../../core/nearest.js';
import type { YamlEntry, YamlMap } from './parse.js';
import { describeNode } from './parse.js';
import type { Given, Problems } from './problems.js';
import { under } from './problems.js';
import type { Reader, ValueOf } from './readers.js';
import { ELEMENT_NAME, given, refuse } from './readers.js';

/** A key of a mapping; `otherwise` describes the default in words. */
export type YamlKey<T> = Key<Reader<T>, string>;

export type Keys = Readonly<Record<string, YamlKey<unknown>>>;

/** The value of each key, with its position. */
type ReadKeys<K extends Keys> = {
  readonly [Name in keyof K]: K[Name] extends { readonly required: true }
    ? Given<ValueOf<K[Name]['reader']>>
    : Given<ValueOf<K[Name]['reader']>> | undefined;
};

/** Keys that authors are likely to write, because October or Winter CMS has them, with the message for each. */
export interface Refusals {
  /** Keys that only dress the pages of October or Winter CMS. They have no effect here, and are warnings. */
  readonly dresses?: readonly string[];
  /** Keys of a later release. The compiler rejects them, so that authors do not expect an effect. */
  readonly later?: readonly string[];
  /** Raw SQL or JavaScript, and keys without an equivalent; the text names the alternative. */
  readonly never?: Readonly<Record<string, string>>;
}

/** A reader of a mapping. The reference documentation lists its keys and refusals. */
export interface KeyedReader<K extends Keys> extends Reader<ReadKeys<K>> {
  readonly keys: K;
  readonly refusals: Refusals;
}

/** A mapping with a fixed set of keys. Undefined if a required key is missing or invalid. */
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

/** Reports unknown keys, each with advice. */
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
  if (refusals.dresses?.includes(name) === true) {
    problems.warn(at, 'has no effect', DRESSES);
  } else if (never !== undefined) {
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
  /** All keys of all types. */
  readonly keys: K;
  /** By type, the keys that not every type supports. Every type supports the keys that appear in none of these lists. */
  readonly types: Readonly<Record<Type, readonly (keyof K & string)[]>>;
  readonly defaultType: Type;
  /** The type of a plugin's custom elements. The file has the name of the element in its place: `type: acme-blog-rating`. */
  readonly elementType?: Type;
  /** Types on which a key of other types only dresses the page in October or Winter CMS. */
  readonly dressed?: Readonly<Record<string, readonly Type[]>>;
  /** Types of a later release, and types without an equivalent, with the alternative. */
  readonly laterTypes: readonly string[];
  readonly neverTypes: Readonly<Record<string, string>>;
  readonly refusals: Refusals;
}

interface Typing<Type extends string> {
  readonly type: Given<Type>;
  /** The name of the custom element, if the type is one. */
  readonly element: Given<string> | undefined;
}

export type TypedDefinition<K extends Keys, Type extends string> = ReadKeys<K> &
  Typing<Type> & {
    /** The keys in the file. A key that is present but was rejected is not missing. */
    readonly written: readonly string[];
  };

export function typed<K extends Keys, Type extends string>(
  table: TypedKeys<K, Type>,
): Reader<TypedDefinition<K, Type>> {
  return {
    expects: `a mapping of ${table.what}`,
    read(node, problems) {
      // "title:" without a value is a definition with the default for every key.
      const map = isEmpty(node) ? ({ kind: 'map', at: node.at, entries: [] } as const) : node;
      if (map.kind !== 'map') return refuse(this, node, problems);
      const typing = readType(map, table, problems);
      if (typing === undefined) {
        readAsMeant(map, table, problems);
        return undefined;
      }
      const rest = map.entries.filter(({ name }) => name !== 'type');
      const entries = own(rest, table, typing.type.value, problems);
      const read = readKeys({ ...map, entries }, table.keys, {}, problems);
      if (read === undefined) return undefined;
      return { ...read, type: typing.type, element: typing.element, written: rest.map(({ name }) => name) };
    },
  };
}

/** The keys that every type supports. */
export function commonKeys<K extends Keys, Type extends string>({
  keys,
  types,
}: TypedKeys<K, Type>): (keyof K & string)[] {
  const special = new Set<string>(Object.values<readonly string[]>(types).flat());
  return Object.keys(keys).filter((name) => !special.has(name));
}

/** Keeps the keys that this type supports, and reports the others. */
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
      names.includes(entry.name) && other !== table.elementType ? other : [],
    );
    if (table.dressed?.[entry.name]?.includes(type) === true) {
      problems.warn(entry.at, `has no effect with type ${type}`, DRESSES);
    } else if (others.length > 0) {
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
): Typing<Type> | undefined {
  const entry = map.entries.find(({ name }) => name === 'type');
  if (entry === undefined) return { type: { value: table.defaultType, at: map.at }, element: undefined };
  const known = Object.keys(table.types).filter((name) => name !== table.elementType);
  const { value: node } = entry;
  const value = node.kind === 'scalar' ? node.value : undefined;
  if (typeof value !== 'string') {
    problems.add(node.at, describeNode(node), { expected: `one of ${known.join(', ')}` });
    return undefined;
  }
  const { at } = node;
  if (known.includes(value)) return { type: { value: value as Type, at }, element: undefined };
  if (table.elementType !== undefined && ELEMENT_NAME.test(value)) {
    return { type: { value: table.elementType, at }, element: { value, at } };
  }
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

/** Reports the other keys of a definition whose type has a typing error. Another type may have any keys. */
function readAsMeant<K extends Keys, Type extends string>(
  map: YamlMap,
  table: TypedKeys<K, Type>,
  problems: Problems,
): void {
  const node = map.entries.find(({ name }) => name === 'type')?.value;
  const written = node?.kind === 'scalar' ? node.text : '';
  if (table.laterTypes.includes(written) || Object.hasOwn(table.neverTypes, written)) return;
  const known = (Object.keys(table.types) as Type[]).filter((name) => name !== table.elementType);
  const meant = known.find((one) => one === nearestOf(written, known));
  if (meant === undefined) return;
  const rest = map.entries.filter(({ name }) => name !== 'type');
  readKeys({ ...map, entries: own(rest, table, meant, problems) }, table.keys, {}, problems);
}

function isEmpty(node: { readonly kind: string; readonly value?: unknown }): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** The `otherwise` of keys whose absence has no effect. */
export const NONE = '—';

/** Advice that several tables give for keys that exist in October and Winter CMS but not in Gatehouse. */

export const NO_EQUIVALENT = 'Gatehouse has no equivalent; remove it';

const DRESSES = 'it only changes the look of pages in October and Winter CMS; you can remove it';

export const RAW_SQL =
  'raw SQL is not allowed; name a column (valueFrom), or a query scope that the host registers (scope)';

export const RAW_JAVASCRIPT =
  'JavaScript is not allowed; use recordUrl, a toolbar action, or a widget with its own asset';

export const RAW_HTML = 'markup is not allowed; use plain text, or a field of type partial';
