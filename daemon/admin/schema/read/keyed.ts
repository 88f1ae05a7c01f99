import type { Problems } from '../problems.js';
import type { Given } from '../spot.js';
import { under } from '../spot.js';
import type { YamlEntry, YamlMap } from '../yaml/node.js';
import type { Reader, ValueOf } from './reader.js';
import { given, refuse } from './reader.js';

export type Keys = Readonly<Record<string, Reader<unknown>>>;

/** What was given for each key, with its place. */
export type ReadKeys<K extends Keys> = {
  readonly [Name in keyof K]: K[Name] extends { readonly required: true }
    ? Given<ValueOf<K[Name]>>
    : Given<ValueOf<K[Name]>> | undefined;
};

/** Keys that authors may well write, because October or Winter CMS has them, and what to tell them. */
export interface Refusals {
  /** Comes in a later release: refused, so that nobody thinks it had an effect. */
  readonly later?: readonly string[];
  /** Raw SQL or JavaScript, and keys that have no counterpart here: the text names the alternative. */
  readonly never?: Readonly<Record<string, string>>;
}

/** A reader of a mapping; what it understands stands in the reference as well (../reference). */
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
export function readKeys<K extends Keys>(
  node: YamlMap,
  keys: K,
  refusals: Refusals,
  problems: Problems,
): ReadKeys<K> | undefined {
  const found = new Map<string, Given<unknown>>();
  for (const entry of node.entries) {
    const reader = Object.hasOwn(keys, entry.name) ? keys[entry.name] : undefined;
    if (reader === undefined) refuseKey(entry, Object.keys(keys), refusals, problems);
    else {
      const value = given(reader, entry.value, problems);
      if (value !== undefined) found.set(entry.name, value);
    }
  }
  let complete = true;
  for (const [name, reader] of Object.entries(keys)) {
    if (reader.required !== true || found.has(name)) continue;
    complete = false;
    if (!node.entries.some((entry) => entry.name === name)) {
      problems.add(under(node.at, name), 'is missing', { expected: reader.expects });
    }
  }
  const all = Object.keys(keys).map((name) => [name, found.get(name)]);
  return complete ? (Object.fromEntries(all) as ReadKeys<K>) : undefined;
}

export function refuseKey(entry: YamlEntry, known: readonly string[], refusals: Refusals, problems: Problems): void {
  const { name, at } = entry;
  const never = refusals.never !== undefined && Object.hasOwn(refusals.never, name) ? refusals.never[name] : undefined;
  if (never !== undefined) {
    problems.add(at, 'is not supported', { advice: never });
  } else if (refusals.later?.includes(name) === true) {
    problems.add(at, 'is not supported yet: it comes with a later release', { advice: 'remove it for now' });
  } else {
    problems.unknown(at, 'unknown key', name, known);
  }
}
