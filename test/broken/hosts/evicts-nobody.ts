import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const evictsNobody: BrokenHost = {
  name: 'at the cap, a client is created without evicting another',
  caughtBy: ['client/evict-oldest-unconsented'],
  around: (backend) =>
    replacing(backend, ({ clients }) => ({
      clients: {
        create: (client, options) =>
          clients.create(client, options.evictOldestUnconsented ? { ...options, cap: 0 } : options),
      },
    })),
};
