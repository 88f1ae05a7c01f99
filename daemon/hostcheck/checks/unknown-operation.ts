import { status } from '@grpc/grpc-js';
import { expectStatus } from '../backend.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode } from '../operations.js';
import { RpcStatus } from '../transport.js';
import { transactRpc } from '../unary-transport.js';

/** TransactRequest { operations: [ Operation { field 2000: empty message } ] }, as a later contract might have it. */
const OPERATION_OF_THE_FUTURE = Buffer.from([0x0a, 0x03, 0x82, 0x7d, 0x00]);

export const unknownOperation: Check = {
  name: 'operation/unknown',
  citation: 'backend.proto: Transact, UNIMPLEMENTED',
  on: 'unary',
  run: async ({ backend, connection }) => {
    const code = backend.newCode();
    // Repeated fields of concatenated messages are appended: CreateCode first, then the unknown one.
    const request = Buffer.concat([transactRpc.serialize({ operations: [createCode(code)] }), OPERATION_OF_THE_FUTURE]);
    const answered = await connection.call(transactRpc, request).then(
      () => status.OK,
      (error: unknown) => {
        if (error instanceof RpcStatus) return error.code;
        throw error;
      },
    );
    const advice =
      'An operation that is not set to anything you know is one of a later contract: refuse the whole transaction.';
    expectStatus(answered, status.UNIMPLEMENTED, 'for an operation that the host does not know', advice);
    expectThat(
      (await backend.code(code.codeHash)) === null,
      'nothing changed',
      'the operation before it took effect',
      advice,
    );
  },
};
