import { key, required } from '../../../core/described-keys.js';
import type { FilterType } from '../../api/filter-types.js';
import type { Keys, TypedKeys } from '../yaml/keyed.js';
import { keyed, NO_EQUIVALENT, NONE, RAW_SQL, typed } from '../yaml/keyed.js';
import type { Named, ValueOf } from '../yaml/readers.js';
import {
  codeName,
  isoDate,
  modelName,
  NAME,
  name,
  namedMap,
  names,
  number,
  permissionCodes,
  text,
  valueOrValues,
} from '../yaml/readers.js';
import { choices } from './options.js';

const KEYS = {
  label: key(text, { otherwise: 'the name', does: 'Label of the filter.' }),
  modelClass: key(modelName, {
    otherwise: 'the related model of the relation with this name',
    does: 'Model whose records are the choices, within its list scope. Set either this or `options`.',
  }),
  nameFrom: key(name, {
    otherwise: "the relation's label column, or `name`",
    does: "Column of that model for the choices' labels.",
  }),
  options: key(choices, {
    otherwise: NONE,
    does: 'The choices, each value once, or the name of an option provider of the host.',
  }),
  scope: key(codeName, {
    otherwise: NONE,
    does: 'Query scope that the host registers for the model. It receives the chosen values and filters by them. Of the records of a `modelClass`, it gets only those that the administrator may see; all other values can be anything that a request has, also if a provider does not offer them.',
  }),
  valueFrom: key(name, {
    otherwise: 'the name',
    does: 'Column of the model or relation of the controller to filter by. Its type must match the filter.',
  }),
  default: key(valueOrValues, {
    otherwise: 'nothing is filtered',
    does: 'Initial value: two values for a range, one or several for a group, otherwise one. Each must be among the choices.',
  }),
  permissions: key(permissionCodes, {
    otherwise: 'everyone',
    does: 'Requires one of these codes. Without it, the filter does not exist.',
  }),
  dependsOn: key(names, {
    otherwise: NONE,
    does: 'Other filters on which the choices depend. When one changes, the page reloads the choices, and the provider receives its value.',
  }),
  min: key(number, { otherwise: NONE, does: 'Minimum. Must not exceed `max`.' }),
  max: key(number, { otherwise: NONE, does: 'Maximum.' }),
  minDate: key(isoDate, { otherwise: NONE, does: 'First day. Must not be after `maxDate`.' }),
  maxDate: key(isoDate, { otherwise: NONE, does: 'Last day.' }),
} as const satisfies Keys;

const CHOICE = ['modelClass', 'nameFrom', 'options', 'dependsOn'] as const;

export const FILTER_TABLE: TypedKeys<typeof KEYS, FilterType> = {
  what: 'filter keys',
  keys: KEYS,
  types: {
    group: CHOICE,
    dropdown: CHOICE,
    checkbox: [],
    switch: [],
    date: ['minDate', 'maxDate'],
    daterange: ['minDate', 'maxDate'],
    number: ['min', 'max'],
    numberrange: ['min', 'max'],
    text: [],
  },
  defaultType: 'group',
  laterTypes: ['clear', 'button-group'],
  neverTypes: { range: 'use type numberrange' },
  refusals: {
    dresses: ['emptyOption', 'cssClass', 'yearRange', 'showWeekNumber', 'size', 'step'],
    never: {
      conditions: RAW_SQL,
      modelScope: 'write scope, with a query scope that the host registers',
      optionsMethod: 'write options, or modelClass and nameFrom',
      context: NO_EQUIVALENT,
      useTimezone: NO_EQUIVALENT,
      ignoreTimezone: NO_EQUIVALENT,
    },
  },
};

/** config_filter.yaml */
export const FILTER = keyed('scopes', {
  scopes: required(
    namedMap('filter names to definitions', { pattern: NAME, expects: 'letters, digits and _' }, typed(FILTER_TABLE)),
    { does: 'The filters, in this order.' },
  ),
});

export type FilterDefinition = ValueOf<ReturnType<typeof typed<typeof KEYS, FilterType>>>;
export type NamedFilter = Named<FilterDefinition>;
