import { either, oneOrMany } from './lists.js';
import type { Given } from '../spot.js';
import type { Reader } from './reader.js';
import { refuse, scalar } from './reader.js';
import { matching, plainValue, text } from './scalars.js';

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
        ? 'a wildcard can be granted, but not required: name the codes'
        : undefined,
  ),
  'permission codes',
);

/** Where the single-page application goes: `acme/blog/posts/update/:id`. Never another site. */
export const innerPath: Reader<string> = scalar(
  'a path inside the backend such as acme/blog/posts/update/:id',
  (value) => (typeof value === 'string' && /^\/?[A-Za-z0-9:_-]+(\/[A-Za-z0-9:_-]+)*$/.test(value) ? value : undefined),
  (value) =>
    typeof value === 'string' && /^[a-z]+:\/\/|^\/\//i.test(value)
      ? 'other sites cannot be opened from here'
      : undefined,
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

/** As written; schema/files/resolve.ts says which file it is. */
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
