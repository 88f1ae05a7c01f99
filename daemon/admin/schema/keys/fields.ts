import type { TriggerAction, TriggerCondition } from '../../model/schema/form-schema.js';
import { DATE_MODES, FIELD_SIZES, FIELD_SPANS, PRESET_TYPES, TRIGGER_ACTIONS } from '../../model/schema/form-schema.js';
import type { FieldType } from '../../model/schema/types.js';
import { FORM_CONTEXTS } from '../../model/schema/types.js';
import type { Meanings, Refusals, TypedKeys } from '../yaml/keyed.js';
import { COSMETIC, keyed, NONE, RAW_HTML, RAW_JAVASCRIPT, RAW_SQL, typed } from '../yaml/keyed.js';
import type { Named, Reader, ValueOf } from '../yaml/readers.js';
import {
  choices,
  codeName,
  either,
  flag,
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
  required,
  scalar,
  text,
  valueOrValues,
} from '../yaml/readers.js';
import { advisePartialName, partialName } from './config-list.js';

const action = oneOf(...TRIGGER_ACTIONS);

/** One action, or several with | between them, as in October. */
const actions: Reader<readonly TriggerAction[]> = scalar(`${action.expects}, or several with | between`, (value) => {
  const words = typeof value === 'string' ? value.split('|').map((word) => word.trim()) : [];
  const known = words.flatMap((word) => TRIGGER_ACTIONS.find((one) => one === word) ?? []);
  return known.length > 0 && known.length === words.length ? known : undefined;
});

/** October marks fields with several values by `name[]`. */
const fieldName: Reader<string> = scalar('the name of a field', (value) =>
  typeof value === 'string' ? /^([A-Za-z_]\w{0,63})(?:\[\])?$/.exec(value)?.[1] : undefined,
);

/** `checked`, `unchecked`, `value[x]`, and `value[x][y]` for either. */
const condition: Reader<TriggerCondition> = scalar(
  'checked, unchecked or value[…]',
  (value): TriggerCondition | undefined => {
    if (value === 'checked' || value === 'unchecked') return { kind: value };
    if (typeof value !== 'string' || !/^value(\[[^[\]]*\])+$/.test(value)) return undefined;
    return { kind: 'value', values: [...value.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '') };
  },
);

export const trigger = keyed('action, field and condition', {
  action: required(actions),
  field: required(fieldName),
  condition: required(condition),
});

export const PRESET = keyed(
  'field and type',
  { field: required(name), type: oneOf(...PRESET_TYPES) },
  { never: { prefixInput: COSMETIC } },
);

const KEYS = {
  label: text,
  span: oneOf(...FIELD_SPANS),
  size: oneOf(...FIELD_SIZES),
  tab: text,
  comment: text,
  commentAbove: text,
  placeholder: text,
  default: valueOrValues,
  required: flag,
  disabled: flag,
  readOnly: flag,
  hidden: flag,
  context: oneOrMany(oneOf(...FORM_CONTEXTS), FORM_CONTEXTS.join(', ')),
  permissions: permissionCodes,
  dependsOn: names,
  trigger,
  preset: either(name, PRESET),
  options: choices,
  emptyOption: text,
  min: number,
  max: number,
  step: positive,
  mode: oneOf(...DATE_MODES),
  minDate: isoDate,
  maxDate: isoDate,
  language: matching('the name of a language such as html', /^[a-z][a-z0-9_+-]{0,31}$/),
  nameFrom: name,
  scope: codeName,
  relation: name,
  path: scalar('the name of a partial: stats for _stats.htm', partialName, advisePartialName),
  widget: matching('the name of a custom element such as acme-blog-meter', /^\S+$/),
  action: codeName,
  fill: oneOrMany(name, 'names of fields'),
  confirm: text,
} as const;

type Key = keyof typeof KEYS;

/** Fields with a value of their own. */
const VALUE: readonly Key[] = ['default', 'required', 'disabled', 'readOnly'];
const TYPED_IN: readonly Key[] = [...VALUE, 'placeholder', 'preset'];
const CHOSEN: readonly Key[] = [...VALUE, 'options'];
const LARGE: readonly Key[] = [...TYPED_IN, 'size'];

const REFUSALS: Refusals = {
  later: ['nullable', 'translatable', 'quickselect', 'availableColors', 'descriptionFrom'],
  never: {
    changeHandler: RAW_JAVASCRIPT,
    conditions: RAW_SQL,
    commentHtml: RAW_HTML,
    content: RAW_HTML,
    attributes: COSMETIC,
    containerAttributes: COSMETIC,
    cssClass: COSMETIC,
    stretch: COSMETIC,
    autoFocus: COSMETIC,
    tooltip: COSMETIC,
    sideBySide: COSMETIC,
    legacyMode: COSMETIC,
    showLineNumbers: COSMETIC,
    format: COSMETIC,
    firstDay: COSMETIC,
    yearRange: COSMETIC,
    showWeekNumber: COSMETIC,
    useTimezone: COSMETIC,
    ignoreTimezone: COSMETIC,
    theme: COSMETIC,
    fontSize: COSMETIC,
    valueFrom: 'name the field after the column it holds',
    select: 'raw SQL is never read from a file: name one column with nameFrom',
    optionsMethod: 'write options, with the name of an option provider that the host registers',
    controller: 'a relation manager is configured in config_relation.yaml',
    maxLength: "the column's own length is enforced; remove it",
    validation: 'write required, min, max, or check it in a lifecycle hook of the host',
  },
};

export const FIELD_TABLE: TypedKeys<typeof KEYS, FieldType> = {
  what: 'field keys',
  keys: KEYS,
  common: [
    'label',
    'span',
    'tab',
    'comment',
    'commentAbove',
    'hidden',
    'context',
    'permissions',
    'dependsOn',
    'trigger',
  ],
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
    datepicker: [...VALUE, 'placeholder', 'mode', 'minDate', 'maxDate'],
    colorpicker: VALUE,
    codeeditor: [...LARGE, 'language'],
    markdown: LARGE,
    section: [],
    hint: [],
    relation: ['required', 'disabled', 'readOnly', 'placeholder', 'nameFrom', 'emptyOption', 'scope'],
    relationmanager: ['relation'],
    partial: ['path'],
    widget: ['widget', 'action', 'fill', 'confirm'],
  },
  defaultType: 'text',
  laterTypes: ['repeater', 'nestedform', 'fileupload', 'mediafinder', 'richeditor', 'taglist', 'recordfinder'],
  neverTypes: {
    ruler: 'use type section',
    sensitive: 'use type password',
    datatable: COSMETIC,
    permissioneditor: COSMETIC,
    iconpicker: COSMETIC,
    colourpicker: 'use type colorpicker',
    button: 'use a toolbar action of the list, or type widget',
    string: 'use type text',
    boolean: 'use type switch',
  },
  refusals: REFUSALS,
};

const fieldMap = namedMap(
  'field names to definitions',
  {
    pattern: /^[A-Za-z_][A-Za-z0-9_]{0,63}(@(create|update|preview))?$/,
    expects: 'letters, digits and _, then possibly @create, @update or @preview',
    advise: (written) =>
      /^\w+\[/.test(written)
        ? 'nested fields are not understood: only columns and relations of the model are'
        : undefined,
  },
  typed(FIELD_TABLE),
);

const TABS_REFUSALS: Refusals = {
  never: {
    stretch: COSMETIC,
    cssClass: COSMETIC,
    paneCssClass: COSMETIC,
    icons: COSMETIC,
    lazy: COSMETIC,
    activeTab: COSMETIC,
    linkable: COSMETIC,
    suppressTabs: COSMETIC,
  },
};

export const TABS = keyed('fields and defaultTab', { fields: fieldMap, defaultTab: text }, TABS_REFUSALS);

/** fields.yaml */
export const FIELDS = keyed('fields, tabs and secondaryTabs', { fields: fieldMap, tabs: TABS, secondaryTabs: TABS });

export type FieldDefinition = ValueOf<ReturnType<typeof typed<typeof KEYS, FieldType>>>;
export type NamedField = Named<FieldDefinition>;
export type FieldsFile = ValueOf<typeof FIELDS>;

export const FIELD_MEANINGS: Meanings<typeof FIELD_TABLE.keys> = {
  label: { otherwise: NONE, does: 'Label of the field.' },
  span: { otherwise: '`full`', does: 'Place in the row.' },
  size: { otherwise: NONE, does: 'Height.' },
  tab: {
    otherwise: "the area's `defaultTab`",
    does: 'Tab that it stands on. Refused outside of `tabs` and `secondaryTabs`.',
  },
  comment: { otherwise: NONE, does: 'Text below.' },
  commentAbove: { otherwise: NONE, does: 'Text between label and field.' },
  placeholder: { otherwise: NONE, does: 'Text in the empty field.' },
  default: {
    otherwise: "what the host's new record holds",
    does: 'What the create form starts with. Has to fit the column and be among listed choices; several values for a checkboxlist alone.',
  },
  required: {
    otherwise: 'false; true for a belongsTo whose key is not nullable',
    does: 'An empty value is 422.',
  },
  disabled: { otherwise: 'false', does: 'Shown, never written.' },
  readOnly: { otherwise: 'false', does: 'Shown, never written. Columns that the host protects are so in any case.' },
  hidden: { otherwise: 'false', does: 'In the schema, not shown, never written.' },
  context: {
    otherwise: 'all three',
    does: 'Forms that it stands on. `name@update` is short for it. A widget: create and update alone.',
  },
  permissions: {
    otherwise: 'everybody',
    does: 'Any of the codes is needed; without, the field is neither shown nor read nor written.',
  },
  dependsOn: {
    otherwise: NONE,
    does: 'Fields whose change makes the choices be asked for again, with their values. They have to exist.',
  },
  trigger: { otherwise: NONE, does: 'What another field does to this one, on the page.' },
  preset: {
    otherwise: NONE,
    does: 'Field whose text is converted into this one while nobody has written here; the name alone makes a slug.',
  },
  options: {
    otherwise: 'required',
    does: 'The choices: a list, a mapping of values to labels, or the name of an option provider of the host. Each fits the column, and stands there once; only what is offered can be saved.',
  },
  emptyOption: { otherwise: NONE, does: 'Text of the choice of nothing.' },
  min: { otherwise: NONE, does: 'Least number; enforced. Not above `max`.' },
  max: { otherwise: NONE, does: 'Greatest number; enforced.' },
  step: { otherwise: NONE, does: 'Distance of allowed numbers, from `min` or 0; enforced.' },
  mode: {
    otherwise: 'what the column holds',
    does: 'What is picked. A date column holds only dates, a time column only times.',
  },
  minDate: { otherwise: NONE, does: 'First day; enforced. Not after `maxDate`.' },
  maxDate: { otherwise: NONE, does: 'Last day; enforced.' },
  language: { otherwise: NONE, does: 'Language of the code.' },
  nameFrom: { otherwise: "the relation's label column", does: "Column of the related model for the choices' labels." },
  scope: {
    otherwise: NONE,
    does: 'Query scope of the related model that the choices are limited to, when writing too.',
  },
  relation: { otherwise: 'the name', does: 'Relation in config_relation.yaml. It has to be there.' },
  path: {
    otherwise: 'required',
    does: 'Partial: `stats` is `_stats.htm` in the controller’s directory. Paths (`$/`, `~/`) are refused, and a missing or faulty template is too.',
  },
  widget: {
    otherwise: 'required',
    does: 'Custom element. Begins with `{vendor}-{plugin}-` of the plugin; the controller needs a script.',
  },
  action: {
    otherwise: 'required',
    does: 'Registered action of the controller. Who may not run it does not have the field.',
  },
  fill: {
    otherwise: 'none',
    does: 'Fields that the action is told, and may write back: writable, with one value, on every form of the widget.',
  },
  confirm: {
    otherwise: 'runs when the widget asks for it',
    does: 'Asked in a dialog before the action of the widget runs, under the label of the field and the title of the form.',
  },
};

export const TABS_MEANINGS: Meanings<typeof TABS.keys> = {
  fields: { otherwise: 'none', does: 'Fields by name.' },
  defaultTab: { otherwise: '"Misc"', does: 'Tab of the fields that name none.' },
};

export const TRIGGER_MEANINGS: Meanings<typeof trigger.keys> = {
  action: { otherwise: 'required', does: 'What happens while the condition holds; the opposite otherwise.' },
  field: { otherwise: 'required', does: 'Field that is watched; it has to exist. `name[]` is the same as `name`.' },
  condition: { otherwise: 'required', does: '`value[a][b]`: it holds a or b.' },
};

export const PRESET_MEANINGS: Meanings<typeof PRESET.keys> = {
  field: { otherwise: 'required', does: 'Field that it follows; it has to exist.' },
  type: { otherwise: '`slug`', does: 'How the text is converted.' },
};
