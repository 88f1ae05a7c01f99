import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const replaceOverwritesEverything: BrokenHost = {
  name: 'replacing a client does not change its stored registration time',
  caughtBy: ['client/replace-existing'],
  around: (backend) => {
    const registered = new Map<string, Date>();
    return replacing(backend, ({ clients }) => ({
      clients: {
        create: (client, options) => {
          registered.set(client.clientId, client.registeredAt);
          return clients.create(client, options);
        },
        async find(clientId) {
          const client = await clients.find(clientId);
          return client && { ...client, registeredAt: registered.get(clientId) ?? client.registeredAt };
        },
      },
    }));
  },
};
