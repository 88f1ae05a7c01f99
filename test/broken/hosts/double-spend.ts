import { setTimeout as sleep } from 'node:timers/promises';
import { Abort } from '@gatehouse/host';
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
          await codes.spend(codeHash, lineageId, at).catch(unlessSpent);
        },
      },
      refreshTokens: {
        async spend(tokenHash, at) {
          const token = await refreshTokens.find(tokenHash);
          if (token?.spentAt) throw new Abort('refresh_token_already_spent');
          await sleep(5);
          await refreshTokens.spend(tokenHash, at).catch(unlessSpent);
        },
      },
    })),
};

function unlessSpent(error: unknown): void {
  if (!(error instanceof Abort) || !error.reason.endsWith('already_spent')) throw error;
}
