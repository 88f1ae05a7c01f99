import { status as grpcStatus } from '@grpc/grpc-js';
import type { FaultyAnswer } from '../../support/faulty-host.js';

/** The answer of Transact to these operations. */
export type FaultyTransact = (operations: readonly string[]) => FaultyAnswer;
export type NamedFaults = Readonly<Record<string, FaultyTransact>>;

/** The host reported a failure, or nothing arrived that gRPC accepts (AS-204). */
export const ABSENCES: NamedFaults = {
  ...Object.fromEntries(
    (['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL', 'UNKNOWN', 'UNIMPLEMENTED', 'UNAUTHENTICATED'] as const).map(
      (name) => [name, () => ({ status: grpcStatus[name] })],
    ),
  ),
  'more than the 4 MB that gRPC takes': () => {
    return { message: { aborted: { operationIndex: 0, publicReason: 'x'.repeat(5 * 1024 * 1024) } } };
  },
};

/** An answer arrived that the contract does not allow (HC-4). */
export const GARBAGE: NamedFaults = {
  'no outcome': () => ({ message: {} }),
  'no results': () => committed([]),
  'one result too few': (operations) => committed(operations.slice(1).map(resultOf)),
  'one result too many': (operations) => committed([...operations, 'findCode'].map(resultOf)),
  'results of another kind': (operations) =>
    committed(operations.map((name) => resultOf(name === 'findClient' ? 'findCode' : 'findClient'))),
  'empty results': (operations) => committed(operations.map(() => ({}))),
  'an abort without a reason': () => aborted(0, 0),
  'an abort for an unknown reason': () => aborted(0, 77),
  'an abort for a reason of another operation': () => aborted(0, 'ABORT_REASON_CLIENT_ALREADY_EXISTS'),
  'an abort of an operation that was not sent': () => aborted(99, 'ABORT_REASON_LINEAGE_REVOKED'),
};

/**
 * Not even a message. It breaks the stream: the outcome of waiting transactions is unknown, as if no answer had come.
 */
export const NO_MESSAGE: NamedFaults = {
  'bytes that are not a message': () => ({ bytes: Buffer.from('ffffffffffffffffffff', 'hex') }),
  'an HTML page': () => ({ bytes: Buffer.from('<html>502 Bad Gateway</html>') }),
};

function committed(results: readonly object[]): FaultyAnswer {
  return { message: { committed: { results } } };
}

function resultOf(operation: string): object {
  return { [operation]: {} };
}

function aborted(operationIndex: number, reason: string | number): FaultyAnswer {
  return { message: { aborted: { operationIndex, reason } } };
}
