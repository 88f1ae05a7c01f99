import type { FilterType } from '../../model/schema/types.js';
import type { Meanings, TypedKeys } from '../yaml/keyed.js';
import { COSMETIC, keyed, NONE, RAW_SQL, typed } from '../yaml/keyed.js';
import type { Named, ValueOf } from '../yaml/readers.js';
import {
  choices,
  codeName,
  isoDate,
  modelName,
  NAME,
  name,
  namedMap,
  names,
  number,
  permissionCodes,
  required,
  text,
  valueOrValues,
} from '../yaml/readers.js';

const KEYS = {
  label: text,
  modelClass: modelName,
  nameFrom: name,
  options: choices,
  scope: codeName,
  valueFrom: name,
  default: valueOrValues,
  permissions: permissionCodes,
  dependsOn: names,
  min: number,
  max: number,
  minDate: isoDate,
  maxDate: isoDate,
} as const;

const CHOICE = ['modelClass', 'nameFrom', 'options', 'dependsOn'] as const;

export const FILTER_TABLE: TypedKeys<typeof KEYS, FilterType> = {
  what: 'filter keys',
  keys: KEYS,
  common: ['label', 'scope', 'valueFrom', 'default', 'permissions'],
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
    never: {
      conditions: RAW_SQL,
      modelScope: 'write scope, with a query scope that the host registers',
      optionsMethod: 'write options, or modelClass and nameFrom',
      emptyOption: COSMETIC,
      context: COSMETIC,
      cssClass: COSMETIC,
      useTimezone: COSMETIC,
      ignoreTimezone: COSMETIC,
      yearRange: COSMETIC,
      size: COSMETIC,
      step: COSMETIC,
    },
  },
};

/** config_filter.yaml */
export const FILTER = keyed('scopes', {
  scopes: required(
    namedMap('filter names to definitions', { pattern: NAME, expects: 'letters, digits and _' }, typed(FILTER_TABLE)),
  ),
});

export type FilterDefinition = ValueOf<ReturnType<typeof typed<typeof KEYS, FilterType>>>;
export type NamedFilter = Named<FilterDefinition>;

export const FILTER_MEANINGS: Meanings<typeof FILTER_TABLE.keys> = {
  label: { otherwise: 'the name', does: 'Label of the filter.' },
  modelClass: {
    otherwise: 'the model that the relation of this name leads to',
    does: 'Model whose records are the choices, within its list scope. Refused beside `options`; one of the two is needed.',
  },
  nameFrom: {
    otherwise: "the relation's label column, or `name`",
    does: "Column of that model for the choices' labels.",
  },
  options: {
    otherwise: NONE,
    does: 'The choices themselves, each value once, or the name of an option provider of the host.',
  },
  scope: {
    otherwise: NONE,
    does: 'Query scope that the host registers for the model: it gets what was chosen, and filters as it likes.',
  },
  valueFrom: {
    otherwise: 'the name',
    does: 'Column of the model, or relation of the controller, that is filtered by. Its type has to fit.',
  },
  default: {
    otherwise: 'nothing is filtered',
    does: 'What is chosen at first: for a range two values, for the others one (a group may have several), each among the choices.',
  },
  permissions: { otherwise: 'everybody', does: 'Any of the codes is needed; without, the filter does not exist.' },
  dependsOn: {
    otherwise: NONE,
    does: 'Other filters whose change makes the choices be asked for again. A provider is told what is chosen there.',
  },
  min: { otherwise: NONE, does: 'Least number. Not above `max`.' },
  max: { otherwise: NONE, does: 'Greatest number.' },
  minDate: { otherwise: NONE, does: 'First day. Not after `maxDate`.' },
  maxDate: { otherwise: NONE, does: 'Last day.' },
};
