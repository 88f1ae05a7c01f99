import { SHOWS } from '../../dist/daemon/admin/schema/compile/columns.js';
import { EDITS } from '../../dist/daemon/admin/schema/compile/field-binding.js';
import { comparableColumns } from '../../dist/daemon/admin/schema/compile/filters.js';
import { COLUMN_TABLE, COLUMNS } from '../../dist/daemon/admin/schema/keys/columns.js';
import { FILTER, FILTER_TABLE } from '../../dist/daemon/admin/schema/keys/config-filter.js';
import { FORM_CONFIG, FORM_CONTEXT, OPERATIONS } from '../../dist/daemon/admin/schema/keys/config-form.js';
import { IMPORT, IMPORT_EXPORT_CONFIG } from '../../dist/daemon/admin/schema/keys/config-import-export.js';
import { BUTTON, LIST_CONFIG, SEARCH, SORT_ORDER, TOOLBAR } from '../../dist/daemon/admin/schema/keys/config-list.js';
import { MANAGE, RELATION, VIEW } from '../../dist/daemon/admin/schema/keys/config-relation.js';
import { FIELD_TABLE, FIELDS, TABS } from '../../dist/daemon/admin/schema/keys/fields.js';
import { GROUP, NESTED_FORM } from '../../dist/daemon/admin/schema/keys/nested-form.js';
import { OPTION } from '../../dist/daemon/admin/schema/keys/options.js';
import { PRESET, TRIGGER } from '../../dist/daemon/admin/schema/keys/reactions.js';
import { commonKeys } from '../../dist/daemon/admin/schema/yaml/keyed.js';
import { MAX_YAML_BYTES, MAX_YAML_DEPTH } from '../../dist/daemon/admin/schema/yaml/parse.js';
import { table } from './table.mjs';

const HEAD = `# The YAML of plugins

<!-- Generated from daemon/admin/schema/keys by scripts/docs.mjs (make verify). Do not edit. -->

Every key that the compiler accepts, with its values, default and meaning. [README.md](README.md) shows where each file belongs.

Errors stop startup, and Gatehouse reports all of them in one run; \`gatehouse check\` reports them without a start. A message has
file, line, column and key, the expected value, and advice:

\`\`\`text
plugins/acme/blog/controllers/posts/config_list.yaml:7:17: recordsPerPage: is 500; expected a whole number, 1 to 200
plugins/acme/blog/controllers/posts/config_list.yaml:17:21: toolbar.buttons[1]: controller acme.blog.posts has no action publsh; expected one of create, delete, publish, measure; did you mean publish?
\`\`\`

For an invalid value, the message has the form from the column "Value". For an unknown key, it suggests the nearest one. For a key
that does not apply to the \`type\`, it lists the types that have it. For an unknown name (model, column, relation, scope, action,
permission, phrase, partial, file), it suggests the nearest existing one. "Meaning" lists all further restrictions. Gatehouse also
rejects unsupported and planned keys of October and Winter CMS by name. Keys that only change the look of their pages are warnings,
one each; it ignores nothing silently.

- **Texts** are literal, or the key of a phrase, \`acme.blog::lang.posts.title\`, which must exist in the default locale.
- **Permissions** are codes, one or a list. A wildcard can be granted but never required.
- **A definition** without keys (\`title:\`) uses the default of every key.
- **YAML** without anchors, aliases, merge keys, tags, directives and duplicate keys; UTF-8, at most ${MAX_YAML_BYTES / 1024} KiB and ${MAX_YAML_DEPTH} levels.
`;

/** docs/admin/yaml.md, from the compiler's tables. */
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
    OPTIONS_HEAD,
    mapping(OPTION),
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
    NESTED_HEAD,
    mapping(NESTED_FORM),
    GROUPS_HEAD,
    mapping(GROUP),
    '### trigger\n',
    mapping(TRIGGER),
    '### preset\n',
    mapping(PRESET),
    '## config_filter.yaml\n',
    mapping(FILTER),
    '### scopes\n',
    definitions(FILTER_TABLE, columnsOfFilters(), 'any'),
    '## config_import_export.yaml\n\nSwitches on the import of CSV files ([api.md](api.md#import)). Export needs no file: it is `export` in config_list.yaml.\n',
    mapping(IMPORT_EXPORT_CONFIG),
    '### import\n',
    mapping(IMPORT),
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

const NESTED_HEAD = `### Nested forms

A field of type \`nestedform\` edits one object in a json column, a field of type \`repeater\` a list of objects. Their fields have the
keys of [fields](#fields), and are checked in the same way, on saving too: length, choices, \`required\`, \`min\`, \`readOnly\`,
\`permissions\`. The name of a field is the name of a member. Types without a value in the object are rejected: relation,
relationmanager, partial, widget, password, permissioneditor. Choices are listed (no option provider). A \`number\` is a JSON number, a
\`datepicker\` a text (a date, a time, or by default a moment in UTC), a \`taglist\` a list unless its \`mode\` is \`string\`. At most
three forms can be inside of each other.

\`\`\`yaml
links:
  type: repeater
  titleFrom: label
  form:
    fields:
      label: { label: Text, required: true }
      address: { label: Address }
\`\`\`
`;

const GROUPS_HEAD = `### groups

The kinds of items of a repeater, by code: \`quote: { name: Quotation, fields: { text: { type: textarea } } }\`. Each item stores its
code under \`groupKeyFrom\`.
`;

const OPTIONS_HEAD = `### options

The choices of a column, a field or a filter: a list of values, or a mapping of values to labels. Instead of a label, a mapping:
\`published: { label: acme.blog::lang.post.status_published, color: success }\`. Lists show a
choice of \`type: selectable\` in its color.
`;

const FIELDS_HEAD = `### fields

The name of a field is the name of its column, or of its relation for \`type: relation\`. A field whose name begins with \`_\` is
shown and never saved, and needs no column. A form must not have duplicate fields.
`;

function mapping({ keys, refusals }) {
  return keyTable(keys, Object.keys(keys)) + refused(refusals);
}

/** Definitions with a `type`: the keys of every type, those of some types, and the columns of each type. */
function definitions(typed, fits, otherwise) {
  const { keys, types, defaultType, elementType, dressed = {}, laterTypes, neverTypes, refusals } = typed;
  const common = commonKeys(typed);
  const special = Object.keys(keys).filter((name) => !common.includes(name));
  const rows = Object.keys(types).map((type) => [
    type === elementType
      ? 'a [custom element](widgets.md) of the plugin: `{vendor}-{plugin}-…`'
      : `\`${type}\`${type === defaultType ? ' (default)' : ''}`,
    types[type].length === 0 ? '' : types[type].map((name) => `\`${name}\``).join(', '),
    fits[type]?.join(', ') ?? otherwise,
  ]);
  const elsewhere = Object.entries(dressed).map(([name, on]) => `\`${name}\` with ${on.join(', ')}`);
  const never = Object.entries(neverTypes).map(([type, advice]) => `\`${type}\` (${advice})`);
  return [
    keyTable(keys, common),
    table(['Type', 'Further keys', 'Columns'], rows),
    ...(special.length > 0 ? [keyTable(keys, special)] : []),
    `Planned types: ${laterTypes.map((type) => `\`${type}\``).join(', ')}. Not supported: ${never.join('; ')}.\n`,
    refused(refusals).trimStart(),
    ...(elsewhere.length > 0 ? [`Also no effect, a warning: ${elsewhere.join('; ')}.\n`] : []),
  ].join('\n');
}

function keyTable(keys, names) {
  const rows = names.map((name) => [`\`${name}\``, keys[name].reader.expects, keys[name].otherwise, keys[name].does]);
  return table(['Key', 'Value', 'Default', 'Meaning'], rows);
}

function refused({ dresses = [], later = [], never = {} }) {
  const lines = [
    ...(dresses.length > 0 ? [`No effect, a warning: ${dresses.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...(later.length > 0 ? [`Planned keys: ${later.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...Object.entries(byAdvice(never)).map(([advice, names]) => `Not supported: ${names.join(', ')} (${advice}).`),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
}

function byAdvice(never) {
  const grouped = {};
  for (const [name, advice] of Object.entries(never)) (grouped[advice] ??= []).push(`\`${name}\``);
  return grouped;
}
