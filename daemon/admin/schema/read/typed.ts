import type { Problems } from '../problems.js';
import type { Given } from '../spot.js';
import type { YamlMap } from '../yaml/node.js';
import { describeNode } from '../yaml/node.js';
import type { Keys, ReadKeys, Refusals } from './keyed.js';
import { readKeys, refuseKey } from './keyed.js';
import type { Reader } from './reader.js';
import { refuse } from './reader.js';

/** Definitions whose other keys depend on their `type`: columns, fields, filter scopes. */
export interface TypedKeys<K extends Keys, Type extends string> {
  readonly what: string;
  /** Every key of every type, with its reader. */
  readonly keys: K;
  /** The keys that every type understands. */
  readonly common: readonly (keyof K & string)[];
  /** Per type, the keys that it understands besides. */
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

/** Leaves the keys that this type understands, and tells the others. */
function own<K extends Keys, Type extends string>(
  entries: YamlMap['entries'],
  table: TypedKeys<K, Type>,
  type: Type,
  problems: Problems,
): YamlMap['entries'] {
  const understood: readonly string[] = [...table.common, ...table.types[type]];
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
    problems.add(node.at, `type ${value} is not supported yet: it comes with a later release`, {
      expected: `one of ${known.join(', ')}`,
    });
  } else {
    const advice = Object.hasOwn(table.neverTypes, value) ? table.neverTypes[value] : undefined;
    if (advice === undefined) problems.unknown(node.at, `there is no type ${value}`, value, known);
    else problems.add(node.at, `type ${value} is not supported`, { advice });
  }
  return undefined;
}

function isEmpty(node: { readonly kind: string; readonly value?: unknown }): boolean {
  return node.kind === 'scalar' && node.value === null;
}
