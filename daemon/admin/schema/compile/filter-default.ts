import { choiceText } from '../../model/choice.js';
import type { Column } from '../../model/column.js';
import type { FilterOptions, FilterView } from '../../model/schema/filter-schema.js';
import type { FilterType } from '../../model/schema/types.js';
import type { NamedFilter } from '../keys/filter-config.js';
import { isCalendarDate } from '../read/forms.js';
import type { CompileContext } from './context.js';

type Plain = string | number | boolean;

interface Fitting {
  readonly expected: string;
  /** How many values there may be. */
  readonly count: (count: number) => boolean;
  readonly fits: (value: Plain) => boolean;
}

const one = (count: number): boolean => count === 1;
const two = (count: number): boolean => count === 2;
const any = (): boolean => true;
const isNumber = (value: Plain): boolean => typeof value === 'number';
const isDate = (value: Plain): boolean => typeof value === 'string' && isCalendarDate(value);
/** October's own examples write 0 and 1. */
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

/** What a list is filtered by until somebody chooses: it has to be something that could be chosen. */
export function filterDefault(
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
      problems.unknown(at, `there is no choice ${value}`, String(value), [...options.values]);
      return String(value);
    });
    return count === one ? choices[0] : choices;
  }
  const [first] = values;
  if (fits === isFlag) return Boolean(first);
  return count === one ? first : values.map((value) => (typeof value === 'boolean' ? String(value) : value));
}
