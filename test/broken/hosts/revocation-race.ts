import { setTimeout as sleep } from 'node:timers/promises';
import type { RefreshToken } from '@gatehouse/host';
import { Abort } from '@gatehouse/host';
import type { BrokenHost } from '../broken-host.js';
import { replacing, separately } from '../broken-host.js';

/** Correct only without concurrency: it checks the lineage first and adds to it later. */
export const revocationRace: BrokenHost = {
  name: 'a revocation does not affect a concurrent rotation',
  caughtBy: [
    'lineage/revocation-races-rotation',
    'lineage/revocation-races-rotation (stream)',
    'redeem-refresh-token/revocation-races',
  ],
  around: (backend) => {
    const tokens = new Map<string, RefreshToken>();
    const revoked = new Set<string>();
    return replacing(separately(backend), () => ({
      refreshTokens: {
        async create(token) {
          if (revoked.has(token.lineageId)) throw new Abort('lineage_revoked');
          // Long enough to be hit on a busy machine, too.
          await sleep(20);
          tokens.set(token.tokenHash.toString('hex'), token);
        },
        find: async (tokenHash) => tokens.get(tokenHash.toString('hex')),
        async spend(tokenHash, at) {
          const key = tokenHash.toString('hex');
          const token = tokens.get(key);
          if (token === undefined) throw new Abort('refresh_token_not_found');
          if (token.lineageRevoked) throw new Abort('lineage_revoked');
          if (token.spentAt !== undefined) throw new Abort('refresh_token_already_spent');
          tokens.set(key, { ...token, spentAt: at });
        },
        async revokeLineage(lineageId) {
          const isNew = !revoked.has(lineageId);
          revoked.add(lineageId);
          for (const [key, token] of tokens) {
            if (token.lineageId === lineageId) tokens.set(key, { ...token, lineageRevoked: true });
          }
          return isNew;
        },
      },
    }));
  },
};
