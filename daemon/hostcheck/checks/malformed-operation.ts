import { status } from '@grpc/grpc-js';
import type { Operation } from '../../contract/generated/gatehouse/host/v1/Operation.js';
import type { Backend } from '../backend.js';
import { expectStatus } from '../backend.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode, createRefreshToken, findClient, findCode, spendCode } from '../operations.js';
import { newId } from '../records.js';

const MALFORMED: Readonly<Record<string, (backend: Backend) => Operation[]>> = {
  'no operation': () => [],
  '17 operations': () => Array.from({ length: 17 }, () => findClient(newId())),
  'a code_hash of 31 bytes': () => [findCode(Buffer.alloc(31))],
  'no code': () => [{ createCode: {} }],
  'no client': () => [{ createClient: {} }],
  'an empty client_id': () => [findClient('')],
  'an empty lineage_id': (backend) => [spendCode(backend.newCode().codeHash, '')],
  'a grant_context of 4097 bytes': (backend) => [createCode(backend.newCode({ grantContext: Buffer.alloc(4097) }))],
  'no expires_at': (backend) => [createRefreshToken(backend.newRefreshToken({ expiresAt: null }))],
};

export const malformedOperation: Check = {
  name: 'operation/malformed',
  citation: 'backend.proto: Transact, INVALID_ARGUMENT',
  on: 'transactions',
  run: async ({ backend }) => {
    const advice = 'Check all operations before the first one runs, and name the field in the status message.';
    for (const [what, make] of Object.entries(MALFORMED)) {
      expectStatus(await backend.status(make(backend)), status.INVALID_ARGUMENT, `for ${what}`, advice);
    }
    const code = backend.newCode();
    await backend.status([createCode(code), findCode(Buffer.alloc(31))]);
    expectThat(
      (await backend.code(code.codeHash)) === null,
      'nothing changed',
      'the operation before the malformed one took effect',
      advice,
    );
  },
};
