import { randomUUID } from 'node:crypto';
import type { AccessTokenInfo } from '@gatehouse/host';
import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const accessTokenOutlivesLineage: BrokenHost = {
  name: 'access tokens remain valid after their lineage is revoked',
  caughtBy: ['lineage/revoke', 'lineage/revoke (stream)'],
  around: (backend) => {
    const minted = new Map<string, AccessTokenInfo>();
    return replacing(backend, () => ({
      accessTokens: {
        async mint({ lineageId, clientId, userId }) {
          const accessToken = randomUUID();
          minted.set(accessToken, { lineageId, clientId, userId });
          return { accessToken };
        },
        find: async (accessToken) => minted.get(accessToken),
        revokeLineage: () => Promise.resolve(),
      },
    }));
  },
};
