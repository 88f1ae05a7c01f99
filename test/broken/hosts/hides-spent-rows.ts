import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

/** A replay then looks like an unknown token, so reuse goes unnoticed. */
export const hidesSpentRows: BrokenHost = {
  name: 'spent rows are not found',
  caughtBy: ['code/spend', 'refresh-token/spend'],
  around: (backend) =>
    replacing(backend, ({ codes, refreshTokens }) => ({
      codes: {
        async find(codeHash) {
          const code = await codes.find(codeHash);
          return code?.spent ? undefined : code;
        },
      },
      refreshTokens: {
        async find(tokenHash) {
          const token = await refreshTokens.find(tokenHash);
          return token?.spentAt ? undefined : token;
        },
      },
    })),
};
