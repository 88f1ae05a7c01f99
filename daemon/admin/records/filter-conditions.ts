import type { Checked, FieldProblem } from '../api/errors.js';
import { isProblem, outsideOf } from '../api/errors.js';
import type { FilterType } from '../api/filter-types.js';
import { FILTER_TYPES } from '../api/filter-types.js';
import type { FilterParameters } from '../api/list-query.js';
import { MAX_FILTER_CHARACTERS } from '../api/limits.js';
import { soughtText } from '../api/list-query.js';
import { isRecordId } from '../api/paths.js';
import { LAST_DAY, truthOf } from '../api/values.js';
import { cellFromText, choiceText } from '../model/cell-json.js';
import type { Cell, Column } from '../model/column.js';
import { NULL_CELL } from '../model/column.js';
import type { ComparisonOperator, Condition, NamedScope } from '../model/query.js';
import type { FilterSchema } from '../model/schema/list-schema.js';
import { LATEST_MS, parseDate, parseTimestamp } from '../model/text-formats.js';

const DAY_MS = 86_400_000;

export interface DayRange {
  readonly start: string;
  /** Absent for the last day that RFC 3339 can represent, because no later instant exists to compare with. */
  readonly nextStart?: string;
}

/** The instants at which a day begins and ends, in UTC; undefined for text that is not a valid day. */
export function dayRange(text: string): DayRange | undefined {
  const day = parseDate(text);
  if (day === undefined) return undefined;
  const start = Date.parse(`${day}T00:00:00Z`);
  return {
    start: new Date(start).toISOString(),
    ...(day !== LAST_DAY && { nextStart: new Date(start + DAY_MS).toISOString() }),
  };
}

/** The effect of a filter on a query. */
export interface Filtering {
  readonly conditions: readonly Condition[];
  readonly scopes: readonly NamedScope[];
}

const NOTHING: Filtering = { conditions: [], scopes: [] };

/** Combines a filter with its chosen values, or returns the problem with them. An empty choice filters nothing. */
export function filterConditions(filter: FilterSchema, chosen: FilterParameters): Checked<Filtering> {
  if (chosen.bounds.size > 0 && !hasBounds(filter.type)) return { rule: 'unknown' };
  return READERS[filter.type](filter, chosen);
}

/** A client may send a day as its first and last instants. */
function hasBounds(type: FilterType): boolean {
  const { takes, count } = FILTER_TYPES[type];
  return count === 'range' || takes === 'day';
}

type Reader = (filter: FilterSchema, chosen: FilterParameters) => Checked<Filtering>;

const READERS: Readonly<Record<FilterType, Reader>> = {
  group: readChoices,
  dropdown: (filter, chosen) => (chosen.values.length > 1 ? { rule: 'repeated' } : readChoices(filter, chosen)),
  checkbox: (filter, chosen) => readSwitch(filter, chosen, false),
  switch: (filter, chosen) => readSwitch(filter, chosen, true),
  text: (filter, chosen) => readSingle(filter, chosen, 'contains'),
  number: (filter, chosen) => readSingle(filter, chosen, 'eq'),
  numberrange: (filter, chosen) => readRange(filter, chosen, ['min', 'max']),
  date: readDay,
  daterange: (filter, chosen) => readRange(filter, chosen, ['after', 'before']),
};

function readChoices({ target, options }: FilterSchema, { values }: FilterParameters): Checked<Filtering> {
  const chosen = values.filter((value) => value !== '');
  if (chosen.length === 0) return NOTHING;
  const column = 'column' in target ? target.column : undefined;
  const isOffered =
    options.kind === 'listed'
      ? (value: string) => options.values.has(choiceText(column, value) ?? '')
      : (value: string) => isRecordId(value);
  if (!chosen.every(isOffered)) return { rule: 'choice' };
  switch (target.kind) {
    case 'relation':
      return { conditions: [{ kind: 'related', relation: target.relation, ids: chosen }], scopes: [] };
    case 'scope':
      return {
        conditions: [],
        scopes: [
          {
            name: target.scope,
            values: chosen.map(text),
            ...(options.kind === 'model' && { valuesOf: options.model }),
          },
        ],
      };
    case 'column':
      return comparison(target.column, chosen.length === 1 ? 'eq' : 'in', chosen);
  }
}

/** An unchecked checkbox filters nothing; a switch filters in both positions. */
function readSwitch({ target }: FilterSchema, { values }: FilterParameters, bothSides: boolean): Checked<Filtering> {
  const [value = ''] = values;
  if (values.length > 1) return { rule: 'repeated' };
  if (value === '') return NOTHING;
  const side = truthOf(value);
  if (side === undefined) return { rule: 'bool' };
  if (!side && !bothSides) return NOTHING;
  if (target.kind === 'column') return comparison(target.column, 'eq', [side ? '1' : '0']);
  if (target.kind === 'relation') return { rule: 'unknown' };
  return { conditions: [], scopes: [{ name: target.scope, values: [{ kind: 'bool', value: side }] }] };
}

function readSingle(
  { target, bounds }: FilterSchema,
  { values }: FilterParameters,
  operator: ComparisonOperator,
): Checked<Filtering> {
  const [value = ''] = values;
  if (values.length > 1) return { rule: 'repeated' };
  if (value === '') return NOTHING;
  const problem = outOfBounds(value, bounds);
  if (problem !== undefined) return problem;
  if (operator === 'contains' && value.length > MAX_FILTER_CHARACTERS)
    return { rule: 'string_length', parameters: { maximum: MAX_FILTER_CHARACTERS } };
  const sought = soughtText(value);
  if (target.kind === 'column') return comparison(target.column, operator, [sought]);
  if (target.kind === 'relation') return { rule: 'unknown' };
  const cell = operator === 'contains' ? text(sought) : scopeNumber(value);
  return isProblem(cell) ? cell : { conditions: [], scopes: [{ name: target.scope, values: [cell] }] };
}

/**
 * A day in UTC; or, from a page that knows its reader's time zone, the two instants between which the reader's own day lies.
 */
function readDay(filter: FilterSchema, chosen: FilterParameters): Checked<Filtering> {
  const { values } = chosen;
  const [day = ''] = values;
  if (chosen.bounds.size > 0) return readRange(filter, chosen, ['after', 'before']);
  if (values.length > 1) return { rule: 'repeated' };
  const bounds = new Map([
    ['after', day],
    ['before', day],
  ] as const);
  return readRange(filter, { values: [], bounds }, ['after', 'before']);
}

/** A range includes both ends, and the whole of a day that ends it. */
function readRange(
  { target, bounds }: FilterSchema,
  chosen: FilterParameters,
  [low, high]: readonly ['min', 'max'] | readonly ['after', 'before'],
): Checked<Filtering> {
  if (chosen.values.length > 0 || [...chosen.bounds.keys()].some((bound) => bound !== low && bound !== high)) {
    return { rule: 'unknown' };
  }
  const ends = [chosen.bounds.get(low) ?? '', chosen.bounds.get(high) ?? ''] as const;
  const problem = ends.map((end) => (end === '' ? undefined : outOfBounds(end, bounds))).find(Boolean);
  if (problem !== undefined) return problem;
  if (ends.every((end) => end === '')) return NOTHING;
  if (target.kind === 'relation') return { rule: 'unknown' };
  if (target.kind === 'scope') return scopeRange(target.scope, ends, low === 'min');
  const { column } = target;
  const comparisons = ends.map((end, index) => {
    if (end === '') return NOTHING;
    const day = column.type === 'timestamp' ? dayRange(end) : undefined;
    if (day !== undefined) {
      if (index === 0) return comparison(column, 'ge', [day.start]);
      // No instant follows the last day. As with every other day, records without an instant do not match.
      return day.nextStart === undefined ? hasValue(column) : comparison(column, 'lt', [day.nextStart]);
    }
    const next = index === 1 ? nextMillisecond(end) : undefined;
    if (next !== undefined) return comparison(column, 'lt', [next]);
    return comparison(column, index === 0 ? 'ge' : 'le', [end]);
  });
  const conditions: Condition[] = [];
  for (const end of comparisons) {
    if (isProblem(end)) return end;
    conditions.push(...end.conditions);
  }
  return { conditions, scopes: [] };
}

/** A range includes the whole of an instant that ends it, because databases store fractions of its millisecond. */
function nextMillisecond(moment: string): string | undefined {
  const next = (parseTimestamp(moment) ?? Number.NaN) + 1;
  return next <= LATEST_MS ? new Date(next).toISOString() : undefined;
}

/** The values that a named scope gets for a range: a number or an instant for each end, null for an open one. */
function scopeRange(scope: string, ends: readonly string[], numbers: boolean): Checked<Filtering> {
  const values: Cell[] = [];
  for (const [index, end] of ends.entries()) {
    const cell = end === '' ? NULL_CELL : numbers ? scopeNumber(end) : scopeInstant(end, index === 0);
    if (isProblem(cell)) return cell;
    values.push(cell);
  }
  return { conditions: [], scopes: [{ name: scope, values }] };
}

function scopeNumber(value: string): Checked<Cell> {
  if (/^-?\d{1,18}$/.test(value)) return { kind: 'int64', value: BigInt(value) };
  const number = /^-?\d+\.\d+$/.test(value) ? Number(value) : Number.NaN;
  // A text with hundreds of digits is infinite.
  return Number.isFinite(number) ? { kind: 'double', value: number } : { rule: 'number' };
}

/** A day starts the range at its first instant, and ends it at its last millisecond. */
function scopeInstant(value: string, begins: boolean): Checked<Cell> {
  const instant = parseTimestamp(parseDate(value) === undefined ? value : value + (begins ? DAY_BEGINS : DAY_ENDS));
  return instant === undefined ? { rule: 'date' } : { kind: 'timestamp', value: instant };
}

const DAY_BEGINS = 'T00:00:00Z';
const DAY_ENDS = 'T23:59:59.999Z';

function comparison(column: Column, operator: ComparisonOperator, texts: readonly string[]): Checked<Filtering> {
  const { name, type, nullable, protected: isProtected } = column;
  // A search value need not be storable: text may be longer than its column allows, and numbers may exceed its range.
  const unbounded: Column = { name, type, nullable, protected: isProtected };
  const values: Cell[] = [];
  for (const value of texts) {
    const read = cellFromText(unbounded, value);
    if (isProblem(read)) return read;
    values.push(read);
  }
  return { conditions: [{ kind: 'column', reference: { column }, operator, values }], scopes: [] };
}

function hasValue(column: Column): Filtering {
  return { ...NOTHING, conditions: [{ kind: 'column', reference: { column }, operator: 'isNotNull', values: [] }] };
}

function outOfBounds(value: string, { min, max, minDate, maxDate }: FilterSchema['bounds']): FieldProblem | undefined {
  if ((min !== undefined && Number(value) < min) || (max !== undefined && Number(value) > max)) {
    return outsideOf('number', min, max);
  }
  // Checks a timestamp against the limits as a day in any time zone that the reader may be in: UTC-12 to UTC+14.
  const moment = parseTimestamp(value);
  const [earliest, latest] =
    moment === undefined ? [value, value] : [dayAt(moment - 12 * HOUR_MS), dayAt(moment + 14 * HOUR_MS)];
  if ((minDate !== undefined && latest < minDate) || (maxDate !== undefined && earliest > maxDate)) {
    return outsideOf('date', minDate, maxDate);
  }
  return undefined;
}

const HOUR_MS = 3_600_000;

function dayAt(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

function text(value: string): Cell {
  return { kind: 'string', value };
}
