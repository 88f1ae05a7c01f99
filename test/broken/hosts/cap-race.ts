import { setTimeout as sleep } from 'node:timers/promises';
import { Abort } from '@gatehouse/host';
import type { BrokenHost } from '../broken-host.js';
import { replacing, separately } from '../broken-host.js';

export const capRace: BrokenHost = {
  name: 'clients are counted before they are created',
  caughtBy: ['client/cap-under-concurrency', 'client/cap-under-concurrency (stream)'],
  around: (backend) => {
    let count = 0;
    return replacing(separately(backend), ({ clients }) => ({
      clients: {
        async create(client, options) {
          if (options.cap > 0 && count >= options.cap) throw new Abort('client_cap_reached');
          await sleep(5);
          const created = await clients.create(client, { ...options, cap: 0 });
          count = created.clientCount;
          return created;
        },
      },
    }));
  },
};
