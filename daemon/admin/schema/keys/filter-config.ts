import type { FilterType } from '../../model/schema/types.js';
import type { Named } from '../read/lists.js';
import { namedMap } from '../read/lists.js';
import {
  choices,
  codeName,
  isoDate,
  modelName,
  NAME,
  name,
  names,
  permissionCodes,
  valueOrValues,
} from '../read/forms.js';
import { keyed } from '../read/keyed.js';
import type { ValueOf } from '../read/reader.js';
import { required } from '../read/reader.js';
import { number, text } from '../read/scalars.js';
import type { TypedKeys } from '../read/typed.js';
import { typed } from '../read/typed.js';
import { COSMETIC, RAW_SQL } from './refused.js';

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
