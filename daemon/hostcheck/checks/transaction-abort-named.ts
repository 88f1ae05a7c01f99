import type { Check } from '../check.js';
import { createCode, findCode, spendCode, spendRefreshToken } from '../operations.js';
import { newHash, newId } from '../records.js';

/** The same failing operation at every place of a transaction, and two of them at once. */
export const transactionAbortNamed: Check = {
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
