import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { TransactionBundle } from '../ports/backend.js';
import type { AbortReason } from '../ports/errors.js';

/** Name of an operation's member in the contract's oneof. */
export type OperationKind = NonNullable<Operation__Output['operation']>;

/** One kind of operation: how port methods answer it. All facts about a kind are in one such value. */
export interface OperationType<Kind extends OperationKind> {
  /** Whether it only reads. A transaction of such operations needs no lock for writing. */
  readonly readOnly: boolean;
  /** The abort reasons that the contract allows for it. */
  readonly aborts: readonly AbortReason[];
  /** Reads an operation that obeys the rules of its fields, before anything runs; `index` is its place, for InvalidField. */
  parse(
    sent: NonNullable<Operation__Output[Kind]>,
    index: number,
  ): (bundle: TransactionBundle) => Promise<NonNullable<OperationResult[Kind]>>;
}
