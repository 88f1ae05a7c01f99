import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const grantContextDropped: BrokenHost = {
  name: 'the grant context is not stored',
  caughtBy: ['code/round-trip', 'refresh-token/round-trip'],
  around: (backend) =>
    replacing(backend, ({ codes, refreshTokens }) => ({
      codes: { create: (code) => codes.create({ ...code, grantContext: Buffer.alloc(0) }) },
      refreshTokens: { create: (token) => refreshTokens.create({ ...token, grantContext: Buffer.alloc(0) }) },
    })),
};
