import type { Check } from '../check.js';
import { createRefreshToken, spendRefreshToken } from '../operations.js';
import { expectOneWinner } from './race.js';

export const refreshSpendConcurrent: Check = {
  name: 'refresh-token/spend-under-concurrency',
  citation: 'backend.proto: SpendRefreshToken, "exactly one succeeds"',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken();
    await backend.commit(createRefreshToken(token));
    const spend = () => spendRefreshToken(token.tokenHash);
    await expectOneWinner(backend, spend, 'ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT');
  },
};
