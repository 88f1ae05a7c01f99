import type { Reader as DescribedReader } from '../../../core/described-keys.js';
import * as plain from '../../../core/described-keys.js';
import type { YamlNode } from './parse.js';
import { describeNode } from './parse.js';
import type { Given, Problems } from './problems.js';

/**
 * Reads one value out of YAML. `read` returns undefined when the value is not what is expected; the reader has then said so.
 * The tables in ../keys say which reader reads which key.
 */
export type Reader<T> = DescribedReader<T, YamlNode, [problems: Problems]>;

export type ValueOf<R> = R extends Reader<infer T> ? T : never;

/** A reader of what one scalar may be; `advise` may add what to write instead. */
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

/** A reader of what a scalar may be, by a reader of plain values. */
function plainScalar<T>({ expects, read }: DescribedReader<T>): Reader<T> {
  return scalar(expects, (value) => read(value));
}

/** Tells that the node is not what the reader expects, and what to do where that does not follow. */
export function refuse<T>(reader: Reader<T>, node: YamlNode, problems: Problems, advice?: string): T | undefined {
  problems.add(node.at, describeNode(node), { expected: reader.expects, advice });
  return undefined;
}

/** The value with its place; undefined when it was refused. */
export function given<T>(reader: Reader<T>, node: YamlNode, problems: Problems): Given<T> | undefined {
  const value = reader.read(node, problems);
  return value === undefined ? undefined : { value, at: node.at };
}

/** Longer than any label; short enough that no schema grows out of hand. */
const MAX_TEXT = 2000;

/** What a person reads: a text, or the key of a phrase in a language file ("acme.blog::lang.posts.title"). */
export const text: Reader<string> = scalar(`text, at most ${MAX_TEXT} characters`, (value, written) =>
  typeof value === 'boolean' || written.length > MAX_TEXT || written.trim() === '' ? undefined : written,
);

/** A text that may be empty. */
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

/** A text of one form; `expects` says which. */
export function matching(expects: string, pattern: RegExp): Reader<string> {
  return plainScalar(plain.matching(expects, (text) => pattern.test(text)));
}

/** A value as it would stand in a record: what `default` and an option's key may be. */
export const plainValue: Reader<string | number | boolean> = scalar('a text, a number, true or false', (value) =>
  typeof value === 'number' && !Number.isFinite(value) ? undefined : value,
);

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

/** Texts of one particular form that several tables use. */

export const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const name = matching('a name of letters, digits and _', NAME);

export const names = oneOrMany(name, 'names');

/** Actions, query scopes and option providers: names of code in the host. */
export const codeName = matching('a name of letters, digits, _ and -', /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);

/** Codes as plugins register them; that each exists is held against the registration. */
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

/** Where the single-page application goes: `acme/blog/posts/update/:id`. Never another site. */
export const innerPath: Reader<string> = scalar(
  'a path inside the backend such as acme/blog/posts/update/:id',
  (value) => (typeof value === 'string' && /^\/?[A-Za-z0-9:_-]+(\/[A-Za-z0-9:_-]+)*$/.test(value) ? value : undefined),
  (value) =>
    typeof value === 'string' && /^[a-z]+:\/\/|^\/\//i.test(value) ? 'links to other sites are not allowed' : undefined,
);

export const isoDate: Reader<string> = scalar('a date such as 2026-01-31', (value) =>
  typeof value === 'string' && isCalendarDate(value) ? value : undefined,
);

/** A choice as listed: its value, and the text for people. */
export interface ListedChoice {
  readonly value: string;
  readonly label: string;
}

/** `options`: a mapping of values to labels, or a list whose items are both. */
export const listedChoices: Reader<readonly Given<ListedChoice>[]> = {
  expects: 'a mapping of values to labels, or a list of values',
  read(node, problems) {
    if (node.kind === 'scalar') return refuse(this, node, problems);
    const pairs =
      node.kind === 'list'
        ? node.items.map((item) => ({ value: undefined, node: item }))
        : node.entries.map((entry) => ({ value: entry.name, node: entry.value }));
    return pairs.flatMap((pair) => {
      const label = (pair.value === undefined ? choiceValue : text).read(pair.node, problems);
      return label === undefined ? [] : [{ value: { value: pair.value ?? label, label }, at: pair.node.at }];
    });
  },
};

/** Choices, or the name of a provider that the host registers. */
export const choices: Reader<string | readonly Given<ListedChoice>[]> = either(
  matching('the name of an option provider of the host', NAME),
  listedChoices,
);

export const valueOrValues: Reader<readonly Given<string | number | boolean>[]> = {
  ...oneOrMany(plainValue, 'values'),
};

/** As written; schema/files/definitions.ts says which file it is. */
export function definitionPath(file: 'columns.yaml' | 'fields.yaml' | 'config_filter.yaml'): Reader<string> {
  const example = file.startsWith('config_') ? file : `~/plugins/acme/blog/models/post/${file}`;
  return scalar(`a path such as ${example}`, (value) =>
    typeof value === 'string' && value.trim() !== '' ? value : undefined,
  );
}

/** What `modelClass` says. */
export const modelName: Reader<string> = scalar('the name of a model that the host registers', (value) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined,
);

const choiceValue: Reader<string> = scalar('a text or a number', (value, written) =>
  typeof value === 'boolean' || written === '' ? undefined : written,
);

/** A day that exists, as "2026-02-28". */
export function isCalendarDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
