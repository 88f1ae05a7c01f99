import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const mintLivesTooLong: BrokenHost = {
  name: 'access tokens outlive the requested expiry',
  caughtBy: ['access-token/expires', 'access-token/expires (stream)'],
  around: (backend) =>
    replacing(backend, ({ accessTokens }) => ({
      accessTokens: {
        async mint(request) {
          const { accessToken } = await accessTokens.mint({
            ...request,
            expiresAt: new Date(request.expiresAt.getTime() + 3_600_000),
          });
          return { accessToken };
        },
      },
    })),
};
