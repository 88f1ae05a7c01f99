import type { Client } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import { fromTimestamp, toTimestamp } from '@gatehouse/proto/time';
import type { Backend } from '../subject/backend.js';
import type { Check } from '../subject/check.js';
import { asReceived, expectRecord, expectSame, expectThat } from '../subject/expectations.js';
import {
  createClient,
  createRefreshToken,
  newClient,
  OLD,
  OLD_END,
  revokeLineage,
  stampConsent,
  sweepUnconsentedClients,
} from '../subject/operations.js';

/** No operation revokes a client: the application does. The checks create clients that are revoked already. */
const REVOKED_AT = OLD + 5000;
/** Before the clients of every other check. */
const FIRST = OLD - 100_000;

const revoked = (overrides: Client = {}): Client => newClient({ revokedAt: toTimestamp(REVOKED_AT), ...overrides });
const idOf = ({ clientId }: Client): string => clientId ?? '';

/** One client shows all of it, because a revoked client stays in the host. */
const revokedClient: Check = {
  name: 'client/revoked',
  citation: 'backend.proto: Client, FindClient, StampConsent, CreateClient, SweepUnconsentedClients',
  on: 'transactions',
  run: async ({ backend }) => {
    const client = revoked({ registeredAt: toTimestamp(FIRST), clientName: 'first' });
    const before = await countOf(backend);
    await backend.commit(createClient(client));
    expectRecord('a revoked client', await backend.client(idOf(client)), {
      ...asReceived(createClient(client)).createClient?.client,
    });
    expectSame(
      'client_count, after a revoked client and one more',
      await countOf(backend),
      before + 1,
      'Count only clients whose revoked_at is absent.',
    );

    await backend.abort([stampConsent(idOf(client))], 0, 'ABORT_REASON_CLIENT_NOT_FOUND');
    expectThat(
      (await backend.client(idOf(client)))?.consentedAt === null,
      'no consent of a revoked client',
      'consented_at was set',
      'Treat a revoked client as absent in StampConsent.',
    );

    await backend.commit(sweepUnconsentedClients(FIRST + 1));
    await expectRevoked(backend, client, 'a sweep', 'Without its row, a revoked client would no longer be revoked.');

    // At the cap, the revoked client is older than every other, but makes no room.
    const victim = newClient({ registeredAt: toTimestamp(FIRST + 1) });
    await backend.commit(createClient(victim));
    const cap = await countOf(backend);
    const created = newClient({ registeredAt: toTimestamp(OLD_END) });
    await backend.commit(createClient(created, { cap, evictOldestUnconsented: true }));
    await expectRevoked(backend, client, 'an eviction', 'Evict only clients whose revoked_at is absent.');
    expectSame(
      'the oldest unrevoked client after an eviction',
      await backend.client(idOf(victim)),
      null,
      'At the cap, remove the unrevoked client without consent that registered first.',
    );

    const replacement = newClient({ clientId: idOf(client), clientName: 'second' });
    await backend.commit(createClient(replacement, { replaceExisting: true }));
    expectRecord('a revoked client that was replaced', await backend.client(idOf(client)), {
      clientName: 'second',
      registeredAt: toTimestamp(FIRST),
      revokedAt: toTimestamp(REVOKED_AT),
    });
    await backend.abort([createClient(newClient({ clientId: idOf(client) }))], 0, 'ABORT_REASON_CLIENT_ALREADY_EXISTS');
  },
};

async function expectRevoked(backend: Backend, client: Client, after: string, advice: string): Promise<void> {
  const found = await backend.client(idOf(client));
  const revokedAt = found?.revokedAt ? fromTimestamp(found.revokedAt) : undefined;
  expectSame(`revoked_at after ${after}`, revokedAt, REVOKED_AT, advice);
}

/** Counts the unrevoked clients by creating one more without a limit. */
async function countOf(backend: Backend): Promise<number> {
  const [result] = await backend.commit(createClient(newClient({ registeredAt: toTimestamp(OLD_END) })));
  return result?.createClient?.clientCount ?? 0;
}

const evictOnlyAtCap: Check = {
  name: 'client/evict-only-at-cap',
  citation: 'backend.proto: CreateClient.evict_oldest_unconsented, "At the cap"',
  on: 'transactions',
  run: async ({ backend }) => {
    const oldest = newClient({ registeredAt: toTimestamp(FIRST) });
    await backend.commit(createClient(oldest));
    const count = await countOf(backend);
    const below = createClient(newClient({ registeredAt: toTimestamp(OLD_END) }), {
      cap: count + 1,
      evictOldestUnconsented: true,
    });
    const [result] = await backend.commit(below);
    const unlimited = createClient(newClient({ registeredAt: toTimestamp(OLD_END) }), { evictOldestUnconsented: true });
    await backend.commit(unlimited);
    const advice = 'Evict a client only if the cap is reached; a cap of 0 is no limit.';
    expectSame('client_count below the cap', result?.createClient?.clientCount, count + 1, advice);
    expectThat((await backend.client(idOf(oldest))) !== null, 'no client is evicted below the cap', 'one was', advice);
  },
};

/** A client whose tokens are all dead is swept, with whatever refers to it. */
const sweepDeadTokens: Check = {
  name: 'client/sweep-with-dead-tokens',
  citation: 'backend.proto: SweepUnconsentedClients, "If codes, tokens or lineages have a foreign key to the client"',
  on: 'transactions',
  run: async ({ backend }) => {
    const [expired, ended] = [newClient(), newClient()];
    for (const client of [expired, ended]) await backend.commit(createClient(client));
    const live = backend.newRefreshToken({ clientId: idOf(ended) });
    await backend.commit(
      createRefreshToken(backend.newRefreshToken({ clientId: idOf(expired), expiresAt: toTimestamp(OLD) })),
      createRefreshToken(live),
      revokeLineage(live.lineageId),
    );
    const minted = await backend.mint({ clientId: idOf(ended) });
    await backend.commit(revokeLineage(minted.asked.lineageId));
    await backend.commit(sweepUnconsentedClients(OLD + 1));
    for (const [what, client] of Object.entries({ expired, 'of revoked lineages': ended })) {
      expectSame(
        `FindClient after the sweep, with tokens that are ${what}`,
        await backend.client(idOf(client)),
        null,
        'Remove a client without live tokens, with the rows that refer to it: a token that expired or whose lineage is revoked is not live.',
      );
    }
  },
};

export const REVOKED_CLIENT_CHECKS: readonly Check[] = [revokedClient, evictOnlyAtCap, sweepDeadTokens];
