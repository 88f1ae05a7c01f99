import type { Cell, Cell__Output } from './generated/gatehouse/host/v1/Cell.js';
import type { CellColumn, CellColumn__Output } from './generated/gatehouse/host/v1/CellColumn.js';
import type { Record as ProtoRecord, Record__Output } from './generated/gatehouse/host/v1/Record.js';
import type { RecordColumns, RecordColumns__Output } from './generated/gatehouse/host/v1/RecordColumns.js';
import type { RelationColumn, RelationColumn__Output } from './generated/gatehouse/host/v1/RelationColumn.js';
import type { RelationValue, RelationValue__Output } from './generated/gatehouse/host/v1/RelationValue.js';
import { fromTimestamp, toTimestamp } from './time.js';

/** Converts the records of a page to columns and back (admin_record.proto, RecordColumns), for both sides. */

/** The members of Cell by their numbers in admin_cell.proto. */
const KINDS = [
  undefined,
  'nullValue',
  'boolValue',
  'int64Value',
  'doubleValue',
  'decimalValue',
  'stringValue',
  'dateValue',
  'timeValue',
  'timestampValue',
  'jsonValue',
  'bytesValue',
  'invalidValue',
  'truncatedValue',
] as const;

type Kind = NonNullable<(typeof KINDS)[number]>;

const NUMBERS = new Map<string, number>(KINDS.map((kind, number) => [kind ?? '', number]));

/** A list with at least one record, all of one selection. */
export function toRecordColumns(records: readonly Required<ProtoRecord>[]): RecordColumns {
  const [first] = records;
  return {
    ids: records.map(({ id }) => id),
    versions: first?.version === '' ? [] : records.map(({ version }) => version),
    cells: (first?.cells ?? []).map((_, index) => toCellColumn(records.map(({ cells }) => cells[index]))),
    relations: (first?.relations ?? []).map((_, index) =>
      toRelationColumn(records.map(({ relations }) => relations[index] ?? {})),
    ),
  };
}

function toRelationColumn(values: RelationValue[]): RelationColumn {
  const isSingle = ({ related }: RelationValue): boolean =>
    related !== undefined && related !== null && related.hasMore !== true && (related.records?.length ?? 0) <= 1;
  if (!values.every(isSingle)) return { each: values };
  const records = values.map(({ related }) => related?.records?.[0]);
  return { ids: records.map((one) => one?.id ?? ''), values: toCellColumn(records.map((one) => one?.value)) };
}

function toCellColumn(cells: readonly (Cell | null | undefined)[]): CellColumn {
  const kinds = Buffer.alloc(cells.length);
  const texts: string[] = [];
  const numbers: number[] = [];
  const bytes: (Buffer | Uint8Array | string)[] = [];
  for (const [index, cell] of cells.entries()) {
    const kind = kindOf(cell);
    if (!cell || kind === undefined) continue;
    kinds[index] = NUMBERS.get(kind) ?? 0;
    switch (kind) {
      case 'nullValue':
        break;
      case 'boolValue':
        numbers.push(cell.boolValue === true ? 1 : 0);
        break;
      case 'doubleValue':
        numbers.push(Number(cell.doubleValue));
        break;
      case 'timestampValue':
        numbers.push(fromTimestamp(cell.timestampValue as Parameters<typeof fromTimestamp>[0]) ?? NaN);
        break;
      case 'bytesValue':
        bytes.push(cell.bytesValue ?? '');
        break;
      case 'invalidValue':
        texts.push(cell.invalidValue?.raw ?? '');
        break;
      case 'truncatedValue':
        texts.push(cell.truncatedValue?.text ?? '');
        break;
      default:
        texts.push(String(cell[kind] ?? ''));
    }
  }
  return { kinds, texts, numbers, bytes };
}

/** A cell of the SDK has exactly one member, and no `value`. */
function kindOf(cell: Cell | null | undefined): Kind | undefined {
  for (const member in cell) return member as Kind;
  return undefined;
}

/** Thrown for columns that do not belong together, in words that continue "the columns …". */
export class ColumnsMismatch extends Error {
  override readonly name = 'ColumnsMismatch';
}

/**
 * Reads the records one after the other, so that none of their messages outlives its turn. Throws ColumnsMismatch. The
 * values themselves are as unchecked as those of records.
 */
export function readRecordColumns<Read>(
  { ids, versions, cells, relations }: RecordColumns__Output,
  read: (record: Record__Output, index: number) => Read,
): Read[] {
  const { length } = ids;
  if (versions.length > 0) requireLength('versions', versions, length);
  const columns = cells.map((column) => new CellReader(column, length));
  const related = relations.map((column) => new RelationReader(column, length));
  const result = ids.map((id, row) =>
    read(
      {
        id,
        version: versions[row] ?? '',
        cells: columns.map((column) => column.cell(row)),
        relations: related.map((relation) => relation.value(row)),
      },
      row,
    ),
  );
  for (const column of [...columns, ...related]) column.requireEnd();
  return result;
}

const NO_CELL: Cell__Output = {};
const NO_RELATION: RelationValue__Output = {};

function requireLength(name: string, list: { readonly length: number }, expected: number): void {
  if (list.length !== expected) {
    throw new ColumnsMismatch(`have ${String(list.length)} ${name} for ${String(expected)} records`);
  }
}

/** The values of a relation, each read once and in order. */
class RelationReader {
  readonly #cells: CellReader;

  constructor(
    private readonly column: RelationColumn__Output,
    length: number,
  ) {
    const { ids, values, each } = column;
    const isEach = each.length > 0;
    requireLength(isEach ? 'relation values' : 'related ids', isEach ? each : ids, length);
    this.#cells = new CellReader(values ?? EMPTY, isEach ? 0 : length);
  }

  value(row: number): RelationValue__Output {
    const { ids, each } = this.column;
    if (each.length > 0) return each[row] ?? NO_RELATION;
    const id = ids[row] ?? '';
    const value = this.#cells.cell(row);
    return { value: 'related', related: { records: id === '' ? [] : [{ id, value }], hasMore: false } };
  }

  requireEnd(): void {
    this.#cells.requireEnd();
  }
}

const EMPTY: CellColumn__Output = { kinds: Buffer.alloc(0), texts: [], numbers: [], bytes: [] };

/** The cells of a column, each read once and in order. */
class CellReader {
  #texts = 0;
  #numbers = 0;
  #bytes = 0;

  constructor(
    private readonly column: CellColumn__Output,
    length: number,
  ) {
    requireLength('kinds', column.kinds, length);
  }

  cell(row: number): Cell__Output {
    const kind = KINDS[this.column.kinds[row] ?? 0];
    switch (kind) {
      case undefined:
        return NO_CELL;
      case 'nullValue':
        return NULL;
      case 'boolValue':
        return { value: kind, boolValue: this.#number() !== 0 };
      case 'int64Value':
        return { value: kind, int64Value: int64(this.#text()) };
      case 'doubleValue':
        return { value: kind, doubleValue: this.#number() };
      case 'timestampValue': {
        const ms = this.#number();
        const { seconds, nanos } = toTimestamp(ms);
        return { value: kind, timestampValue: Number.isFinite(ms) ? { seconds: String(seconds), nanos } : null };
      }
      case 'bytesValue':
        return { value: kind, bytesValue: taken(this.column.bytes[this.#bytes++]) };
      case 'invalidValue':
        return { value: kind, invalidValue: { raw: this.#text() } };
      case 'truncatedValue':
        return { value: kind, truncatedValue: { text: this.#text() } };
      case 'decimalValue':
        return { value: kind, decimalValue: this.#text() };
      case 'stringValue':
        return { value: kind, stringValue: this.#text() };
      case 'dateValue':
        return { value: kind, dateValue: this.#text() };
      case 'timeValue':
        return { value: kind, timeValue: this.#text() };
      case 'jsonValue':
        return { value: kind, jsonValue: this.#text() };
    }
  }

  requireEnd(): void {
    const { texts, numbers, bytes } = this.column;
    if (this.#texts < texts.length || this.#numbers < numbers.length || this.#bytes < bytes.length) {
      throw new ColumnsMismatch('have more values than kinds');
    }
  }

  #text(): string {
    return taken(this.column.texts[this.#texts++]);
  }

  #number(): number {
    return taken(this.column.numbers[this.#numbers++]);
  }
}

const NULL: Cell__Output = { value: 'nullValue', nullValue: true };

function int64(digits: string): string {
  if (/^-?\d{1,18}$/.test(digits)) return digits;
  if (!/^-?[1-9]\d{18}$/.test(digits) || String(BigInt.asIntN(64, BigInt(digits))) !== digits) {
    throw new ColumnsMismatch('have an int64_value that is no 64-bit integer');
  }
  return digits;
}

function taken<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ColumnsMismatch('have fewer values than kinds');
  return value;
}
