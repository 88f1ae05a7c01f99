import type { AdminComparison__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminComparison';
import type { AdminSearch__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSearch';
import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import { given } from './directory.js';

/** How values of the host in memory compare (admin_query.proto). */

/** A value that JavaScript compares like the column's type. Undefined: null. */
function comparable(cell: Cell): bigint | number | string | undefined {
  if (cell.int64Value !== undefined) return BigInt(String(cell.int64Value));
  if (cell.decimalValue !== undefined) return Number(cell.decimalValue);
  if (cell.timestampValue) return Number(cell.timestampValue.seconds) * 1000 + (cell.timestampValue.nanos ?? 0) / 1e6;
  return cell.stringValue;
}

/** Nulls last. */
export function order(a: Cell, b: Cell): number {
  const [one, other] = [comparable(a), comparable(b)];
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
  return one < other ? -1 : 1;
}

/** Ignores case as JavaScript regular expressions do. */
export function containsText(text: string, term: string): boolean {
  return new RegExp(term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu').test(text);
}

type Contains = (text: string, term: string) => boolean;

export function compares({ operator, values }: AdminComparison__Output, cell: Cell, contains: Contains): boolean {
  const isNull = comparable(cell) === undefined;
  if (operator === 'ADMIN_COMPARISON_OPERATOR_IS_NULL') return isNull;
  if (operator === 'ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL') return !isNull;
  if (operator === 'ADMIN_COMPARISON_OPERATOR_NOT_EQUAL' && isNull) return true;
  if (isNull) return false;
  const first = given(values[0] ?? null);
  const difference = order(cell, first);
  switch (operator) {
    case 'ADMIN_COMPARISON_OPERATOR_EQUAL':
      return difference === 0;
    case 'ADMIN_COMPARISON_OPERATOR_NOT_EQUAL':
      return difference !== 0;
    case 'ADMIN_COMPARISON_OPERATOR_LESS':
      return difference < 0;
    case 'ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL':
      return difference <= 0;
    case 'ADMIN_COMPARISON_OPERATOR_GREATER':
      return difference > 0;
    case 'ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL':
      return difference >= 0;
    case 'ADMIN_COMPARISON_OPERATOR_IN':
      return values.some((value) => order(cell, value) === 0);
    case 'ADMIN_COMPARISON_OPERATOR_CONTAINS':
      return contains(cell.stringValue ?? '', first.stringValue ?? '');
    default:
      return false;
  }
}

/** @param texts of the columns that are searched */
export function found({ mode, terms }: AdminSearch__Output, texts: readonly string[], contains: Contains): boolean {
  const occurs = (term: string): boolean => texts.some((text) => contains(text, term));
  return mode === 'ADMIN_SEARCH_MODE_ANY' ? terms.some(occurs) : terms.every(occurs);
}

export function textOf(cell: Cell): string {
  return String(comparable(cell) ?? '');
}
