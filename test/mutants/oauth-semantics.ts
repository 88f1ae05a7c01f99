import type { Backend, TransactionBundle } from '@gatehouse/host';
import { Abort } from '@gatehouse/host';
import { newSqlite } from '../conformance/sdk-databases.js';
import { replacing } from '../broken/broken-host.js';
import { serve } from '../broken/serve.js';
import type { Mutant } from './mutant.js';

type Change = (bundle: TransactionBundle) => Partial<{
  readonly [Port in keyof TransactionBundle]: Partial<TransactionBundle[Port]>;
}>;

/** Mutants in what operations do: each replaces one method of the ready-made stores. */
export function stores(name: string, likely: readonly string[], change: Change, invisible?: string): Mutant {
  const around = (backend: Backend): Backend => replacing(backend, change);
  return {
    half: 'oauth',
    name,
    likely,
    serve: () => serve(newSqlite, { around }),
    ...(invisible !== undefined && { invisible }),
  };
}

const later = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

/** The work, or nothing if it aborts for that reason: a host that lets it pass. */
async function unless(reason: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Abort) || error.reason !== reason) throw error;
  }
}

/** The work, which aborts with another reason. */
async function instead<T>(reason: string, other: ConstructorParameters<typeof Abort>[0], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Abort && error.reason === reason) throw new Abort(other);
    throw error;
  }
}

const CLIENTS: readonly Mutant[] = [
  stores('FindClient hides revoked clients', ['client/revoked'], ({ clients }) => ({
    clients: {
      async find(id) {
        const found = await clients.find(id);
        return found?.revokedAt === undefined ? found : undefined;
      },
    },
  })),
  stores('FindClient hides clients without consent', ['client/round-trip'], ({ clients }) => ({
    clients: {
      async find(id) {
        const found = await clients.find(id);
        return found?.consentedAt === undefined ? undefined : found;
      },
    },
  })),
  stores('CreateClient drops the revocation', ['client/revoked'], ({ clients }) => ({
    clients: { create: ({ revokedAt: _, ...client }, options) => clients.create(client, options) },
  })),
  stores('CreateClient registers every client at the current time', ['client/round-trip'], ({ clients }) => ({
    clients: { create: (client, options) => clients.create({ ...client, registeredAt: new Date() }, options) },
  })),
  stores('CreateClient ignores the cap', ['client/cap'], ({ clients }) => ({
    clients: { create: (client, options) => clients.create(client, { ...options, cap: 0 }) },
  })),
  stores('CreateClient allows one client more than the cap', ['client/cap'], ({ clients }) => ({
    clients: {
      create: (client, options) => clients.create(client, { ...options, cap: options.cap === 0 ? 0 : options.cap + 1 }),
    },
  })),
  stores('CreateClient allows one client less than the cap', ['client/cap'], ({ clients }) => ({
    clients: { create: (client, options) => clients.create(client, { ...options, cap: Math.max(options.cap - 1, 0) }) },
  })),
  stores('a cap of 0 means no client', ['client/round-trip'], ({ clients }) => ({
    clients: {
      create: (client, options) => {
        if (options.cap === 0 && !options.replaceExisting) throw new Abort('client_cap_reached');
        return clients.create(client, options);
      },
    },
  })),
  stores('CreateClient evicts without a request for it', ['client/cap'], ({ clients }) => ({
    clients: { create: (client, options) => clients.create(client, { ...options, evictOldestUnconsented: true }) },
  })),
  stores('CreateClient evicts until there is room', ['client/evict'], ({ clients }) => ({
    clients: {
      async create(client, options) {
        for (let cap = 1000; options.evictOldestUnconsented && options.cap > 0 && cap > options.cap; cap -= 1) {
          try {
            return await clients.create(client, { ...options, cap });
          } catch (error) {
            if (!(error instanceof Abort)) throw error;
          }
        }
        return clients.create(client, options);
      },
    },
  })),
  stores('replace_existing is ignored', ['client/replace-existing'], ({ clients }) => ({
    clients: { create: (client, options) => clients.create(client, { ...options, replaceExisting: false }) },
  })),
  stores('an existing client is always replaced', ['client/already-exists'], ({ clients }) => ({
    clients: { create: (client, options) => clients.create(client, { ...options, replaceExisting: true }) },
  })),
  stores('replacing a client applies the cap', ['client/replace-existing'], ({ clients }) => ({
    clients: {
      create: (client, options) => {
        if (options.replaceExisting && options.cap === 1) throw new Abort('client_cap_reached');
        return clients.create(client, options);
      },
    },
  })),
  stores('client_count excludes the new client', ['client/cap'], ({ clients }) => ({
    clients: {
      async create(client, options) {
        const { clientCount } = await clients.create(client, options);
        return { clientCount: clientCount - 1 };
      },
    },
  })),
  stores('client_count is always 1', ['client/cap'], ({ clients }) => ({
    clients: {
      async create(client, options) {
        await clients.create(client, options);
        return { clientCount: 1 };
      },
    },
  })),
  stores("StampConsent takes the host's clock", ['client/consent-stamp'], ({ clients }) => ({
    clients: { stampConsent: (id) => clients.stampConsent(id, new Date()) },
  })),
  stores('StampConsent accepts a client that does not exist', ['client/consent-stamp'], ({ clients }) => ({
    clients: { stampConsent: (id, at) => unless('client_not_found', clients.stampConsent(id, at)) },
  })),
  stores('StampConsent accepts a revoked client', ['client/revoked'], ({ clients }) => ({
    clients: {
      async stampConsent(id, at) {
        const known = await clients.find(id);
        await (known === undefined
          ? clients.stampConsent(id, at)
          : unless('client_not_found', clients.stampConsent(id, at)));
      },
    },
  })),
  stores('SweepUnconsentedClients removes a client registered at the limit', ['client/sweep'], ({ clients }) => ({
    clients: { sweepUnconsented: (before) => clients.sweepUnconsented(later(before, 1)) },
  })),
  stores(
    'SweepUnconsentedClients spares a client registered just before the limit',
    ['client/sweep'],
    ({ clients }) => ({
      clients: { sweepUnconsented: (before) => clients.sweepUnconsented(later(before, -1)) },
    }),
  ),
  stores('SweepUnconsentedClients removes nothing', ['client/sweep'], () => ({
    clients: { sweepUnconsented: async () => 0 },
  })),
  stores('SweepUnconsentedClients does not count', ['client/sweep'], ({ clients }) => ({
    clients: {
      async sweepUnconsented(before) {
        await clients.sweepUnconsented(before);
        return 0;
      },
    },
  })),
];

const CODES: readonly Mutant[] = [
  stores('FindCode loses when a code was spent', ['code/spend'], ({ codes }) => ({
    codes: {
      async find(hash) {
        const found = await codes.find(hash);
        return found?.spent ? { ...found, spent: { ...found.spent, at: new Date(0) } } : found;
      },
    },
  })),
  stores('FindCode loses the lineage of a spent code', ['code/spend'], ({ codes }) => ({
    codes: {
      async find(hash) {
        const found = await codes.find(hash);
        return found?.spent ? { ...found, spent: { ...found.spent, lineageId: 'lost' } } : found;
      },
    },
  })),
  stores("SpendCode takes the host's clock", ['code/spend'], ({ codes }) => ({
    codes: { spend: (hash, lineageId) => codes.spend(hash, lineageId, later(new Date(), 5)) },
  })),
  stores('SpendCode rejects an expired code', ['code/expired'], ({ codes }) => ({
    codes: {
      async spend(hash, lineageId, at) {
        const found = await codes.find(hash);
        if (found && found.expiresAt <= at) throw new Abort('code_not_found');
        await codes.spend(hash, lineageId, at);
      },
    },
  })),
  stores('SpendCode accepts an unknown code', ['code/spend'], ({ codes }) => ({
    codes: { spend: (hash, lineageId, at) => unless('code_not_found', codes.spend(hash, lineageId, at)) },
  })),
  stores('SpendCode says of a spent code that it does not exist', ['code/spend'], ({ codes }) => ({
    codes: {
      spend: (hash, lineageId, at) => instead('code_already_spent', 'code_not_found', codes.spend(hash, lineageId, at)),
    },
  })),
  stores('SpendCode says of an unknown code that it is spent', ['code/spend'], ({ codes }) => ({
    codes: {
      spend: (hash, lineageId, at) => instead('code_not_found', 'code_already_spent', codes.spend(hash, lineageId, at)),
    },
  })),
  stores('CreateCode keeps the old code without a word', ['code/stored-twice'], ({ codes }) => ({
    codes: {
      async create(code) {
        if ((await codes.find(code.codeHash)) === undefined) await codes.create(code);
      },
    },
  })),
  stores('SweepExpired removes a code that expires at the limit', ['sweep/'], ({ codes }) => ({
    codes: { sweepExpired: (before, limit) => codes.sweepExpired(later(before, 1), limit) },
  })),
  stores('SweepExpired spares a code that expired just before the limit', ['sweep/'], ({ codes }) => ({
    codes: { sweepExpired: (before, limit) => codes.sweepExpired(later(before, -1), limit) },
  })),
  stores('SweepExpired removes no codes', ['sweep/'], () => ({ codes: { sweepExpired: async () => 0 } })),
  stores('SweepExpired does not count codes', ['sweep/'], ({ codes }) => ({
    codes: {
      async sweepExpired(before, limit) {
        await codes.sweepExpired(before, limit);
        return 0;
      },
    },
  })),
];

const TOKENS: readonly Mutant[] = [
  stores('FindRefreshToken hides tokens of a revoked lineage', ['lineage/revoke'], ({ refreshTokens }) => ({
    refreshTokens: {
      async find(hash) {
        const found = await refreshTokens.find(hash);
        return found?.lineageRevoked === true ? undefined : found;
      },
    },
  })),
  stores('FindRefreshToken never reports a revocation', ['lineage/revoke'], ({ refreshTokens }) => ({
    refreshTokens: {
      async find(hash) {
        const found = await refreshTokens.find(hash);
        return found && { ...found, lineageRevoked: false };
      },
    },
  })),
  stores("SpendRefreshToken takes the host's clock", ['refresh-token/spend'], ({ refreshTokens }) => ({
    refreshTokens: { spend: (hash) => refreshTokens.spend(hash, later(new Date(), 5)) },
  })),
  stores('SpendRefreshToken rejects an expired token', ['code/expired'], ({ refreshTokens }) => ({
    refreshTokens: {
      async spend(hash, at) {
        const found = await refreshTokens.find(hash);
        if (found && found.expiresAt <= at) throw new Abort('refresh_token_not_found');
        await refreshTokens.spend(hash, at);
      },
    },
  })),
  stores('SpendRefreshToken accepts an unknown token', ['refresh-token/spend'], ({ refreshTokens }) => ({
    refreshTokens: { spend: (hash, at) => unless('refresh_token_not_found', refreshTokens.spend(hash, at)) },
  })),
  stores(
    'SpendRefreshToken says of a spent token that it does not exist',
    ['refresh-token/spend'],
    ({ refreshTokens }) => ({
      refreshTokens: {
        spend: (hash, at) =>
          instead('refresh_token_already_spent', 'refresh_token_not_found', refreshTokens.spend(hash, at)),
      },
    }),
  ),
  stores('SpendRefreshToken says of a revoked token that it is spent', ['lineage/revoke'], ({ refreshTokens }) => ({
    refreshTokens: {
      spend: (hash, at) => instead('lineage_revoked', 'refresh_token_already_spent', refreshTokens.spend(hash, at)),
    },
  })),
  stores('SpendRefreshToken accepts a token of a revoked lineage', ['lineage/revoke'], ({ refreshTokens }) => ({
    refreshTokens: { spend: (hash, at) => unless('lineage_revoked', refreshTokens.spend(hash, at)) },
  })),
  stores('CreateRefreshToken accepts a revoked lineage', ['lineage/revoke'], ({ refreshTokens }) => ({
    refreshTokens: { create: (token) => unless('lineage_revoked', refreshTokens.create(token)) },
  })),
  stores('CreateRefreshToken keeps the old token without a word', ['code/stored-twice'], ({ refreshTokens }) => ({
    refreshTokens: {
      async create(token) {
        if ((await refreshTokens.find(token.tokenHash)) === undefined) await refreshTokens.create(token);
      },
    },
  })),
  stores('SweepExpired removes a refresh token that expires at the limit', ['sweep/'], ({ refreshTokens }) => ({
    refreshTokens: { sweepExpired: (before, limit) => refreshTokens.sweepExpired(later(before, 1), limit) },
  })),
  stores('SweepExpired removes no refresh tokens', ['sweep/'], () => ({
    refreshTokens: { sweepExpired: async () => 0 },
  })),
  stores('SweepExpired removes 1000 rows of each kind', ['sweep/'], ({ refreshTokens }) => ({
    refreshTokens: { sweepExpired: (before) => refreshTokens.sweepExpired(before, 1000) },
  })),
  stores('SweepExpired does not count refresh tokens', ['sweep/'], ({ refreshTokens }) => ({
    refreshTokens: {
      async sweepExpired(before, limit) {
        await refreshTokens.sweepExpired(before, limit);
        return 0;
      },
    },
  })),
  stores('RevokeLineage always says that it revoked', ['lineage/revoke'], ({ refreshTokens }) => ({
    refreshTokens: {
      async revokeLineage(lineageId, at) {
        await refreshTokens.revokeLineage(lineageId, at);
        return true;
      },
    },
  })),
  stores('RevokeLineage never says that it revoked', ['lineage/revoke'], ({ refreshTokens }) => ({
    refreshTokens: {
      async revokeLineage(lineageId, at) {
        await refreshTokens.revokeLineage(lineageId, at);
        return false;
      },
    },
  })),
  stores('RevokeLineage revokes nothing', ['lineage/revoke'], () => ({
    refreshTokens: { revokeLineage: async () => true },
  })),
  stores('MintAccessToken ignores the lineage', ['lineage/revoke'], ({ accessTokens }) => ({
    accessTokens: { mint: (request) => accessTokens.mint({ ...request, lineageId: `${request.lineageId}-other` }) },
  })),
  stores('FindAccessToken finds the lineage of any token', ['access-token/find'], ({ accessTokens }) => ({
    accessTokens: {
      async find(token) {
        return (await accessTokens.find(token)) ?? { lineageId: 'any', clientId: 'any', userId: 'any' };
      },
    },
  })),
  stores('FindAccessToken finds nothing', ['access-token/find'], () => ({
    accessTokens: { find: async () => undefined },
  })),
  stores(
    "SweepExpired removes no access tokens of the application's own",
    ['sweep/'],
    () => ({ accessTokens: {} }),
    'The host removes expired access tokens whenever it chooses, and an expired one is not found either way.',
  ),
];

export const SEMANTIC_MUTANTS: readonly Mutant[] = [...CLIENTS, ...CODES, ...TOKENS];
