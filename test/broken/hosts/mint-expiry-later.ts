import type { BrokenHost } from '../broken-host.js';

export const mintExpiryLater: BrokenHost = {
  name: 'a mint reports a later expiry than requested',
  caughtBy: ['access-token/mint', 'access-token/mint (stream)'],
  proxy: {
    response(response) {
      for (const { mintAccessToken } of response.committed?.results ?? []) {
        if (mintAccessToken) mintAccessToken.expiresAt = { seconds: '4000000000', nanos: 0 };
      }
      return response;
    },
  },
};
