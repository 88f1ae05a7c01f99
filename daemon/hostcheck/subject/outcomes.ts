import { status } from '@grpc/grpc-js';
import type { Column } from '../../admin/model/column.js';
import type { AdminRecord, ColumnWrite } from '../../admin/model/record.js';
import { nameOf } from './backend.js';
import { RpcStatus } from './connection.js';
import { CheckFailure, expectThat, shown } from './expectations.js';
import { isKept } from './samples.js';

/** Outcomes of writes, as the checks expect them. */

export const NOT_FOUND = { outcome: 'notFound' };

/** Returns the outcome. Fails for a status that means that the host broke. */
export async function outcomeOf<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof RpcStatus) || error.code === (status.UNAVAILABLE as number)) throw error;
    throw new CheckFailure(
      `an outcome for ${what}`,
      nameOf(error),
      'Read the log of the host. If the database rejects a value, return invalid or refused: a fault becomes a 500.',
    );
  }
}

/** Every written value came back. */
export function expectKept(
  what: string,
  columns: readonly Column[],
  written: readonly ColumnWrite[],
  { cells }: Pick<AdminRecord, 'cells'>,
): void {
  for (const { column, value } of written) {
    const read = cells[columns.indexOf(column)];
    expectThat(
      isKept(value, read),
      `${what}, with ${column.name} = ${shown(value)}`,
      shown(read),
      'Store every value that you accept. If the application itself decides this value, register the column as protected.',
    );
  }
}
