import { setTimeout as sleep } from 'node:timers/promises';
import { Abort, type Awaitable } from '@gatehouse/host';
import type { BrokenHost } from '../broken-host.js';
import { replacing, separately } from '../broken-host.js';

export const doubleSpend: BrokenHost = {
  name: 'spends are read first and written afterwards',
  caughtBy: [
    'code/spend-under-concurrency',
    'refresh-token/spend-under-concurrency',
    'redeem-code/under-concurrency',
    'redeem-refresh-token/under-concurrency',
  ],
  around: (backend) =>
    replacing(separately(backend), ({ codes, refreshTokens }) => ({
      codes: {
        async spend(codeHash, lineageId, at) {
          const code = await codes.find(codeHash);
          if (code?.spent) throw new Abort('code_already_spent');
          await sleep(5);
          await tolerated(() => codes.spend(codeHash, lineageId, at));
        },
      },
      refreshTokens: {
        async spend(tokenHash, at) {
          const token = await refreshTokens.find(tokenHash);
          if (token?.spentAt) throw new Abort('refresh_token_already_spent');
          await sleep(5);
          await tolerated(() => refreshTokens.spend(tokenHash, at));
        },
      },
    })),
};

async function tolerated(spend: () => Awaitable<void>): Promise<void> {
  try {
    await spend();
  } catch (error) {
    if (!(error instanceof Abort) || !error.reason.endsWith('already_spent')) throw error;
  }
}
