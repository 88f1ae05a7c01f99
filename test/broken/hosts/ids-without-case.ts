import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

/** The default behavior of a database with a case-insensitive collation. */
export const idsWithoutCase: BrokenHost = {
  name: 'client ids are compared without regard to case',
  caughtBy: ['client/absent'],
  around: (backend) => {
    const ids = new Map<string, string>();
    return replacing(backend, ({ clients }) => ({
      clients: {
        create: (client, options) => {
          ids.set(client.clientId.toLowerCase(), client.clientId);
          return clients.create(client, options);
        },
        find: (clientId) => clients.find(ids.get(clientId.toLowerCase()) ?? clientId),
      },
    }));
  },
};
