import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const wholeSeconds: BrokenHost = {
  name: 'times are stored in whole seconds',
  caughtBy: ['client/round-trip'],
  around: (backend) =>
    replacing(backend, ({ clients }) => ({
      clients: {
        create: (client, options) => {
          const registeredAt = new Date(Math.floor(client.registeredAt.getTime() / 1000) * 1000);
          return clients.create({ ...client, registeredAt }, options);
        },
      },
    })),
};
