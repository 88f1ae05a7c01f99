import { Abort } from '@gatehouse/host';
import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

/** Only the token rows record the revocation, so a sweep removes it with them. */
export const revocationSwept: BrokenHost = {
  name: 'a sweep forgets revocations',
  caughtBy: ['lineage/revocation-survives-sweep'],
  around: (backend) => {
    const revoked = new Set<string>();
    return replacing(backend, ({ refreshTokens }) => ({
      refreshTokens: {
        async create(token) {
          if (revoked.has(token.lineageId)) throw new Abort('lineage_revoked');
          await refreshTokens.create(token);
        },
        async revokeLineage(lineageId) {
          const isNew = !revoked.has(lineageId);
          revoked.add(lineageId);
          return isNew;
        },
        async sweepExpired(before, limit) {
          revoked.clear();
          return refreshTokens.sweepExpired(before, limit);
        },
      },
      accessTokens: { revokeLineage: () => Promise.resolve() },
    }));
  },
};
