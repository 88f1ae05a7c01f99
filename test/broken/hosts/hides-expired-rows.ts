import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const hidesExpiredRows: BrokenHost = {
  name: 'expired rows are not found',
  caughtBy: ['code/expired-found', 'refresh-token/expired-found'],
  around: (backend) =>
    replacing(backend, ({ codes, refreshTokens }) => ({
      codes: {
        async find(codeHash) {
          const code = await codes.find(codeHash);
          return code && code.expiresAt.getTime() > Date.now() ? code : undefined;
        },
      },
      refreshTokens: {
        async find(tokenHash) {
          const token = await refreshTokens.find(tokenHash);
          return token && token.expiresAt.getTime() > Date.now() ? token : undefined;
        },
      },
    })),
};
