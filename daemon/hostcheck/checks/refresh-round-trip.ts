import { randomBytes } from 'node:crypto';
import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { asReceived, expectRecord } from '../compare.js';
import { createRefreshToken } from '../operations.js';

export const refreshRoundTrip: Check = {
  name: 'refresh-token/round-trip',
  citation: 'backend.proto: RefreshToken',
  on: 'transactions',
  run: async ({ backend }) => {
    const first = backend.newRefreshToken({
      scopes: ['read', 'write', 'ai', 'offline_access'],
      grantContext: randomBytes(4096),
      lineageStartedAt: toTimestamp(Date.now() - 86_400_001),
    });
    const second = backend.newRefreshToken({ ...first, issuedAt: toTimestamp(Date.now() + 1) });
    for (const token of [first, second, backend.newRefreshToken()]) {
      const stored = asReceived(createRefreshToken(token)).createRefreshToken?.refreshToken ?? {};
      await backend.commit(createRefreshToken(token));
      expectRecord('refresh_token', await backend.refreshToken(token.tokenHash), stored);
    }
  },
};
