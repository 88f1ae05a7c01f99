import type { FIELD_TABLE, PRESET, TABS } from '../keys/fields.js';
import type { trigger } from '../keys/trigger.js';
import type { Meanings } from './meaning.js';
import { NONE } from './meaning.js';

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
