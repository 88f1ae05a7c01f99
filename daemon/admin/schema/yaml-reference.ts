import type { ColumnType } from '../model/column.js';
import { SHOWS } from './compile/columns.js';
import { EDITS } from './compile/field-binding.js';
import { FITS } from './compile/filters.js';
import { COLUMN_MEANINGS, COLUMN_TABLE } from './keys/columns.js';
import { FILTER_MEANINGS, FILTER_TABLE } from './keys/config-filter.js';
import {
  FORM_CONFIG,
  FORM_CONTEXT,
  FORM_CONTEXT_MEANINGS,
  FORM_MEANINGS,
  OPERATION_MEANINGS,
  OPERATIONS,
} from './keys/config-form.js';
import {
  BUTTON,
  BUTTON_MEANINGS,
  LIST_CONFIG,
  LIST_MEANINGS,
  SEARCH,
  SEARCH_MEANINGS,
  TOOLBAR,
  TOOLBAR_MEANINGS,
} from './keys/config-list.js';
import { MANAGE, MANAGE_MEANINGS, RELATION, RELATION_MEANINGS, VIEW, VIEW_MEANINGS } from './keys/config-relation.js';
import {
  FIELD_MEANINGS,
  FIELD_TABLE,
  PRESET,
  PRESET_MEANINGS,
  TABS,
  TABS_MEANINGS,
  trigger,
  TRIGGER_MEANINGS,
} from './keys/fields.js';
import type { KeyedReader, Keys, Meanings, Refusals, TypedKeys } from './yaml/keyed.js';
import { MAX_YAML_BYTES, MAX_YAML_DEPTH } from './yaml/parse.js';

/** What holds for every key. */
const HEAD = `# The YAML of plugins

<!-- Generated from daemon/admin/schema/keys by scripts/yaml-docs.mjs (make verify). Do not edit. -->

Every key that the compiler understands, what may stand there, what holds without it, and what it does. [README.md](README.md)
says which file lies where.

Everything that is wrong is told in one run, and stops startup; \`gatehouse check\` tells it without one. A message names file,
line, column and key, what was expected, and what to do:

\`\`\`text
plugins/acme/blog/controllers/posts/config_list.yaml:7:17: recordsPerPage: is 500; expected a whole number, 1 to 200
plugins/acme/blog/controllers/posts/config_list.yaml:17:21: toolbar.buttons[1]: controller acme.blog.posts has no action publsh; expected one of create, delete, publish, measure; did you mean publish?
\`\`\`

So a value that is not of the form in the column "Value" is refused with that form, an unknown key with the nearest one, a key that
does not go with the \`type\` with the types it goes with, a name (model, column, relation, scope, action, permission, phrase,
partial, file) that does not exist with the nearest one that does. What else a key refuses stands under "Meaning". Keys of October
and Winter CMS that have no counterpart, or come later, are refused by name: nothing is ignored silently.

- **Texts** are shown as they are, or are the key of a phrase, \`acme.blog::lang.posts.title\`, which has to exist in the default locale.
- **Permissions** are codes, one or a list. A wildcard can be granted, never required.
- **A definition** without keys (\`title:\`) has every key at its default.
- **YAML** without anchors, aliases, merge keys, tags and keys given twice; UTF-8, at most ${MAX_YAML_BYTES / 1024} KiB and ${MAX_YAML_DEPTH} levels.
`;

/** docs/admin/yaml.md, from the tables that the compiler reads by. */
export function yamlReference(): string {
  return [
    HEAD,
    '## config_list.yaml\n',
    mapping(LIST_CONFIG, LIST_MEANINGS),
    '### toolbar\n',
    mapping(TOOLBAR, TOOLBAR_MEANINGS),
    '### toolbar.buttons\n\nAn item of the list that is a mapping: `{ name: publish, confirm: acme.blog::lang.posts.confirm_publish }`.\n',
    mapping(BUTTON, BUTTON_MEANINGS),
    '### toolbar.search\n',
    mapping(SEARCH, SEARCH_MEANINGS),
    '## columns.yaml\n\n`columns:` maps names to definitions. A name is a letter, then letters, digits and `_`.\n',
    definitions(COLUMN_TABLE, COLUMN_MEANINGS, SHOWS, 'any'),
    '## config_form.yaml\n',
    mapping(FORM_CONFIG, FORM_MEANINGS),
    '### create, update, preview\n',
    mapping(FORM_CONTEXT, FORM_CONTEXT_MEANINGS),
    '### permissions\n',
    mapping(OPERATIONS, OPERATION_MEANINGS),
    FIELDS_HEAD,
    definitions(FIELD_TABLE, FIELD_MEANINGS, EDITS, 'none'),
    '### tabs, secondaryTabs\n',
    mapping(TABS, TABS_MEANINGS),
    '### trigger\n',
    mapping(trigger, TRIGGER_MEANINGS),
    '### preset\n',
    mapping(PRESET, PRESET_MEANINGS),
    '## config_filter.yaml\n\n`scopes:` maps names to definitions.\n',
    definitions(FILTER_TABLE, FILTER_MEANINGS, FITS, 'any'),
    '## config_relation.yaml\n\nMaps names of belongsToMany and hasMany relations of the controller to definitions.\n',
    mapping(RELATION, RELATION_MEANINGS),
    '### manage\n',
    mapping(MANAGE, MANAGE_MEANINGS),
    '### view\n',
    mapping(VIEW, VIEW_MEANINGS),
  ].join('\n');
}

const FIELDS_HEAD = `## fields.yaml

\`fields\` (outside of tabs), \`tabs\` and \`secondaryTabs\`. A field is named after the column it holds; \`type: relation\` after the
relation. A name that begins with \`_\` is shown and never saved, and no column has to be there. No form may have a field twice.
`;

function mapping<K extends Keys>({ keys, refusals }: KeyedReader<K>, meanings: Meanings<K>): string {
  return keyTable(keys, Object.keys(keys), meanings) + refused(refusals);
}

/** Definitions with a `type`: the keys of every type, those of some, and what each type can be about. */
function definitions<K extends Keys, Type extends string>(
  { keys, common, types, defaultType, laterTypes, neverTypes, refusals }: TypedKeys<K, Type>,
  meanings: Meanings<K>,
  fits: Readonly<Record<Type, readonly ColumnType[] | undefined>>,
  otherwise: 'any' | 'none',
): string {
  const special = Object.keys(keys).filter((name) => !common.includes(name));
  const rows = (Object.keys(types) as Type[]).map((type) => [
    `\`${type}\`${type === defaultType ? ' (default)' : ''}`,
    types[type].length === 0 ? '' : types[type].map((name) => `\`${name}\``).join(', '),
    fits[type]?.join(', ') ?? otherwise,
  ]);
  const never = Object.entries(neverTypes).map(([type, advice]) => `\`${type}\` (${advice})`);
  return [
    keyTable(keys, common, meanings),
    table(['Type', 'Further keys', 'Columns'], rows),
    ...(special.length > 0 ? [keyTable(keys, special, meanings)] : []),
    `Types that come later: ${laterTypes.map((type) => `\`${type}\``).join(', ')}. Not supported: ${never.join('; ')}.\n`,
    refused(refusals).trimStart(),
  ].join('\n');
}

function keyTable<K extends Keys>(keys: K, names: readonly (keyof K & string)[], meanings: Meanings<K>): string {
  const rows = names.map((name) => [
    `\`${name}\``,
    keys[name]?.expects ?? '',
    meanings[name].otherwise,
    meanings[name].does,
  ]);
  return table(['Key', 'Value', 'Default', 'Meaning'], rows);
}

function refused({ later = [], never = {} }: Refusals): string {
  const lines = [
    ...(later.length > 0 ? [`Keys that come later: ${later.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...Object.entries(byAdvice(never)).map(([advice, names]) => `Not supported: ${names.join(', ')} (${advice}).`),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
}

function byAdvice(never: Readonly<Record<string, string>>): Record<string, string[]> {
  const grouped: Record<string, string[]> = {};
  for (const [name, advice] of Object.entries(never)) (grouped[advice] ??= []).push(`\`${name}\``);
  return grouped;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}
