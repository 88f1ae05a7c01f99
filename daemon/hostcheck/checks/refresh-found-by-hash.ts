import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { createRefreshToken, spendRefreshToken } from '../operations.js';
import { newHash } from '../records.js';

export const refreshFoundByHash: Check = {
  name: 'refresh-token/found-by-hash',
  citation: 'backend.proto: FindRefreshToken, SpendRefreshToken',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken();
    await backend.commit(createRefreshToken(token));
    const advice = 'Compare all 32 bytes of the hash, and leave the record absent when there is none.';
    expectSame('FindRefreshToken of an unknown hash', await backend.refreshToken(newHash()), null, advice);
    for (const position of [0, 15, 31]) {
      const other = Buffer.from(token.tokenHash);
      other[position] = (other[position] ?? 0) ^ 1;
      expectSame(
        `FindRefreshToken of a hash that differs in byte ${position}`,
        await backend.refreshToken(other),
        null,
        advice,
      );
      await backend.abort([spendRefreshToken(other)], 0, 'ABORT_REASON_REFRESH_TOKEN_NOT_FOUND');
    }
  },
};
