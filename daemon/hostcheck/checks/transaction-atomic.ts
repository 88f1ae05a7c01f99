import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createClient, createCode, createRefreshToken, findClient, revokeLineage, spendCode } from '../operations.js';
import { newClient, newHash, newId } from '../records.js';

export const transactionAtomic: Check = {
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
