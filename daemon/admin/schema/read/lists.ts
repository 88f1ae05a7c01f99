import type { Problems } from '../problems.js';
import type { Given } from '../spot.js';
import type { YamlNode } from '../yaml/node.js';
import type { Reader } from './reader.js';
import { given, refuse } from './reader.js';

/** A list; what is wrong with one item does not hide the others. */
export function listOf<T>(item: Reader<T>, what: string): Reader<readonly Given<T>[]> {
  return {
    expects: `a list of ${what}`,
    read(node, problems) {
      if (node.kind !== 'list') return refuse(this, node, problems);
      return node.items.flatMap((one) => given(item, one, problems) ?? []);
    },
  };
}

/** A single item may be written without the list around it. */
export function oneOrMany<T>(item: Reader<T>, what: string): Reader<readonly Given<T>[]> {
  const many = listOf(item, what);
  return {
    expects: `${item.expects}, or ${many.expects}`,
    read(node, problems) {
      if (node.kind === 'list') return many.read(node, problems);
      const one = given(item, node, problems);
      return one === undefined ? undefined : [one];
    },
  };
}

export interface Named<T> extends Given<T> {
  readonly name: string;
  /** Of the name: where a mistake in it is to be mended. */
  readonly nameAt: Given<T>['at'];
}

export interface NamedMap<T> {
  readonly entries: readonly Named<T>[];
  /** Every name in the file, also of what was refused: whoever refers to one has not made the mistake. */
  readonly declared: readonly string[];
}

/** A mapping from names of the author's own choosing (columns, fields, scopes) to definitions. */
export function namedMap<T>(
  what: string,
  name: { readonly pattern: RegExp; readonly expects: string; advise?(name: string): string | undefined },
  definition: Reader<T>,
): Reader<NamedMap<T>> {
  return {
    expects: `a mapping of ${what}`,
    read(node, problems) {
      if (isNothing(node)) return { entries: [], declared: [] };
      if (node.kind !== 'map') return refuse(this, node, problems);
      const entries = node.entries.flatMap((entry) => {
        if (!name.pattern.test(entry.name)) {
          const advice = name.advise?.(entry.name);
          problems.add(entry.at, `the name ${entry.name} is not allowed`, { expected: name.expects, advice });
          return [];
        }
        const value = definition.read(entry.value, problems);
        return value === undefined ? [] : [{ name: entry.name, nameAt: entry.at, value, at: entry.value.at }];
      });
      return { entries, declared: node.entries.map((entry) => entry.name) };
    },
  };
}

/** Reads by the kind of the node: a path or the thing itself, a text or a mapping. */
export function either<A, B>(scalarReader: Reader<A>, other: Reader<B>): Reader<A | B> {
  return {
    expects: `${scalarReader.expects}, or ${other.expects}`,
    read: (node: YamlNode, problems: Problems): A | B | undefined =>
      node.kind === 'scalar' ? scalarReader.read(node, problems) : other.read(node, problems),
  };
}

/** "columns:" with nothing behind it. */
function isNothing(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}
