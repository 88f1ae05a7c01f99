import type { Choice } from '../../api/answers.js';
import type { FilterCount, FilterTakes, FilterType } from '../../api/filter-types.js';
import { FILTER_TYPES } from '../../api/filter-types.js';
import { choiceText } from '../../model/cell-json.js';
import type { Column, ColumnType } from '../../model/column.js';
import type {
  FilterBounds,
  FilterOptions,
  FilterSchema,
  FilterTarget,
  FilterView,
} from '../../model/schema/list-schema.js';
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
  textIn,
  textOr,
  valuesOf,
} from './context.js';

type Plain = string | number | boolean;

const COUNTS: Readonly<Record<FilterCount, (count: number) => boolean>> = {
  one: (count) => count === 1,
  several: () => true,
  range: (count) => count === 2,
};

/** October's own examples use 0 and 1. */
const isFlag = (value: Plain): boolean => typeof value === 'boolean' || value === 0 || value === 1;

const VALUES: Readonly<Record<FilterTakes, (value: Plain) => boolean>> = {
  choice: () => true,
  mark: isFlag,
  flag: isFlag,
  day: (value) => typeof value === 'string' && isCalendarDate(value),
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
};

/** The initial value of a filter, until the user chooses another. It must be a value that the user could choose. */
function filterDefault(
  { value: { default: given, type } }: NamedFilter,
  options: FilterOptions,
  column: Column | undefined,
  { problems }: CompileContext,
): FilterView['default'] | undefined {
  if (given === undefined) return undefined;
  const { takes, count, expects } = FILTER_TYPES[type.value];
  const values = given.value.map(({ value }) => value.value);
  if (!COUNTS[count](values.length) || !values.every(VALUES[takes])) {
    problems.add(given.at, `does not go with type ${type.value}`, { expected: expects });
    return undefined;
  }
  const [from = '', to = ''] = values;
  if (count === 'range' && from > to)
    problems.add(given.at, 'ends before it begins', { expected: 'the smaller value first' });
  if (options.kind === 'listed') {
    const choices = given.value.map(({ value, at }) => {
      const written = textIn(column, value);
      const choice = choiceText(column, written);
      if (choice !== undefined && options.values.has(choice)) return choice;
      problems.unknown(at, `unknown choice ${written}`, written, [...options.values]);
      return written;
    });
    return count === 'one' ? choices[0] : choices;
  }
  const [first] = values;
  if (takes === 'mark' || takes === 'flag') return Boolean(first);
  return count === 'one' ? first : values.map((value) => (typeof value === 'boolean' ? String(value) : value));
}

const COMPARES_WITH: Readonly<Record<FilterTakes, readonly ColumnType[]>> = {
  choice: ['bool', 'integer', 'bigint', 'string', 'decimal'],
  mark: ['bool', 'integer'],
  flag: ['bool', 'integer'],
  day: ['date', 'timestamp'],
  number: ['integer', 'bigint', 'double', 'decimal'],
  text: ['string'],
};

/** The column types that a filter type supports. */
export function comparableColumns(type: FilterType): readonly ColumnType[] {
  return COMPARES_WITH[FILTER_TYPES[type].takes];
}

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
  const shown = textOr(label, name, context);
  const requires = anyOf(value.permissions?.value, context);
  if (target === undefined) return undefined;
  const bounds = filterBounds(value);
  const multiple = FILTER_TYPES[type.value].count === 'several';
  const view: FilterView = {
    ...bounds,
    name,
    label: shown,
    type: type.value,
    multiple,
    ...(listed !== undefined && { options: listed }),
    optionsFromServer: options.kind === 'model' || options.kind === 'provider',
    ...(comparesMoments(type.value, target) && { moments: true as const }),
    ...(comparesWholeNumbers(type.value, target) && { whole: true as const }),
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
    requires,
    view,
  };
}

/**
 * Resolves a filter to a scope of the host, a column, or a relation. A relation matches by its own name, or by its foreign key
 * unless the choices come from another model. Treated as a plain column, that key would find records through related records
 * that the administrator may not see: a request need not choose what a provider offers.
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
        one.kind === 'belongsTo' &&
        one.foreignKey === from.value &&
        (value.options !== undefined || one.relatedModel === value.modelClass?.value),
    );
  if (relation !== undefined && FILTER_TYPES[value.type.value].takes === 'choice')
    return { kind: 'relation', relation };
  const column = findColumn(model, from.value, from.at, context);
  return column !== undefined && fits(column, value.type, context) ? { kind: 'column', column } : undefined;
}

/** Scopes of the host receive timestamps (admin_query.proto, AdminNamedScope). */
function comparesMoments(type: FilterType, target: FilterTarget): boolean {
  if (FILTER_TYPES[type].takes !== 'day') return false;
  return target.kind === 'scope' || (target.kind === 'column' && target.column.type === 'timestamp');
}

function comparesWholeNumbers(type: FilterType, target: FilterTarget): boolean {
  if (FILTER_TYPES[type].takes !== 'number' || target.kind !== 'column') return false;
  return target.column.type === 'integer' || target.column.type === 'bigint';
}

function columnOf(target: FilterTarget | undefined): Column | undefined {
  return target?.kind === 'column' ? target.column : undefined;
}

function fits(column: Column, type: NamedFilter['value']['type'], { problems }: CompileContext): boolean {
  const fitting = comparableColumns(type.value);
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
  if (FILTER_TYPES[value.type.value].takes !== 'choice') return none;
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
