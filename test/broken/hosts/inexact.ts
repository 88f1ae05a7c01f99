import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

/** Values that a column, a library or a comparison changes. */
export const inexact: readonly BrokenHost[] = [
  {
    name: 'white space around client ids is ignored',
    caughtBy: ['client/exact-ids'],
    around: (backend) =>
      replacing(backend, ({ clients }) => ({
        clients: { find: (clientId) => clients.find(clientId.trim()) },
      })),
  },
  {
    name: 'redirect URIs are stored as the URL library writes them',
    caughtBy: ['client/exact-values'],
    around: (backend) =>
      replacing(backend, ({ clients }) => ({
        clients: {
          create: (client, options) =>
            clients.create({ ...client, redirectUris: client.redirectUris.map((uri) => new URL(uri).href) }, options),
        },
      })),
  },
  {
    name: 'white space around access tokens is ignored',
    caughtBy: ['access-token/exact'],
    around: (backend) =>
      replacing(backend, ({ accessTokens }) => ({
        accessTokens: { find: (token) => accessTokens.find(token.trim()) },
      })),
  },
];
