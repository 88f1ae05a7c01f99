import type { Choice } from '../../api/answers.js';
import { choiceText } from '../../model/cell-json.js';
import type { Column, ColumnType } from '../../model/column.js';
import type {
  FilterBounds,
  FilterOptions,
  FilterSchema,
  FilterTarget,
  FilterView,
} from '../../model/schema/list-schema.js';
import type { FilterType } from '../../model/schema/types.js';
import type { FilterDefinition, NamedFilter } from '../keys/config-filter.js';
import type { NamedMap } from '../yaml/readers.js';
import { isCalendarDate } from '../yaml/readers.js';
import type { ListOwner } from './columns.js';
import type { CompileContext } from './context.js';
import {
  anyOf,
  checkBounds,
  compileChoices,
  findColumn,
  findModel,
  findProvider,
  findScope,
  textOr,
  valuesOf,
} from './context.js';

type Plain = string | number | boolean;

interface Fitting {
  readonly expected: string;
  /** True if this number of values is valid. */
  readonly count: (count: number) => boolean;
  readonly fits: (value: Plain) => boolean;
}

const one = (count: number): boolean => count === 1;
const two = (count: number): boolean => count === 2;
const any = (): boolean => true;
const isNumber = (value: Plain): boolean => typeof value === 'number';
const isDate = (value: Plain): boolean => typeof value === 'string' && isCalendarDate(value);
/** October's own examples use 0 and 1. */
const isFlag = (value: Plain): boolean => typeof value === 'boolean' || value === 0 || value === 1;

const FITTING: Readonly<Record<FilterType, Fitting>> = {
  group: { expected: 'one or several choices', count: any, fits: any },
  dropdown: { expected: 'one choice', count: one, fits: any },
  checkbox: { expected: 'true or false', count: one, fits: isFlag },
  switch: { expected: 'true or false', count: one, fits: isFlag },
  date: { expected: 'a date such as 2026-01-31', count: one, fits: isDate },
  daterange: { expected: 'two dates, [2026-01-01, 2026-01-31]', count: two, fits: isDate },
  number: { expected: 'a number', count: one, fits: isNumber },
  numberrange: { expected: 'two numbers, [1, 10]', count: two, fits: isNumber },
  text: { expected: 'a text', count: one, fits: (value) => typeof value === 'string' },
};

/** The initial value of a filter, until the user chooses another. It must be a value that the user could choose. */
function filterDefault(
  { value: { default: given, type } }: NamedFilter,
  options: FilterOptions,
  column: Column | undefined,
  { problems }: CompileContext,
): FilterView['default'] | undefined {
  if (given === undefined) return undefined;
  const { expected, count, fits } = FITTING[type.value];
  const values = given.value.map(({ value }) => value);
  if (!count(values.length) || !values.every(fits)) {
    problems.add(given.at, `does not go with type ${type.value}`, { expected });
    return undefined;
  }
  if (options.kind === 'listed') {
    const choices = given.value.map(({ value, at }) => {
      const choice = choiceText(column, String(value));
      if (choice !== undefined && options.values.has(choice)) return choice;
      problems.unknown(at, `unknown choice ${value}`, String(value), [...options.values]);
      return String(value);
    });
    return count === one ? choices[0] : choices;
  }
  const [first] = values;
  if (fits === isFlag) return Boolean(first);
  return count === one ? first : values.map((value) => (typeof value === 'boolean' ? String(value) : value));
}

/** The column types that each filter type supports. */
export const FITS: Readonly<Record<FilterType, readonly ColumnType[]>> = {
  group: ['bool', 'integer', 'bigint', 'string', 'decimal'],
  dropdown: ['bool', 'integer', 'bigint', 'string', 'decimal'],
  checkbox: ['bool', 'integer'],
  switch: ['bool', 'integer'],
  date: ['date', 'timestamp'],
  daterange: ['date', 'timestamp'],
  number: ['integer', 'bigint', 'double', 'decimal'],
  numberrange: ['integer', 'bigint', 'double', 'decimal'],
  text: ['string'],
};

const CHOSEN_FROM: readonly FilterType[] = ['group', 'dropdown'];

/** The owner of a list's filters. */
export interface FilterOwner extends ListOwner {
  /** The controller's option providers. */
  readonly optionProviders: readonly string[];
}

/** Compiles the filters of a list, in file order. */
export function compileFilters(
  { entries, declared }: NamedMap<FilterDefinition>,
  owner: FilterOwner,
  context: CompileContext,
): readonly FilterSchema[] {
  return entries.flatMap((definition) => compileFilter(definition, declared, owner, context) ?? []);
}

function compileFilter(
  definition: NamedFilter,
  names: readonly string[],
  owner: FilterOwner,
  context: CompileContext,
): FilterSchema | undefined {
  const { name, value } = definition;
  const { type, label } = value;
  const target = filterTarget(definition, owner, context);
  const { options, listed } = filterOptions(definition, target, owner.optionProviders, context);
  const chosen = filterDefault(definition, options, columnOf(target), context);
  checkBounds(value, context);
  const dependsOn = (value.dependsOn?.value ?? []).map((other) => {
    if (!names.includes(other.value) || other.value === name) {
      context.problems.unknown(
        other.at,
        `there is no other filter ${other.value}`,
        other.value,
        names.filter((one) => one !== name),
      );
    }
    return other.value;
  });
  if (target === undefined) return undefined;
  const bounds = filterBounds(value);
  const multiple = type.value === 'group';
  const view: FilterView = {
    ...bounds,
    name,
    label: textOr(label, name, context),
    type: type.value,
    multiple,
    ...(listed !== undefined && { options: listed }),
    optionsFromServer: options.kind === 'model' || options.kind === 'provider',
    ...(comparesMoments(type.value, target) && { moments: true as const }),
    ...(chosen !== undefined && { default: chosen }),
    dependsOn,
  };
  return {
    name,
    type: type.value,
    target,
    options,
    dependsOn,
    bounds,
    requires: anyOf(value.permissions?.value, context),
    view,
  };
}

/**
 * Resolves a filter to a scope of the host, a column, or a relation. A relation matches by its own name, or by its foreign key
 * if the choices come from its model. Treated as a plain column, that key would find records through related records that the
 * administrator may not see.
 */
function filterTarget(
  { name, nameAt, value }: NamedFilter,
  { model, relations }: ListOwner,
  context: CompileContext,
): FilterTarget | undefined {
  if (value.scope !== undefined) {
    const scope = findScope(model, value.scope, context);
    return scope === undefined ? undefined : { kind: 'scope', scope };
  }
  const from = value.valueFrom ?? { value: name, at: nameAt };
  const relation =
    relations.find((one) => one.name === from.value) ??
    relations.find(
      (one) =>
        one.kind === 'belongsTo' && one.foreignKey === from.value && one.relatedModel === value.modelClass?.value,
    );
  if (relation !== undefined && CHOSEN_FROM.includes(value.type.value)) return { kind: 'relation', relation };
  const column = findColumn(model, from.value, from.at, context);
  return column !== undefined && fits(column, value.type, context) ? { kind: 'column', column } : undefined;
}

/** Scopes of the host receive timestamps (admin_query.proto, AdminNamedScope). */
function comparesMoments(type: FilterType, target: FilterTarget): boolean {
  if (type !== 'date' && type !== 'daterange') return false;
  return target.kind === 'scope' || (target.kind === 'column' && target.column.type === 'timestamp');
}

function columnOf(target: FilterTarget | undefined): Column | undefined {
  return target?.kind === 'column' ? target.column : undefined;
}

function fits(column: Column, type: NamedFilter['value']['type'], { problems }: CompileContext): boolean {
  const fitting = FITS[type.value];
  if (fitting.includes(column.type)) return true;
  problems.add(type.at, `type ${type.value} does not go with the column ${column.name}, which is ${column.type}`, {
    expected: `a column that is ${fitting.join(' or ')}`,
  });
  return false;
}

/** The source of the choices of a group or dropdown: a list, a provider, a model, or the model of its relation. */
function filterOptions(
  { value, nameAt }: NamedFilter,
  target: FilterTarget | undefined,
  optionProviders: readonly string[],
  context: CompileContext,
): { readonly options: FilterOptions; readonly listed?: readonly Choice[] } {
  const none = { options: { kind: 'none' } } as const;
  if (!CHOSEN_FROM.includes(value.type.value)) return none;
  if (value.options !== undefined) {
    if (value.modelClass !== undefined) {
      context.problems.add(value.modelClass.at, 'options is already set', { expected: 'options, or modelClass' });
    }
    if (typeof value.options.value === 'string') {
      return {
        options: {
          kind: 'provider',
          provider: findProvider(optionProviders, { value: value.options.value, at: value.options.at }, context),
        },
      };
    }
    const listed = compileChoices(value.options.value, columnOf(target), context);
    return { options: { kind: 'listed', values: valuesOf(listed) }, listed };
  }
  const relation = target?.kind === 'relation' ? target.relation : undefined;
  const model =
    value.modelClass === undefined
      ? relation && context.models.get(relation.relatedModel)
      : findModel(value.modelClass, context);
  if (model === undefined) {
    const tried = ['options', 'modelClass'].some((key) => value.written.includes(key));
    if (!tried && target !== undefined) {
      context.problems.add(nameAt, 'has no choices', { expected: 'options, or modelClass and nameFrom' });
    }
    return none;
  }
  const nameFrom = value.nameFrom ?? { value: relation?.labelColumn ?? 'name', at: nameAt };
  const label = findColumn(model, nameFrom.value, nameFrom.at, context);
  return label === undefined ? none : { options: { kind: 'model', model: model.name, label } };
}

function filterBounds({ min, max, minDate, maxDate }: NamedFilter['value']): FilterBounds {
  return {
    ...(min !== undefined && { min: min.value }),
    ...(max !== undefined && { max: max.value }),
    ...(minDate !== undefined && { minDate: minDate.value }),
    ...(maxDate !== undefined && { maxDate: maxDate.value }),
  };
}
