import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const forgetsUnknownLineage: BrokenHost = {
  name: 'the revocation of a lineage without rows is forgotten',
  caughtBy: ['lineage/revoke-unknown', 'lineage/revoke-unknown (stream)'],
  around: (backend) => {
    const known = new Set<string>();
    return replacing(backend, ({ refreshTokens, accessTokens }) => ({
      refreshTokens: {
        async create(token) {
          known.add(token.lineageId);
          await refreshTokens.create(token);
        },
        revokeLineage: async (lineageId, at) =>
          known.has(lineageId) ? refreshTokens.revokeLineage(lineageId, at) : true,
      },
      accessTokens: {
        async revokeLineage(lineageId, at) {
          if (known.has(lineageId)) await accessTokens.revokeLineage(lineageId, at);
        },
      },
    }));
  },
};
