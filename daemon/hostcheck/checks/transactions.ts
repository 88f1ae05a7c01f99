import { status } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectStatus } from '../subject/backend.js';
import type { Check } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { expectThat } from '../subject/expectations.js';
import {
  createClient,
  createCode,
  createRefreshToken,
  findClient,
  findCode,
  findRefreshToken,
  newClient,
  newHash,
  newId,
  revokeLineage,
  spendCode,
  spendRefreshToken,
} from '../subject/operations.js';
import { transactRpc } from '../subject/transports.js';

const transactionSixteen: Check = {
  name: 'transaction/sixteen-operations',
  citation: 'backend.proto: TransactRequest, Committed',
  on: 'transactions',
  run: async ({ backend }) => {
    const codes = Array.from({ length: 8 }, () => backend.newCode());
    await backend.commit(...codes.flatMap((code) => [createCode(code), findCode(code.codeHash)]));
  },
};

const transactionSeesItself: Check = {
  name: 'transaction/sees-itself',
  citation: 'backend.proto: Transact, "An operation sees what the ones before it did"',
  on: 'transactions',
  run: async ({ backend }) => {
    const [code, token] = [backend.newCode(), backend.newRefreshToken()];
    const results = await backend.commit(
      createCode(code),
      spendCode(code.codeHash, newId()),
      findCode(code.codeHash),
      createRefreshToken(token),
      revokeLineage(token.lineageId),
      findRefreshToken(token.tokenHash),
    );
    const sees =
      !!results[2]?.findCode?.code?.spentAt && results[5]?.findRefreshToken?.refreshToken?.lineageRevoked === true;
    const advice = 'Run the operations in order, and read through the transaction that writes.';
    expectThat(
      sees,
      'a spent code and a revoked lineage, found in the transaction that made them',
      'not found',
      advice,
    );
    await backend.abort([spendCode(code.codeHash, newId())], 0, 'ABORT_REASON_CODE_ALREADY_SPENT');
  },
};

const transactionAtomic: Check = {
  name: 'transaction/atomic',
  citation: 'backend.proto: Transact, "Either all of them take effect, or none"',
  on: 'transactions',
  run: async ({ backend }) => {
    const [client, code, token, spent] = [newClient(), backend.newCode(), backend.newRefreshToken(), backend.newCode()];
    const revoked = newId();
    await backend.commit(createCode(spent));
    const operations = [
      createClient(client),
      createCode(code),
      createRefreshToken(token),
      spendCode(spent.codeHash, newId()),
      revokeLineage(revoked),
      spendCode(newHash(), newId()),
      findClient(newId()),
    ];
    await backend.abort(operations, 5, 'ABORT_REASON_CODE_NOT_FOUND');
    const left = {
      CreateClient: (await backend.client(client.clientId ?? '')) !== null,
      CreateCode: (await backend.code(code.codeHash)) !== null,
      CreateRefreshToken: (await backend.refreshToken(token.tokenHash)) !== null,
      SpendCode: (await backend.code(spent.codeHash))?.spentAt !== null,
      RevokeLineage: await isRevoked(revoked),
    };
    const survived = Object.entries(left).flatMap(([operation, took]) => (took ? [operation] : []));
    const advice = 'Run all operations in one database transaction, and roll it back when one aborts.';
    expectThat(
      survived.length === 0,
      'an abort undoes the operations before it',
      `${survived.join(', ')} took effect`,
      advice,
    );

    async function isRevoked(lineageId: string): Promise<boolean> {
      const { aborted } = await backend.outcome([createRefreshToken(backend.newRefreshToken({ lineageId }))]);
      return !!aborted;
    }
  },
};

/** The same failing operation at every position of a transaction, and two of them together. */
const transactionAbortNamed: Check = {
  name: 'transaction/abort-named',
  citation: 'backend.proto: Aborted',
  on: 'transactions',
  run: async ({ backend }) => {
    for (const index of [0, 1, 4]) {
      const before = Array.from({ length: index }, () => findCode(newHash()));
      const operations = [...before, spendRefreshToken(newHash()), createCode(backend.newCode())];
      await backend.abort(operations, index, 'ABORT_REASON_REFRESH_TOKEN_NOT_FOUND');
    }
    const both = [findCode(newHash()), spendCode(newHash(), newId()), spendRefreshToken(newHash())];
    await backend.abort(both, 1, 'ABORT_REASON_CODE_NOT_FOUND');
  },
};

/** TransactRequest { operations: [ Operation { field 2000: empty message } ] }, as a later contract might define it. */
const OPERATION_OF_THE_FUTURE = Buffer.from([0x0a, 0x03, 0x82, 0x7d, 0x00]);

const unknownOperation: Check = {
  name: 'operation/unknown',
  citation: 'backend.proto: Transact, UNIMPLEMENTED',
  on: 'unary',
  run: async ({ backend, connection }) => {
    const code = backend.newCode();
    // Concatenating messages appends their repeated fields: CreateCode first, then the unknown operation.
    const request = Buffer.concat([transactRpc.serialize({ operations: [createCode(code)] }), OPERATION_OF_THE_FUTURE]);
    const answered = await connection.call(transactRpc, request).then(
      () => status.OK,
      (error: unknown) => {
        if (error instanceof RpcStatus) return error.code;
        throw error;
      },
    );
    const advice = 'An unset or unknown operation comes from a later contract: reject the whole transaction.';
    expectStatus(answered, status.UNIMPLEMENTED, 'for an operation that the host does not know', advice);
    expectThat(
      (await backend.code(code.codeHash)) === null,
      'nothing changed',
      'the operation before it took effect',
      advice,
    );
  },
};

const DEADLINE_TRIES = 10;
/** Time for a host that continues although the caller no longer waits. */
const DEADLINE_SETTLE_MS = 1000;

const deadline: Check = {
  name: 'deadline/rolls-back',
  citation: 'backend.proto: Transact, DEADLINE_EXCEEDED; StreamedTransaction.timeout',
  on: 'transactions',
  start: async ({ backend }) => {
    const codes = Array.from({ length: DEADLINE_TRIES }, () => backend.newCode());
    for (const code of codes) await backend.transport.sendTooLate({ operations: [createCode(code)] });
    const verify = async (): Promise<void> => {
      const found = [];
      for (const code of codes) if ((await backend.code(code.codeHash)) !== null) found.push(code);
      expectThat(
        found.length === 0,
        'a transaction has no effect if its deadline passed before the commit',
        `${found.length} of ${DEADLINE_TRIES} with a passed deadline were committed`,
        'Check the deadline (of the call, or the timeout in the stream) immediately before the commit, and roll back if it has passed.',
      );
    };
    return { afterMs: DEADLINE_SETTLE_MS, verify };
  },
};

const CANCEL_TRIES = 40;
const CANCEL_SETTLE_MS = 500;

const cancellation: Check = {
  name: 'cancellation/nothing-half-done',
  citation: 'host.proto: rule 4',
  on: 'unary',
  run: async ({ backend, connection }) => {
    const tries = Array.from({ length: CANCEL_TRIES }, () => ({
      client: newClient(),
      code: backend.newCode(),
      token: backend.newRefreshToken(),
    }));
    await Promise.all(
      tries.map(async ({ client, code, token }, n) => {
        const operations = [createClient(client), createCode(code), createRefreshToken(token)];
        backend.note(operations);
        // From "before it arrived" to "after it was answered".
        await connection.call(transactRpc, { operations }, { cancelAfterMs: n }).catch((error: unknown) => {
          if (!(error instanceof RpcStatus)) throw error;
        });
      }),
    );
    // Not later: what the host still does for cancelled calls would disturb the checks of the cap.
    await sleep(CANCEL_SETTLE_MS);
    for (const { client, code, token } of tries) {
      const found = [
        (await backend.client(client.clientId ?? '')) !== null,
        (await backend.code(code.codeHash)) !== null,
        (await backend.refreshToken(token.tokenHash)) !== null,
      ];
      expectThat(
        new Set(found).size === 1,
        'a cancelled transaction took effect completely or not at all',
        `client, code, refresh token found: ${found.join(', ')}`,
        'Roll back the database transaction when the call is cancelled.',
      );
    }
  },
};

export const TRANSACTION_CHECKS: readonly Check[] = [
  transactionSixteen,
  transactionSeesItself,
  transactionAtomic,
  transactionAbortNamed,
  unknownOperation,
  deadline,
  cancellation,
];
