import { choiceText } from '../../model/choice.js';
import type { Column } from '../../model/column.js';
import { plainDecimal } from '../../model/decimal.js';
import type { FieldView } from '../../model/schema/field-view.js';
import type { FieldChoices } from '../../model/schema/form-schema.js';
import { parseDate, parseTime, parseTimestamp } from '../../model/temporal.js';
import type { NamedField } from '../keys/fields.js';
import type { Spot } from '../spot.js';
import type { CompileContext } from './context.js';

type Plain = string | number | boolean;

/** What a default may be for each kind of column, and how the JSON API would have it. */
const FITTING: Partial<
  Readonly<Record<Column['type'], { readonly expected: string; of(value: Plain): Plain | undefined }>>
> = {
  // October's own examples write 0 and 1.
  bool: {
    expected: 'true or false',
    of: (value) => (value === 0 || value === 1 ? value === 1 : only('boolean', value)),
  },
  integer: { expected: 'a whole number', of: (value) => (Number.isInteger(value) ? value : toNumber(value)) },
  bigint: {
    expected: 'a whole number',
    of: (value) => (/^-?\d{1,19}$/.test(String(value)) ? String(value) : undefined),
  },
  double: { expected: 'a number', of: (value) => only('number', value) },
  decimal: {
    expected: 'a number',
    of: (value) => (/^-?\d+(\.\d+)?$/.test(String(value)) ? plainDecimal(String(value)) : undefined),
  },
  date: { expected: 'a date such as 2026-01-31', of: parseDate },
  time: { expected: 'a time such as 09:30', of: parseTime },
  timestamp: {
    expected: 'a moment such as 2026-01-31T09:30:00Z',
    of: (value) => (parseTimestamp(value) === undefined ? undefined : value),
  },
  string: { expected: 'a text', of: (value) => (typeof value === 'boolean' ? undefined : String(value)) },
};

/** A default that would be refused as a value stops startup: nobody could save the form that starts with it. */
export function fieldDefault(
  { value: { default: given, type } }: NamedField,
  column: Column | undefined,
  choices: FieldChoices | undefined,
  context: CompileContext,
): FieldView['default'] | undefined {
  if (given === undefined) return undefined;
  for (const { value, at } of given.value) checkOffered(String(value), at, column, choices, context);
  const values = given.value.map(({ value }) => value);
  if (type.value === 'checkboxlist') return values.map(String);
  const { problems } = context;
  const [first] = values;
  if (first === undefined || values.length > 1) {
    problems.add(given.at, 'is a list', { expected: 'one value' });
    return undefined;
  }
  const fitting = column && FITTING[column.type];
  if (fitting === undefined) return first;
  const fit = fitting.of(first);
  if (fit === undefined) {
    problems.add(given.at, `is ${JSON.stringify(first)}, and the column is ${column?.type ?? ''}`, {
      expected: fitting.expected,
    });
  }
  return fit;
}

/** What does not fit the column is said in that way alone. */
function checkOffered(
  value: string,
  at: Spot,
  column: Column | undefined,
  choices: FieldChoices | undefined,
  { problems }: CompileContext,
): void {
  const choice = choiceText(column, value);
  if (choices?.kind !== 'listed' || choice === undefined || choices.values.has(choice)) return;
  problems.unknown(at, `there is no choice ${value}`, value, [...choices.values]);
}

function only(type: 'boolean' | 'number', value: Plain): Plain | undefined {
  return typeof value === type ? value : undefined;
}

/** A switch on an integer column. */
function toNumber(value: Plain): number | undefined {
  return typeof value === 'boolean' ? Number(value) : undefined;
}
