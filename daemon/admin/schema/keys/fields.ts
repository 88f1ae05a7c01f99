import type { FieldType } from '../../model/schema/types.js';
import { FORM_CONTEXTS } from '../../model/schema/types.js';
import { DATE_MODES, FIELD_SIZES, FIELD_SPANS, PRESET_TYPES } from '../../model/schema/field-view.js';
import type { Named } from '../read/lists.js';
import { either, namedMap, oneOrMany } from '../read/lists.js';
import { choices, codeName, isoDate, name, names, permissionCodes, valueOrValues } from '../read/forms.js';
import type { Refusals } from '../read/keyed.js';
import { keyed } from '../read/keyed.js';
import type { ValueOf } from '../read/reader.js';
import { required, scalar } from '../read/reader.js';
import { flag, matching, number, oneOf, positive, text } from '../read/scalars.js';
import type { TypedKeys } from '../read/typed.js';
import { typed } from '../read/typed.js';
import { advisePartialName, partialName } from './list-config.js';
import { COSMETIC, RAW_HTML, RAW_JAVASCRIPT, RAW_SQL } from './refused.js';
import { trigger } from './trigger.js';

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
