import type { OperationNode, RawBuilder } from 'kysely';
import type { Column } from './column.js';

/** A column of the model's table in an expression. */
export type ColumnReference = (column: string) => RawBuilder<unknown>;

/** The value of a computed column as SQL. `of` names columns of the record, wherever the query reads it. */
export type ComputedExpression = (of: ColumnReference) => RawBuilder<unknown>;

/** A column that no table has: an accessor, as October calls it. */
export interface ComputedColumn extends Column {
  readonly expression: ComputedExpression;
}

/**
 * A column whose value the database computes for each record: ``computed(column.string(), (of) => sql`${of('first_name')} || ' ' || ${of('last_name')}`)``.
 * Lists and forms show it, and can sort, search and filter by it; no form writes it. An expression has no parameters:
 * write constants into its text, or with `sql.lit`.
 */
export function computed(type: Column, expression: ComputedExpression): ComputedColumn {
  return { ...type, protected: true, expression };
}

/** Whether a column is computed. */
export function isComputed(column: Column): column is ComputedColumn {
  return 'expression' in column;
}

/** Whether an expression contains parameters, whose order in a query the SDK could not know. */
export function hasParameters(expression: RawBuilder<unknown>): boolean {
  return holdsParameter(expression.toOperationNode());
}

function holdsParameter(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(holdsParameter);
  if (typeof node !== 'object' || node === null) return false;
  const { kind, immediate } = node as OperationNode & { readonly immediate?: boolean };
  if (kind === 'PrimitiveValueListNode' || (kind === 'ValueNode' && immediate !== true)) return true;
  return Object.values(node).some(holdsParameter);
}
