import { SHOWS } from '../../dist/daemon/admin/schema/compile/columns.js';
import { EDITS } from '../../dist/daemon/admin/schema/compile/field-binding.js';
import { comparableColumns } from '../../dist/daemon/admin/schema/compile/filters.js';
import { COLUMN_TABLE, COLUMNS } from '../../dist/daemon/admin/schema/keys/columns.js';
import { FILTER, FILTER_TABLE } from '../../dist/daemon/admin/schema/keys/config-filter.js';
import { FORM_CONFIG, FORM_CONTEXT, OPERATIONS } from '../../dist/daemon/admin/schema/keys/config-form.js';
import { BUTTON, LIST_CONFIG, SEARCH, SORT_ORDER, TOOLBAR } from '../../dist/daemon/admin/schema/keys/config-list.js';
import { MANAGE, RELATION, VIEW } from '../../dist/daemon/admin/schema/keys/config-relation.js';
import { FIELD_TABLE, FIELDS, PRESET, TABS, TRIGGER } from '../../dist/daemon/admin/schema/keys/fields.js';
import { commonKeys } from '../../dist/daemon/admin/schema/yaml/keyed.js';
import { MAX_YAML_BYTES, MAX_YAML_DEPTH } from '../../dist/daemon/admin/schema/yaml/parse.js';
import { table } from './table.mjs';

const HEAD = `# The YAML of plugins

<!-- Generated from daemon/admin/schema/keys by scripts/docs.mjs (make verify). Do not edit. -->

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
export function yamlReference() {
  return [
    HEAD,
    '## config_list.yaml\n',
    mapping(LIST_CONFIG),
    '### toolbar\n',
    mapping(TOOLBAR),
    '### toolbar.buttons\n\nAn item of the list that is a mapping: `{ name: publish, confirm: acme.blog::lang.posts.confirm_publish }`.\n',
    mapping(BUTTON),
    '### toolbar.search\n',
    mapping(SEARCH),
    '### defaultSort\n\nInstead of a text, a mapping.\n',
    mapping(SORT_ORDER),
    '## columns.yaml\n',
    mapping(COLUMNS),
    '### columns\n',
    definitions(COLUMN_TABLE, SHOWS, 'any'),
    '## config_form.yaml\n',
    mapping(FORM_CONFIG),
    '### create, update, preview\n',
    mapping(FORM_CONTEXT),
    '### permissions\n',
    mapping(OPERATIONS),
    '## fields.yaml\n',
    mapping(FIELDS),
    FIELDS_HEAD,
    definitions(FIELD_TABLE, EDITS, 'none'),
    '### tabs, secondaryTabs\n',
    mapping(TABS),
    '### trigger\n',
    mapping(TRIGGER),
    '### preset\n',
    mapping(PRESET),
    '## config_filter.yaml\n',
    mapping(FILTER),
    '### scopes\n',
    definitions(FILTER_TABLE, columnsOfFilters(), 'any'),
    '## config_relation.yaml\n\nMaps names of belongsToMany and hasMany relations of the controller to definitions.\n',
    mapping(RELATION),
    '### manage\n',
    mapping(MANAGE),
    '### view\n',
    mapping(VIEW),
  ].join('\n');
}

function columnsOfFilters() {
  return Object.fromEntries(Object.keys(FILTER_TABLE.types).map((type) => [type, comparableColumns(type)]));
}

const FIELDS_HEAD = `### fields

A field is named after the column it holds; \`type: relation\` after the
relation. A name that begins with \`_\` is shown and never saved, and no column has to be there. No form may have a field twice.
`;

function mapping({ keys, refusals }) {
  return keyTable(keys, Object.keys(keys)) + refused(refusals);
}

/** Definitions with a `type`: the keys of every type, those of some, and what each type can be about. */
function definitions(typed, fits, otherwise) {
  const { keys, types, defaultType, laterTypes, neverTypes, refusals } = typed;
  const common = commonKeys(typed);
  const special = Object.keys(keys).filter((name) => !common.includes(name));
  const rows = Object.keys(types).map((type) => [
    `\`${type}\`${type === defaultType ? ' (default)' : ''}`,
    types[type].length === 0 ? '' : types[type].map((name) => `\`${name}\``).join(', '),
    fits[type]?.join(', ') ?? otherwise,
  ]);
  const never = Object.entries(neverTypes).map(([type, advice]) => `\`${type}\` (${advice})`);
  return [
    keyTable(keys, common),
    table(['Type', 'Further keys', 'Columns'], rows),
    ...(special.length > 0 ? [keyTable(keys, special)] : []),
    `Types that come later: ${laterTypes.map((type) => `\`${type}\``).join(', ')}. Not supported: ${never.join('; ')}.\n`,
    refused(refusals).trimStart(),
  ].join('\n');
}

function keyTable(keys, names) {
  const rows = names.map((name) => [`\`${name}\``, keys[name].reader.expects, keys[name].otherwise, keys[name].does]);
  return table(['Key', 'Value', 'Default', 'Meaning'], rows);
}

function refused({ later = [], never = {} }) {
  const lines = [
    ...(later.length > 0 ? [`Keys that come later: ${later.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...Object.entries(byAdvice(never)).map(([advice, names]) => `Not supported: ${names.join(', ')} (${advice}).`),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
}

function byAdvice(never) {
  const grouped = {};
  for (const [name, advice] of Object.entries(never)) (grouped[advice] ??= []).push(`\`${name}\``);
  return grouped;
}
