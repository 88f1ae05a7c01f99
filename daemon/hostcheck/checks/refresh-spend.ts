import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectRecord } from '../compare.js';
import { createRefreshToken, spendRefreshToken } from '../operations.js';
import { newHash } from '../records.js';

export const refreshSpend: Check = {
  name: 'refresh-token/spend',
  citation: 'backend.proto: SpendRefreshToken, RefreshToken.spent_at',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken({ grantContext: Buffer.from('tenant') });
    const successor = backend.newRefreshToken({ ...token });
    const at = Date.now();
    await backend.commit(createRefreshToken(token));
    await backend.commit(spendRefreshToken(token.tokenHash, at), createRefreshToken(successor));
    const spent = { ...token, spentAt: toTimestamp(at), lineageRevoked: false };
    expectRecord('refresh_token after SpendRefreshToken', await backend.refreshToken(token.tokenHash), spent);
    expectRecord('successor', await backend.refreshToken(successor.tokenHash), { ...successor, spentAt: null });
    await backend.abort([spendRefreshToken(token.tokenHash)], 0, 'ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT');
    expectRecord('refresh_token after a second SpendRefreshToken', await backend.refreshToken(token.tokenHash), spent);
    await backend.abort([spendRefreshToken(newHash())], 0, 'ABORT_REASON_REFRESH_TOKEN_NOT_FOUND');
  },
};
