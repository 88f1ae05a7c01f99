import type { Client } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import { MAX_OPERATIONS, MAX_SWEPT } from '@gatehouse/proto/limits';
import { fromTimestamp, toTimestamp } from '@gatehouse/proto/time';
import type { Backend } from '../subject/backend.js';
import type { Check } from '../subject/check.js';
import { asReceived, expectRecord, expectSame, expectThat } from '../subject/expectations.js';
import {
  createClient,
  createRefreshToken,
  DAY_MS,
  newClient,
  newHash,
  newId,
  OLD,
  OLD_END,
  spendRefreshToken,
  stampConsent,
  sweepUnconsentedClients,
} from '../subject/operations.js';

const clientRoundTrip: Check = {
  name: 'client/round-trip',
  citation: 'backend.proto: Client',
  on: 'transactions',
  run: async ({ backend }) => {
    const full = newClient({
      clientName: 'Ünïcode "客户端" 🗝️ \u202e\' -- \\',
      redirectUris: ['https://check-host.example/cb?a=%20b&c=d', 'http://127.0.0.1:33418/', 'cursor://anysphere/cb'],
      tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
      secretHash: newHash(),
      scopes: ['read', 'write', 'ai', 'offline_access'],
      registeredAt: toTimestamp(OLD + 123),
      metadataJson: JSON.stringify({ client_uri: 'https://check-host.example', contacts: ['ä@x.example'], n: 1.5 }),
    });
    const bare = newClient({
      clientName: '',
      tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
      grantTypes: ['authorization_code'],
      selfRegistered: false,
    });
    const post = newClient({
      tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
      secretHash: newHash(),
    });
    for (const client of [full, bare, post]) {
      const stored = asReceived(createClient(client)).createClient?.client ?? {};
      await backend.commit(createClient(client));
      expectRecord('client', await backend.client(client.clientId ?? ''), stored);
    }
  },
};

const clientAbsent: Check = {
  name: 'client/absent',
  citation: 'backend.proto: FindClient',
  on: 'transactions',
  run: async ({ backend }) => {
    const client = newClient({ clientId: `${newId()}-aB` });
    await backend.commit(createClient(client));
    const advice = 'Leave client unset if none exists. Compare ids exactly, including case.';
    expectSame('FindClient of an unknown id', await backend.client(newId()), null, advice);
    const otherCase = await backend.client((client.clientId ?? '').toUpperCase());
    expectSame('FindClient of an id in another case', otherCase, null, advice);
  },
};

const clientExists: Check = {
  name: 'client/already-exists',
  citation: 'backend.proto: CreateClient',
  on: 'transactions',
  run: async ({ backend }) => {
    const first = newClient({ clientName: 'first' });
    const second = newClient({ clientId: first.clientId ?? '', clientName: 'second' });
    await backend.commit(createClient(first));
    await backend.abort([createClient(second)], 0, 'ABORT_REASON_CLIENT_ALREADY_EXISTS');
    expectRecord('client', await backend.client(first.clientId ?? ''), { clientName: 'first' });
  },
};

const clientReplace: Check = {
  name: 'client/replace-existing',
  citation: 'backend.proto: CreateClient.replace_existing',
  on: 'transactions',
  run: async ({ backend }) => {
    const first = newClient({ clientName: 'first' });
    const clientId = first.clientId ?? '';
    const second = newClient({
      clientId,
      clientName: 'second',
      redirectUris: ['https://check-host.example/other'],
      scopes: ['read'],
      registeredAt: toTimestamp(OLD + 5000),
      metadataJson: '{"client_uri":"https://check-host.example"}',
    });
    // A cap of 1 would be reached, but the host must not consult it for a client that exists.
    await backend.commit(createClient(first, { replaceExisting: true }), stampConsent(clientId, OLD + 1000));
    await backend.commit(createClient(second, { replaceExisting: true, cap: 1 }));
    expectRecord('client', await backend.client(clientId), {
      clientName: 'second',
      redirectUris: ['https://check-host.example/other'],
      scopes: ['read'],
      metadataJson: '{"client_uri":"https://check-host.example"}',
      registeredAt: toTimestamp(OLD),
      consentedAt: toTimestamp(OLD + 1000),
      revokedAt: null,
    });
  },
};

const clientConsent: Check = {
  name: 'client/consent-stamp',
  citation: 'backend.proto: StampConsent',
  on: 'transactions',
  run: async ({ backend }) => {
    const client = newClient();
    const clientId = client.clientId ?? '';
    const advice = 'Record the first consent and keep it. Leave consented_at unset until then.';
    await backend.commit(createClient(client));
    const consentedAt = async (): Promise<number | undefined> => {
      const stamp = (await backend.client(clientId))?.consentedAt;
      return stamp ? fromTimestamp(stamp) : undefined;
    };
    expectSame('consented_at before', await consentedAt(), undefined, advice);
    await backend.commit(stampConsent(clientId, OLD + 1234));
    expectSame('consented_at', await consentedAt(), OLD + 1234, advice);
    await backend.commit(stampConsent(clientId, OLD + 9999));
    expectSame('consented_at after a second stamp', await consentedAt(), OLD + 1234, advice);
    await backend.abort([stampConsent(newId())], 0, 'ABORT_REASON_CLIENT_NOT_FOUND');
  },
};

const clientCap: Check = {
  name: 'client/cap',
  citation: 'backend.proto: CreateClient, CreateClientResult',
  on: 'transactions',
  run: async ({ backend }) => {
    const count = await countOf(backend);
    await backend.abort([createClient(newClient(), { cap: count })], 0, 'ABORT_REASON_CLIENT_CAP_REACHED');
    await backend.abort([createClient(newClient(), { cap: 1 })], 0, 'ABORT_REASON_CLIENT_CAP_REACHED');
    const [result] = await backend.commit(createClient(newClient(), { cap: count + 1 }));
    const advice = 'Count the unrevoked clients, including the new one. A cap of 0 means no limit.';
    expectSame('client_count', result?.createClient?.clientCount, count + 1, advice);
  },
};

/** Counts the unrevoked clients by creating one more without a limit. */
async function countOf(backend: Backend): Promise<number> {
  const [result] = await backend.commit(createClient(newClient()));
  return result?.createClient?.clientCount ?? 0;
}

const ROOM = 7;
const RACERS = 60;

const clientCapConcurrent: Check = {
  name: 'client/cap-under-concurrency',
  citation: 'backend.proto: CreateClient, "no more succeed than there is room for"',
  on: 'transactions',
  run: async ({ backend }) => {
    const cap = (await countOf(backend)) + ROOM;
    const outcomes = await Promise.all(
      Array.from({ length: RACERS }, () => backend.outcome([createClient(newClient(), { cap })])),
    );
    const created = outcomes.filter(({ committed }) => !!committed).length;
    const reasons = new Set(outcomes.flatMap(({ aborted }) => (aborted ? [aborted.reason] : [])));
    expectThat(
      created === ROOM,
      `${ROOM} of ${RACERS} concurrent creations succeed, as many as the cap allows`,
      String(created),
      'Count and create in one step: use a lock, or a serializable transaction that you retry on conflict.',
    );
    const advice = 'Abort the others with CLIENT_CAP_REACHED.';
    expectThat(
      reasons.size === 1 && reasons.has('ABORT_REASON_CLIENT_CAP_REACHED'),
      'CLIENT_CAP_REACHED',
      [...reasons].join(', '),
      advice,
    );
  },
};

const clientEvict: Check = {
  name: 'client/evict-oldest-unconsented',
  citation: 'backend.proto: CreateClient.evict_oldest_unconsented',
  on: 'transactions',
  run: async ({ backend }) => {
    // Older than all other clients, so that no real client is evicted.
    const oldest = newClient({ registeredAt: toTimestamp(OLD - 3000) });
    const consented = newClient({ registeredAt: toTimestamp(OLD - 4000) });
    const own = newClient({ registeredAt: toTimestamp(OLD - 5000), selfRegistered: false });
    const second = newClient({ registeredAt: toTimestamp(OLD - 2000) });
    const created = newClient({ registeredAt: toTimestamp(OLD_END) });
    for (const client of [second, oldest, consented, own]) await backend.commit(createClient(client));
    await backend.commit(stampConsent(consented.clientId ?? '', OLD));
    const cap = await countOf(backend);
    const [result] = await backend.commit(createClient(created, { cap, evictOldestUnconsented: true }));
    const exists = async ({ clientId }: { clientId?: string }): Promise<boolean> =>
      (await backend.client(clientId ?? '')) !== null;
    const found = {
      oldest: await exists(oldest),
      consented: await exists(consented),
      own: await exists(own),
      second: await exists(second),
      created: await exists(created),
      count: result?.createClient?.clientCount,
    };
    expectThat(
      !found.oldest && found.consented && found.own && found.second && found.created && found.count === cap,
      'only the oldest self-registered client without consent is evicted',
      JSON.stringify(found),
      'At the cap, remove the unrevoked client that registered itself first and has no consent, then create the new one.',
    );
    // The cap was lowered by one meanwhile, so evicting one client does not make room yet.
    const lowered = { cap: cap - 1, evictOldestUnconsented: true };
    await backend.abort([createClient(newClient(), lowered)], 0, 'ABORT_REASON_CLIENT_CAP_REACHED');
    expectThat(
      await exists(second),
      'no client is evicted if the creation fails',
      'the oldest client was removed',
      'Roll back the whole transaction on an abort.',
    );
  },
};

const BEFORE = OLD + DAY_MS;

/** Everything that this check sweeps or spares is dated long before any real client. */
const clientSweep: Check = {
  name: 'client/sweep',
  citation: 'backend.proto: SweepUnconsentedClients',
  on: 'transactions',
  run: async ({ backend }) => {
    const old = newClient({ registeredAt: toTimestamp(BEFORE - 1) });
    const spared: Record<string, Client> = {
      'registered at registered_before': newClient({ registeredAt: toTimestamp(BEFORE) }),
      'registered later': newClient({ registeredAt: toTimestamp(BEFORE + DAY_MS) }),
      consented: newClient(),
      'not self-registered': newClient({ selfRegistered: false }),
      'with a live refresh token': newClient(),
      'with a live refresh token that is spent': newClient(),
      'with a live access token': newClient(),
    };
    for (const client of [old, ...Object.values(spared)]) await backend.commit(createClient(client));
    const idOf = (kind: string): string => spared[kind]?.clientId ?? '';
    await backend.commit(stampConsent(idOf('consented'), OLD));
    await backend.commit(createRefreshToken(backend.newRefreshToken({ clientId: idOf('with a live refresh token') })));
    const spent = backend.newRefreshToken({ clientId: idOf('with a live refresh token that is spent') });
    await backend.commit(createRefreshToken(spent), spendRefreshToken(spent.tokenHash));
    await backend.mint({ clientId: idOf('with a live access token') });

    let removed = 0;
    for (let calls = 0; calls < 100; calls += 1) {
      const [result] = await backend.commit(sweepUnconsentedClients(BEFORE));
      const count = result?.sweepUnconsentedClients?.removed ?? 0;
      removed += count;
      if (count === 0) break;
    }
    const advice =
      'Remove self-registered clients that registered before the given time, never received consent and have no live token.';
    expectThat(
      (await backend.client(old.clientId ?? '')) === null && removed > 0,
      'the old client without consent is removed',
      `${removed} removed, but this one still exists`,
      advice,
    );
    for (const [kind, client] of Object.entries(spared)) {
      const found = await backend.client(client.clientId ?? '');
      expectThat(found !== null, `a client ${kind} is kept`, 'it was removed', advice);
    }
  },
};

const TRANSACTIONS = 64;
const REGISTERED = OLD - 10 * DAY_MS;

const clientSweepBounded: Check = {
  name: 'client/sweep-bounded',
  citation: 'backend.proto: SweepUnconsentedClients, "One call removes at most 1000 clients"',
  on: 'unary',
  run: async ({ backend }) => {
    for (let n = 0; n < TRANSACTIONS; n += 1) {
      const client = () => createClient(newClient({ registeredAt: toTimestamp(REGISTERED) }));
      await backend.commit(...Array.from({ length: MAX_OPERATIONS }, client));
    }
    let removed = 0;
    while (removed < TRANSACTIONS * MAX_OPERATIONS) {
      const [result] = await backend.commit(sweepUnconsentedClients(REGISTERED + 1));
      const count = result?.sweepUnconsentedClients?.removed ?? 0;
      expectThat(
        count >= 1 && count <= MAX_SWEPT,
        `1 to ${MAX_SWEPT} of ${TRANSACTIONS * MAX_OPERATIONS - removed} old clients are removed by one call`,
        String(count),
        'Remove rows in batches, so that a sweep does not delay the registration it runs with, and report how many were removed.',
      );
      removed += count;
    }
  },
};

export const CLIENT_CHECKS: readonly Check[] = [
  clientRoundTrip,
  clientAbsent,
  clientExists,
  clientReplace,
  clientConsent,
  clientCap,
  clientCapConcurrent,
  clientEvict,
  clientSweep,
  clientSweepBounded,
];
