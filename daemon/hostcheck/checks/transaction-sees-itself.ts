import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode, createRefreshToken, findCode, findRefreshToken, revokeLineage, spendCode } from '../operations.js';
import { newId } from '../records.js';

export const transactionSeesItself: Check = {
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
    const advice = 'Run the operations in order, reading through the same transaction that writes.';
    expectThat(
      sees,
      'a spent code and a revoked lineage, found in the transaction that made them',
      'not found so',
      advice,
    );
    await backend.abort([spendCode(code.codeHash, newId())], 0, 'ABORT_REASON_CODE_ALREADY_SPENT');
  },
};
