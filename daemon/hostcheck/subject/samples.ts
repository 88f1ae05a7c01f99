import { isDeepStrictEqual } from 'node:util';
import type { Cell, Column, ReadCell } from '../../admin/model/column.js';
import { NULL_CELL } from '../../admin/model/column.js';
import type { AdminRecord, ColumnWrite } from '../../admin/model/record.js';
import type { Model } from '../../admin/model/registration.js';
import { randomToken } from '../../core/crypto.js';

/** Values that the checks write to columns, and whether a host kept them. */

/** The columns that a form could write, with the values of the record: neither the key nor anything protected or unreadable. */
export function writableColumns({ columns, primaryKey }: Model, { cells }: AdminRecord): readonly ColumnWrite[] {
  return columns.flatMap((column, index): ColumnWrite[] => {
    const value = cells[index];
    const isWritable = !column.protected && column.name !== primaryKey;
    const isWhole = value !== undefined && value.kind !== 'invalid' && value.kind !== 'truncated';
    return isWritable && isWhole ? [{ column, value }] : [];
  });
}

/** A text that no other record holds. All strings of one write get the same, so a name derived from another looks kept. */
export function sampleText(): string {
  return `Check-Host ${randomToken(6)}`;
}

/** A value that the column can hold, different for every `n` below 8, except for a bool. */
export function sampleOf(column: Column, n: number, text: string): Cell {
  switch (column.type) {
    case 'bool':
      return { kind: 'bool', value: n % 2 === 0 };
    case 'integer':
    case 'bigint':
      return { kind: 'int64', value: integerWithin(column, n) };
    case 'double':
      return { kind: 'double', value: n + 0.5 };
    case 'decimal':
      return { kind: 'decimal', value: hasFraction(column) ? `${n + 1}.5` : String(n + 1) };
    case 'string':
      return { kind: 'string', value: text.slice(-(column.maxLength ?? text.length)) };
    case 'date':
      return { kind: 'date', value: `2001-02-0${n + 1}` };
    case 'time':
      return { kind: 'time', value: `01:02:0${n + 1}` };
    case 'timestamp':
      return { kind: 'timestamp', value: Date.UTC(2001, 1, 3, 4, 5, n, 789) };
    case 'json':
      return { kind: 'json', value: JSON.stringify({ 'check-host': [n, true, null] }) };
    case 'bytes':
      return { kind: 'bytes', value: Buffer.from([n, 0, 255]).subarray(0, column.maxLength) };
  }
}

/** A sample that differs from the value. */
export function otherSample(column: Column, value: ReadCell | undefined): Cell {
  for (let n = 0; n < 3; n += 1) {
    const sample = sampleOf(column, n, sampleText());
    if (!isKept(sample, value)) return sample;
  }
  return NULL_CELL;
}

/** From 1, which most columns of a form can hold. */
function integerWithin({ minimum, maximum }: Column, n: number): bigint {
  const wanted = BigInt(n + 1);
  if (minimum !== undefined && wanted < minimum) return minimum + BigInt(n);
  return maximum !== undefined && wanted > maximum ? maximum - BigInt(n) : wanted;
}

function hasFraction({ precision = Infinity, scale = Infinity }: Column): boolean {
  return scale > 0 && precision > 1;
}

/**
 * Whether a value came back as it was written. The application may normalize texts (trim them, lower their case, make
 * them part of a path), and a database may keep whole seconds.
 */
export function isKept(written: Cell, read: ReadCell | undefined): boolean {
  if (written.kind === 'string' && read?.kind === 'string') return bare(written.value) === bare(read.value);
  if (written.kind === 'decimal' && read?.kind === 'decimal') return Number(written.value) === Number(read.value);
  if (written.kind === 'time' && read?.kind === 'time') return written.value.slice(0, 8) === read.value.slice(0, 8);
  if (written.kind === 'timestamp' && read?.kind === 'timestamp') return Math.abs(written.value - read.value) < 1000;
  if (written.kind === 'json' && read?.kind === 'json') {
    return isDeepStrictEqual(JSON.parse(written.value), JSON.parse(read.value));
  }
  return isDeepStrictEqual(written, read);
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
