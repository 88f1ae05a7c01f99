import type { Reader as DescribedReader } from '../../../core/described-keys.js';
import * as plain from '../../../core/described-keys.js';
import type { YamlNode } from './parse.js';
import { describeNode } from './parse.js';
import type { Given, Problems } from './problems.js';

/**
 * Reads one value from YAML. `read` returns undefined for an invalid value, after it has reported the problem. The tables in
 * ../keys assign a reader to each key.
 */
export type Reader<T> = DescribedReader<T, YamlNode, [problems: Problems]>;

export type ValueOf<R> = R extends Reader<infer T> ? T : never;

/** A reader for scalars; `advise` may suggest what to write instead. */
export function scalar<T>(
  expects: string,
  valueOf: (value: string | number | boolean, text: string) => T | undefined,
  advise: (value: string | number | boolean) => string | undefined = () => undefined,
): Reader<T> {
  return {
    expects,
    read(node, problems) {
      if (node.kind !== 'scalar' || node.value === null) return refuse(this, node, problems);
      const value = valueOf(node.value, node.text);
      return value === undefined ? refuse(this, node, problems, advise(node.value)) : value;
    },
  };
}

/** Turns a reader of plain values into a reader of scalars. */
function plainScalar<T>({ expects, read }: DescribedReader<T>): Reader<T> {
  return scalar(expects, (value) => read(value));
}

/** Reports that the node is not what the reader expects, with advice if the correction is not obvious. */
export function refuse<T>(reader: Reader<T>, node: YamlNode, problems: Problems, advice?: string): T | undefined {
  problems.add(node.at, describeNode(node), { expected: reader.expects, advice });
  return undefined;
}

/** The value with its position; undefined if it is invalid. */
export function given<T>(reader: Reader<T>, node: YamlNode, problems: Problems): Given<T> | undefined {
  const value = reader.read(node, problems);
  return value === undefined ? undefined : { value, at: node.at };
}

/** Longer than any label, and short enough to bound the size of schemas. */
const MAX_TEXT = 2000;

/** Text for people: plain text, or the key of a phrase in a language file ("acme.blog::lang.posts.title"). */
export const text: Reader<string> = scalar(`text, at most ${MAX_TEXT} characters`, (value, written) =>
  typeof value === 'boolean' || written.length > MAX_TEXT || written.trim() === '' ? undefined : written,
);

/** Text that may be empty. */
export const anyText: Reader<string> = scalar(`text, at most ${MAX_TEXT} characters`, (value, written) =>
  typeof value === 'boolean' || written.length > MAX_TEXT ? undefined : written,
);

export const flag: Reader<boolean> = scalar(
  plain.boolean().expects,
  (value) => plain.boolean().read(value),
  (value) => {
    if (['yes', 'on', '1', 'true'].includes(String(value).toLowerCase())) return 'write true';
    if (['no', 'off', '0', 'false'].includes(String(value).toLowerCase())) return 'write false';
    return undefined;
  },
);

export const number: Reader<number> = scalar('a number', (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined,
);

export const positive: Reader<number> = scalar('a number above 0', (value) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined,
);

export function integer(min: number, max: number): Reader<number> {
  return plainScalar(plain.integer(min, max));
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return plainScalar(plain.oneOf(...words));
}

/** Text that matches a pattern; `expects` describes it. */
export function matching(expects: string, pattern: RegExp): Reader<string> {
  return plainScalar(plain.matching(expects, (text) => pattern.test(text)));
}

/** A value as a record would contain it, with its spelling in the file: 1.10 is the number 1.1, but "1.10" as a text. */
export interface WrittenValue {
  readonly value: string | number | boolean;
  readonly text: string;
}

/** The valid values of `default`. */
export const plainValue: Reader<WrittenValue> = scalar('a text, a number, true or false', (value, text) =>
  typeof value === 'number' && !Number.isFinite(value) ? undefined : { value, text },
);

/** A list; a problem with one item does not hide the others. */
export function listOf<T>(item: Reader<T>, what: string): Reader<readonly Given<T>[]> {
  return {
    expects: `a list of ${what}`,
    read(node, problems) {
      if (node.kind !== 'list') return refuse(this, node, problems);
      return node.items.flatMap((one) => given(item, one, problems) ?? []);
    },
  };
}

/** Accepts a single item without the list around it. */
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
  /** The position of the name, because authors have to correct a wrong name there. */
  readonly nameAt: Given<T>['at'];
}

export interface NamedMap<T> {
  readonly entries: readonly Named<T>[];
  /** Every name in the file, including rejected ones, so that references to those are not reported as well. */
  readonly declared: readonly string[];
}

/** A mapping from names that the author chooses (columns, fields, scopes) to definitions. */
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

/** Chooses a reader by the kind of node: a path or the definition itself, a string or a mapping. */
export function either<A, B>(scalarReader: Reader<A>, other: Reader<B>): Reader<A | B> {
  return {
    expects: `${scalarReader.expects}, or ${other.expects}`,
    read: (node: YamlNode, problems: Problems): A | B | undefined =>
      node.kind === 'scalar' ? scalarReader.read(node, problems) : other.read(node, problems),
  };
}

/** "columns:" without a value. */
function isNothing(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/**
 * The name of a custom element of a plugin: vendor, plugin and its own name, in letters that never need escaping (HTML, "valid
 * custom element name").
 */
export const ELEMENT_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+){2,}$/;

/** Text formats that several tables use. */

export const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const name = matching('a name of letters, digits and _', NAME);

export const names = oneOrMany(name, 'names');

/** Actions, query scopes and option providers: names of code in the host. */
export const codeName = matching('a name of letters, digits, _ and -', /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);

/** Codes that plugins register; the compiler checks them against the registration. */
export const permissionCodes: Reader<readonly Given<string>[]> = oneOrMany(
  scalar(
    'a permission code such as acme.blog.access_posts',
    (value) => (typeof value === 'string' && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(value) ? value : undefined),
    (value) =>
      typeof value === 'string' && value.endsWith('.*')
        ? 'wildcards can be granted but not required; name each code'
        : undefined,
  ),
  'permission codes',
);

/** A target of the single-page application: `acme/blog/posts/update/:id`. Never another site. */
export const innerPath: Reader<string> = scalar(
  'a path inside the backend such as acme/blog/posts/update/:id',
  (value) => (typeof value === 'string' && /^\/?[A-Za-z0-9:_-]+(\/[A-Za-z0-9:_-]+)*$/.test(value) ? value : undefined),
  (value) =>
    typeof value === 'string' && /^[a-z]+:\/\/|^\/\//i.test(value) ? 'links to other sites are not allowed' : undefined,
);

export const isoDate: Reader<string> = scalar('a date such as 2026-01-31', (value) =>
  typeof value === 'string' && isCalendarDate(value) ? value : undefined,
);

export const valueOrValues: Reader<readonly Given<WrittenValue>[]> = {
  ...oneOrMany(plainValue, 'values'),
};

/** As written; schema/files/definitions.ts resolves it. */
export function definitionPath(file: 'columns.yaml' | 'fields.yaml' | 'config_filter.yaml'): Reader<string> {
  const example = file.startsWith('config_') ? file : `~/plugins/acme/blog/models/post/${file}`;
  return scalar(`a path such as ${example}`, (value) =>
    typeof value === 'string' && value.trim() !== '' ? value : undefined,
  );
}

/** The value of `modelClass`. */
export const modelName: Reader<string> = scalar('the name of a model that the host registers', (value) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined,
);

/** True for an existing date such as "2026-02-28". */
export function isCalendarDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
