import { Abort } from '@gatehouse/host';
import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const spentStateLost: BrokenHost = {
  name: 'spent codes and refresh tokens are not recorded as spent',
  caughtBy: ['code/spend', 'code/spend (stream)', 'refresh-token/spend', 'refresh-token/spend (stream)'],
  around: (backend) =>
    replacing(backend, ({ codes, refreshTokens }) => ({
      codes: {
        async spend(codeHash) {
          if ((await codes.find(codeHash)) === undefined) throw new Abort('code_not_found');
        },
      },
      refreshTokens: {
        async spend(tokenHash) {
          if ((await refreshTokens.find(tokenHash)) === undefined) throw new Abort('refresh_token_not_found');
        },
      },
    })),
};
