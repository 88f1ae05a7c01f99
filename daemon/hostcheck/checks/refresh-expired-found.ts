import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createRefreshToken } from '../operations.js';

export const refreshExpiredFound: Check = {
  name: 'refresh-token/expired-found',
  citation: 'backend.proto: FindRefreshToken, "spent, expired and revoked ones too"',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken({ expiresAt: toTimestamp(Date.now() - 1000) });
    await backend.commit(createRefreshToken(token));
    const advice =
      'Whether an expired token may be used is for Gatehouse to decide; the host only sweeps it when asked.';
    expectThat(
      (await backend.refreshToken(token.tokenHash)) !== null,
      'an expired token is found until it is swept',
      'none',
      advice,
    );
  },
};
