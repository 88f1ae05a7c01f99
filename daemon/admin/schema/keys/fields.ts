import { key } from '../../../core/described-keys.js';
import type { FieldSpan } from '../../model/schema/form-schema.js';
import { MAX_ITEMS } from '../../api/limits.js';
import { DATE_MODES, FIELD_SIZES, FIELD_SPANS, REPEATER_STYLES, TAG_MODES } from '../../model/schema/form-schema.js';
import type { FieldType } from '../../model/schema/types.js';
import { FORM_CONTEXTS } from '../../model/schema/types.js';
import type { Keys, Refusals, TypedKeys } from '../yaml/keyed.js';
import type { YamlNode } from '../yaml/parse.js';
import { keyed, NO_EQUIVALENT, NONE, RAW_HTML, RAW_SQL, typed } from '../yaml/keyed.js';
import type { Named, Reader, ValueOf } from '../yaml/readers.js';
import {
  codeName,
  definitionPath,
  either,
  flag,
  integer,
  isoDate,
  matching,
  name,
  namedMap,
  names,
  number,
  oneOf,
  oneOrMany,
  permissionCodes,
  positive,
  refuse,
  scalar,
  text,
  valueOrValues,
} from '../yaml/readers.js';
import { CODE_DRESSES, CODE_KEYS } from './code-editor.js';
import { advisePartialName, partialName } from './config-list.js';
import { choices } from './options.js';
import { PRESET, TRIGGER } from './reactions.js';
import { RICH_DRESSES, toolbarButtons } from './rich-editor.js';

const MODES = [...DATE_MODES, ...TAG_MODES] as const;

/** The mode of a date picker or of a tag list; the compiler checks which. */
const mode: Reader<(typeof MODES)[number]> = scalar(
  oneOf(...MODES).expects,
  (value) => MODES.find((one) => one === value),
  (value) => (value === 'relation' ? 'use type relation for tags that are records' : undefined),
);

/** Places of October's and Winter's own grids, which only dress the form. */
const DRESSED_SPANS = ['adaptive', 'storm'];
const oneSpan = oneOf(...FIELD_SPANS);

const span: Reader<FieldSpan> = {
  expects: oneSpan.expects,
  read(node, problems) {
    if (node.kind !== 'scalar' || !DRESSED_SPANS.includes(node.text)) return oneSpan.read(node, problems);
    problems.warn(node.at, `is ${node.text}`, 'Gatehouse shows the field in full width');
    return 'full';
  },
};

/** Fields inside of a field. compile/nested.ts reads them, because they have the keys of this table themselves. */
const nestedForm: Reader<string | YamlNode> = either(definitionPath('fields.yaml'), {
  expects: 'a mapping',
  read: (node, problems) => (node.kind === 'map' ? node : refuse(nestedForm, node, problems)),
});

const KEYS = {
  label: key(text, { otherwise: NONE, does: 'Label of the field.' }),
  span: key(span, { otherwise: '`full`', does: 'Place in the row.' }),
  size: key(oneOf(...FIELD_SIZES), { otherwise: NONE, does: 'Height.' }),
  tab: key(text, {
    otherwise: "the area's `defaultTab`",
    does: 'Tab of the field. Allowed only in `tabs` and `secondaryTabs`. Links name it by the last part of its phrase key, or by its text: `?tab=publishing`.',
  }),
  comment: key(text, { otherwise: NONE, does: 'Text below.' }),
  commentAbove: key(text, { otherwise: NONE, does: 'Text between label and field.' }),
  placeholder: key(text, { otherwise: NONE, does: 'Text in the empty field.' }),
  default: key(valueOrValues, {
    otherwise: "the value of the host's new record",
    does: 'Initial value in the create form. Must be a value that the form can save: one that fits the column, the rules of the field and listed choices. Only a checkboxlist and a taglist take several values.',
  }),
  required: key(flag, {
    otherwise: 'false; true for a belongsTo whose key is not nullable',
    does: 'Whether an empty value is rejected (422).',
  }),
  disabled: key(flag, { otherwise: 'false', does: 'Shown, never written.' }),
  readOnly: key(flag, {
    otherwise: 'false',
    does: 'Shown, never written. This always applies to columns that the host protects.',
  }),
  hidden: key(flag, { otherwise: 'false', does: 'Part of the schema, not shown, never written.' }),
  context: key(oneOrMany(oneOf(...FORM_CONTEXTS), FORM_CONTEXTS.join(', ')), {
    otherwise: 'all three',
    does: 'Forms that contain the field. `name@update` is a short form. For a widget: create and update only.',
  }),
  permissions: key(permissionCodes, {
    otherwise: 'everyone',
    does: 'Requires one of these codes. Without it, the field is neither shown nor read nor written.',
  }),
  dependsOn: key(names, {
    otherwise: NONE,
    does: 'Fields on which the choices depend; they must exist. When one changes, the page reloads the choices with its value.',
  }),
  trigger: key(TRIGGER, { otherwise: NONE, does: 'Effect of another field on this one, on the page.' }),
  preset: key(either(name, PRESET), {
    otherwise: NONE,
    does: 'Field whose text fills this one until the user edits it. The name alone means a slug.',
  }),
  options: key(choices, {
    otherwise: 'required, except with taglist',
    does: 'The choices: a list, a mapping of values to labels, or the name of an option provider of the host. Each must fit the column and appear once. Only offered choices can be saved; with taglist, they are suggestions.',
  }),
  emptyOption: key(text, { otherwise: NONE, does: 'Label of the empty choice.' }),
  min: key(number, { otherwise: NONE, does: 'Minimum; enforced. Must not exceed `max`.' }),
  max: key(number, { otherwise: NONE, does: 'Maximum; enforced.' }),
  step: key(positive, { otherwise: NONE, does: 'Step between allowed numbers, starting at `min` or 0; enforced.' }),
  mode: key(mode, {
    otherwise: 'the type of the column',
    does: 'With datepicker, the kind of value to pick: date, datetime or time. A date column takes only dates, a time column only times. With taglist, `array` in a json column and `string` in a text column.',
  }),
  minDate: key(isoDate, {
    otherwise: NONE,
    does: 'First day, in UTC for a timestamp; enforced. Must not be after `maxDate`.',
  }),
  maxDate: key(isoDate, { otherwise: NONE, does: 'Last day, in UTC for a timestamp; enforced.' }),
  separator: key(oneOf('comma', 'space'), {
    otherwise: '`comma`',
    does: 'Character between two tags of a text column.',
  }),
  customTags: key(flag, {
    otherwise: 'true',
    does: 'Whether tags may be written that are not among `options`; enforced.',
  }),
  useKey: key(flag, {
    otherwise: 'false',
    does: 'Stores the keys of `options` instead of their texts. A mapping needs it, because texts may be translated.',
  }),
  maxItems: key(integer(1, MAX_ITEMS), { otherwise: String(MAX_ITEMS), does: 'Maximum number of entries; enforced.' }),
  form: key(nestedForm, {
    otherwise: 'required, except with groups',
    does: 'The fields of a nested form, or of each item of a repeater: `fields` inline, or the path of a file with them ([Nested forms](#nested-forms)).',
  }),
  groups: key(nestedForm, {
    otherwise: NONE,
    does: 'Kinds of items, each with its fields, instead of `form`: a mapping of codes to definitions, or the path of a file with them ([Nested forms](#nested-forms)).',
  }),
  groupKeyFrom: key(name, {
    otherwise: '`_group`',
    does: 'Member of an item that stores its kind. Not the name of a field.',
  }),
  prompt: key(text, { otherwise: '"Add"', does: 'Label of the button that adds an item.' }),
  titleFrom: key(name, {
    otherwise: 'the first text field',
    does: 'Field whose value names an item in its heading.',
  }),
  minItems: key(integer(0, MAX_ITEMS), {
    otherwise: '0',
    does: 'Minimum number of items; enforced. A new record starts with so many.',
  }),
  style: key(oneOf(...REPEATER_STYLES), {
    otherwise: '`default`',
    does: 'Items start open (`default`) or closed (`collapsed`), or at most one is open (`accordion`).',
  }),
  showReorder: key(flag, { otherwise: 'true', does: 'Whether items can be moved.' }),
  showDuplicate: key(flag, { otherwise: 'true', does: 'Whether items can be duplicated.' }),
  showPanel: key(flag, { otherwise: 'true', does: 'Whether the nested form has a frame.' }),
  defaultCreate: key(flag, {
    otherwise: 'false',
    does: 'Whether a new record gets the object even if nothing has been filled in.',
  }),
  language: key(matching('the name of a language such as html', /^[a-z][a-z0-9_+-]{0,31}$/), {
    otherwise: NONE,
    does: 'Language of the code: css, html, ini, javascript, json, less, markdown, php, python, sass, scss, shell, sql, twig, typescript, xml or yaml. Another one has no colors.',
  }),
  ...CODE_KEYS,
  toolbarButtons: key(toolbarButtons, {
    otherwise: 'all',
    does: 'Buttons of the toolbar. Those of October that Gatehouse does not have are warnings.',
  }),
  nameFrom: key(name, {
    otherwise: "the relation's label column",
    does: "Column of the related model for the choices' labels.",
  }),
  scope: key(codeName, {
    otherwise: NONE,
    does: 'Query scope of the related model that limits the choices, also on writing.',
  }),
  relation: key(name, { otherwise: 'the name', does: 'Relation in config_relation.yaml; it must exist.' }),
  path: key(scalar('the name of a partial: stats for _stats.htm', partialName, advisePartialName), {
    otherwise: 'required',
    does: 'Partial: `stats` is `_stats.htm` in the controller’s directory. Paths (`$/`, `~/`) are rejected. The template must exist and be valid.',
  }),
  widget: key(matching('the name of a custom element such as acme-blog-meter', /^\S+$/), {
    otherwise: 'required',
    does: 'Custom element. Its name must begin with `{vendor}-{plugin}-` of the plugin. The controller needs a script.',
  }),
  action: key(codeName, {
    otherwise: 'required',
    does: 'Registered action of the controller. Administrators who may not run it do not see the field.',
  }),
  fill: key(oneOrMany(name, 'names of fields'), {
    otherwise: 'none',
    does: 'Fields that the action receives and may fill: writable, with one value, on every form of the widget.',
  }),
  confirm: key(text, {
    otherwise: 'runs without confirmation',
    does: 'Question in a dialog before the action of the widget runs, below the label of the field and the title of the form.',
  }),
} as const satisfies Keys;

type Key = keyof typeof KEYS;

function namesOf<K extends object>(keys: K): readonly (keyof K)[] {
  return Object.keys(keys) as (keyof K)[];
}

/** The keys of fields with a value of their own. */
const VALUE: readonly Key[] = ['default', 'required', 'disabled', 'readOnly'];
const TYPED_IN: readonly Key[] = [...VALUE, 'placeholder', 'preset'];
const CHOSEN: readonly Key[] = [...VALUE, 'options'];
/** A nested value has no default of its own: its fields have. */
const NESTED: readonly Key[] = ['required', 'disabled', 'readOnly', 'form'];
const LARGE: readonly Key[] = [...TYPED_IN, 'size'];

const REFUSALS: Refusals = {
  dresses: [
    ...['attributes', 'containerAttributes', 'cssClass', 'spanClass', 'stretch', 'autoFocus', 'tooltip', 'valueTrans'],
    ...['sideBySide', 'legacyMode', 'showLineNumbers', 'theme', 'fontSize', 'height'],
    ...CODE_DRESSES,
    ...RICH_DRESSES,
    ...[
      'format',
      'twelveHour',
      'firstDay',
      'yearRange',
      'showWeekNumber',
      'quickselect',
      'descriptionFrom',
      'mini',
      'displayTree',
    ],
    ...['displayMode', 'columnSpan'],
  ],
  later: ['nullable', 'translatable', 'availableColors'],
  never: {
    changeHandler: 'code that runs when a value changes is a widget; choices follow other fields with dependsOn',
    conditions: RAW_SQL,
    commentHtml: RAW_HTML,
    content: RAW_HTML,
    useTimezone: NO_EQUIVALENT,
    ignoreTimezone: NO_EQUIVALENT,
    valueFrom: 'name the field after the column it holds',
    select: 'raw SQL is never read from a file: name one column with nameFrom',
    optionsMethod: 'write options, with the name of an option provider that the host registers',
    controller: 'a relation manager is configured in config_relation.yaml',
    maxLength: "the column's own length is enforced; remove it",
    itemsExpanded: 'write style: collapsed',
    validation: 'write required, min, max, or check it in a lifecycle hook of the host',
  },
};

export const FIELD_TABLE: TypedKeys<typeof KEYS, FieldType> = {
  what: 'field keys',
  keys: KEYS,
  types: {
    text: TYPED_IN,
    textarea: LARGE,
    email: TYPED_IN,
    number: [...TYPED_IN, 'min', 'max', 'step'],
    password: ['required', 'disabled', 'readOnly', 'placeholder'],
    dropdown: [...CHOSEN, 'placeholder', 'emptyOption'],
    radio: CHOSEN,
    'balloon-selector': CHOSEN,
    checkbox: VALUE,
    switch: VALUE,
    checkboxlist: CHOSEN,
    taglist: [...CHOSEN, 'placeholder', 'mode', 'separator', 'customTags', 'useKey', 'maxItems'],
    permissioneditor: ['required', 'disabled', 'readOnly'],
    datepicker: [...VALUE, 'placeholder', 'mode', 'minDate', 'maxDate'],
    colorpicker: VALUE,
    codeeditor: [...LARGE, 'language', ...namesOf(CODE_KEYS)],
    markdown: LARGE,
    richeditor: [...VALUE, 'placeholder', 'size', 'toolbarButtons'],
    section: [],
    hint: [],
    relation: ['required', 'disabled', 'readOnly', 'placeholder', 'nameFrom', 'emptyOption', 'scope'],
    relationmanager: ['relation'],
    partial: ['path'],
    widget: ['widget', 'action', 'fill', 'confirm'],
    element: [...TYPED_IN, 'min', 'max', 'step'],
    nestedform: [...NESTED, 'showPanel', 'defaultCreate'],
    repeater: [
      ...[...NESTED, 'groups', 'groupKeyFrom', 'prompt', 'titleFrom', 'minItems', 'maxItems', 'style'],
      ...['showReorder', 'showDuplicate'],
    ] as readonly Key[],
  },
  defaultType: 'text',
  elementType: 'element',
  dressed: {
    mode: ['markdown'],
    size: [
      'dropdown',
      'radio',
      'checkbox',
      'checkboxlist',
      'taglist',
      'datepicker',
      'relation',
      'section',
      'hint',
      'partial',
    ],
    placeholder: ['radio', 'checkbox', 'switch', 'checkboxlist', 'section', 'hint'],
  },
  laterTypes: ['fileupload', 'mediafinder', 'recordfinder'],
  neverTypes: {
    ruler: 'use type section',
    sensitive: 'use type password',
    datatable: NO_EQUIVALENT,
    iconpicker: NO_EQUIVALENT,
    colourpicker: 'use type colorpicker',
    button: 'use a toolbar action of the list, or type widget',
    string: 'use type text',
    boolean: 'use type switch',
  },
  refusals: REFUSALS,
};

export const fieldMap = namedMap(
  'field names to definitions',
  {
    pattern: /^[A-Za-z_][A-Za-z0-9_]{0,63}(@(create|update|preview))?$/,
    expects: 'letters, digits and _, then possibly @create, @update or @preview',
    advise: (written) =>
      /^\w+\[/.test(written)
        ? 'write a field of type nestedform, named after the column, with these fields in its form'
        : undefined,
  },
  typed(FIELD_TABLE),
);

const TABS_REFUSALS: Refusals = {
  dresses: ['stretch', 'cssClass', 'paneCssClass', 'icons', 'lazy', 'activeTab', 'linkable', 'suppressTabs'],
};

export const TABS = keyed(
  'fields and defaultTab',
  {
    fields: key(fieldMap, { otherwise: 'none', does: 'Fields by name.' }),
    defaultTab: key(text, { otherwise: '"Misc"', does: 'Tab of fields without `tab`.' }),
  },
  TABS_REFUSALS,
);

/** fields.yaml */
export const FIELDS = keyed('fields, tabs and secondaryTabs', {
  fields: key(fieldMap, { otherwise: 'none', does: 'Fields by name, above the tabs.' }),
  tabs: key(TABS, { otherwise: 'none', does: 'Fields on tabs.' }),
  secondaryTabs: key(TABS, { otherwise: 'none', does: 'Fields on a second set of tabs.' }),
});

export type FieldDefinition = ValueOf<ReturnType<typeof typed<typeof KEYS, FieldType>>>;
export type NamedField = Named<FieldDefinition>;
export type FieldsFile = ValueOf<typeof FIELDS>;
