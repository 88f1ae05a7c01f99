import type { Client } from '@gatehouse/host';
import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

const REPLACING = { evictOldestUnconsented: false, replaceExisting: true } as const;

/** Clients that are created, evicted, found or swept against the tables of the contract. */
export const countsClientsWrongly: readonly BrokenHost[] = [
  {
    name: 'a client whose id is taken replaces the other one',
    caughtBy: ['client/already-exists'],
    around: (backend) =>
      replacing(backend, ({ clients }) => ({
        clients: { create: (client, options) => clients.create(client, { ...options, replaceExisting: true }) },
      })),
  },
  {
    name: 'one client more than the cap is accepted',
    caughtBy: ['client/cap'],
    around: (backend) =>
      replacing(backend, ({ clients }) => ({
        clients: {
          create: (client, options) =>
            clients.create(client, { ...options, cap: options.cap === 0 ? 0 : options.cap + 1 }),
        },
      })),
  },
  {
    name: 'the oldest client without consent is evicted below the cap, too',
    caughtBy: ['client/evict-only-at-cap'],
    around: (backend) => {
      let count = 0;
      return replacing(backend, ({ clients }) => ({
        clients: {
          async create(client, options) {
            const cap = options.evictOldestUnconsented ? count : options.cap;
            const created = await clients.create(client, { ...options, cap });
            count = created.clientCount;
            return created;
          },
        },
      }));
    },
  },
  {
    name: 'at the cap, a client that the application has created is evicted',
    caughtBy: ['client/evict-oldest-unconsented'],
    around: (backend) => {
      const own = new Map<string, Client>();
      return replacing(backend, ({ clients }) => ({
        clients: {
          async create(client, options) {
            if (!client.selfRegistered) own.set(client.clientId, client);
            for (const one of options.evictOldestUnconsented ? own.values() : []) {
              if ((await clients.find(one.clientId)) === undefined) continue;
              await clients.create({ ...one, selfRegistered: true }, { cap: 0, ...REPLACING });
            }
            return clients.create(client, options);
          },
        },
      }));
    },
  },
  {
    name: 'revoked clients are not found',
    caughtBy: ['client/revoked'],
    around: (backend) =>
      replacing(backend, ({ clients }) => ({
        clients: {
          async find(clientId) {
            const found = await clients.find(clientId);
            return found?.revokedAt === undefined ? found : undefined;
          },
        },
      })),
  },
  {
    name: 'a sweep fails at the foreign key of a dead token',
    caughtBy: ['client/sweep-with-dead-tokens'],
    around: (backend) => {
      const registered = new Map<string, Date>();
      const referred = new Set<string>();
      return replacing(backend, ({ clients, refreshTokens }) => ({
        clients: {
          create(client, options) {
            registered.set(client.clientId, client.registeredAt);
            return clients.create(client, options);
          },
          sweepUnconsented(before) {
            if ([...referred].some((clientId) => (registered.get(clientId) ?? before) < before)) {
              throw new Error('foreign key: a refresh token refers to the client');
            }
            return clients.sweepUnconsented(before);
          },
        },
        refreshTokens: {
          create(token) {
            referred.add(token.clientId);
            return refreshTokens.create(token);
          },
        },
      }));
    },
  },
];
