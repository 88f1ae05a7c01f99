import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const hashIgnored: BrokenHost = {
  name: 'only the beginning of a hash is compared',
  caughtBy: ['code/found-by-hash', 'refresh-token/found-by-hash'],
  around: (backend) => {
    const whole = new Map<string, Buffer>();
    const keyOf = (hash: Buffer): string => hash.subarray(0, 16).toString('hex');
    const byBeginning = (hash: Buffer): Buffer => whole.get(keyOf(hash)) ?? hash;
    return replacing(backend, ({ codes, refreshTokens }) => ({
      codes: {
        async create(code) {
          whole.set(keyOf(code.codeHash), code.codeHash);
          await codes.create(code);
        },
        find: (codeHash) => codes.find(byBeginning(codeHash)),
        spend: (codeHash, lineageId, at) => codes.spend(byBeginning(codeHash), lineageId, at),
      },
      refreshTokens: {
        async create(token) {
          whole.set(keyOf(token.tokenHash), token.tokenHash);
          await refreshTokens.create(token);
        },
        find: (tokenHash) => refreshTokens.find(byBeginning(tokenHash)),
        spend: (tokenHash, at) => refreshTokens.spend(byBeginning(tokenHash), at),
      },
    }));
  },
};
