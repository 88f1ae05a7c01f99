import type { Code, RefreshToken } from '@gatehouse/host';
import { stores } from './oauth-semantics.js';
import type { Mutant } from './mutant.js';

/** Habits of languages, frameworks and databases that break a sentence of the contract: collations, trimming, sets, integers. */

const flipped = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

/** Codes and refresh tokens are stored with this change. */
function grants(name: string, change: (grant: Code | RefreshToken) => object): Mutant {
  return stores(name, ['code/', 'refresh-token/'], ({ codes, refreshTokens }) => ({
    codes: { create: (code) => codes.create({ ...code, ...change(code) }) },
    refreshTokens: { create: (token) => refreshTokens.create({ ...token, ...change(token) }) },
  }));
}

const IDS: readonly Mutant[] = [
  stores('client ids are stored in Unicode NFC', ['client/exact'], ({ clients }) => ({
    clients: {
      find: (id) => clients.find(id.normalize('NFC')),
      create: (client, options) => clients.create({ ...client, clientId: client.clientId.normalize('NFC') }, options),
    },
  })),
  stores('a client id keeps 255 characters', ['client/exact'], ({ clients }) => ({
    clients: {
      find: (id) => clients.find(id.slice(0, 255)),
      create: (client, options) => clients.create({ ...client, clientId: client.clientId.slice(0, 255) }, options),
    },
  })),
  grants('white space around user ids is removed', ({ userId }) => ({ userId: userId.trim() })),
];

const CLIENTS: readonly Mutant[] = [
  stores('a client name keeps 100 characters', ['client/exact'], ({ clients }) => ({
    clients: {
      create: (client, options) => clients.create({ ...client, clientName: client.clientName.slice(0, 100) }, options),
    },
  })),
  stores('only the first redirect URI is stored', ['client/exact'], ({ clients }) => ({
    clients: {
      create: (client, options) =>
        clients.create({ ...client, redirectUris: client.redirectUris.slice(0, 1) }, options),
    },
  })),
  stores('grant types that the host does not know are dropped', ['client/exact'], ({ clients }) => ({
    clients: {
      create: (client, options) =>
        clients.create(
          {
            ...client,
            grantTypes: client.grantTypes.filter((type) => /^(?:authorization_code|refresh_token)$/.test(type)),
          },
          options,
        ),
    },
  })),
  stores('members of the metadata that are null are dropped', ['client/exact'], ({ clients }) => ({
    clients: {
      create: (client, options) =>
        clients.create(
          {
            ...client,
            metadata: Object.fromEntries(Object.entries(client.metadata).filter(([, value]) => value !== null)),
          },
          options,
        ),
    },
  })),
];

const GRANTS: readonly Mutant[] = [
  grants('a grant context is text in UTF-8', ({ grantContext }) => ({
    grantContext: Buffer.from(grantContext.toString('utf8')),
  })),
  grants('a grant context ends at its first zero byte', ({ grantContext }) => {
    const end = grantContext.indexOf(0);
    return { grantContext: end < 0 ? grantContext : grantContext.subarray(0, end) };
  }),
  grants('a resource has no slash at its end', ({ resource }) => ({ resource: resource.replace(/\/$/, '') })),
  grants('a grant expires at a whole minute', ({ expiresAt }) => ({
    expiresAt: new Date(Math.floor(expiresAt.getTime() / 60_000) * 60_000),
  })),
  stores('RevokeLineage spends the tokens', ['lineage/'], ({ refreshTokens }) => ({
    refreshTokens: {
      find: async (hash) => {
        const found = await refreshTokens.find(hash);
        return found?.lineageRevoked === true ? { ...found, spentAt: found.spentAt ?? new Date() } : found;
      },
    },
  })),
  stores('access tokens are compared without regard to case', ['token/'], ({ accessTokens }) => ({
    accessTokens: {
      find: async (token) => (await accessTokens.find(token)) ?? (await accessTokens.find(flippedToken(token))),
    },
  })),
];

/** The token with its first letter in the other case: what a search that ignores case would also find. */
function flippedToken(token: string): string {
  const at = token.search(/[a-z]/i);
  return at < 0 ? token : `${token.slice(0, at)}${flipped(token.charAt(at))}${token.slice(at + 1)}`;
}

export const HABIT_MUTANTS: readonly Mutant[] = [...IDS, ...CLIENTS, ...GRANTS];
