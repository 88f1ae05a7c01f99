import type { Client } from '../../contract/generated/gatehouse/host/v1/Client.js';
import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createClient, createRefreshToken, stampConsent, sweepUnconsentedClients } from '../operations.js';
import { DAY_MS, newClient, OLD } from '../records.js';

const BEFORE = OLD + DAY_MS;

/** Everything that is swept or spared here is dated long before any real client. */
export const clientSweep: Check = {
  name: 'client/sweep',
  citation: 'backend.proto: SweepUnconsentedClients',
  on: 'transactions',
  run: async ({ backend }) => {
    const old = newClient({ registeredAt: toTimestamp(BEFORE - 1) });
    const spared: Record<string, Client> = {
      'registered at registered_before': newClient({ registeredAt: toTimestamp(BEFORE) }),
      'registered later': newClient({ registeredAt: toTimestamp(BEFORE + DAY_MS) }),
      consented: newClient(),
      'not registered by itself': newClient({ selfRegistered: false }),
      'with a live refresh token': newClient(),
      'with a live access token': newClient(),
    };
    for (const client of [old, ...Object.values(spared)]) await backend.commit(createClient(client));
    const idOf = (kind: string): string => spared[kind]?.clientId ?? '';
    await backend.commit(stampConsent(idOf('consented'), OLD));
    await backend.commit(createRefreshToken(backend.newRefreshToken({ clientId: idOf('with a live refresh token') })));
    await backend.mint({ clientId: idOf('with a live access token') });

    let removed = 0;
    for (let calls = 0; calls < 100; calls += 1) {
      const [result] = await backend.commit(sweepUnconsentedClients(BEFORE));
      const count = result?.sweepUnconsentedClients?.removed ?? 0;
      removed += count;
      if (count === 0) break;
    }
    const advice =
      'Remove clients that registered themselves before the moment, never received consent and hold no live token.';
    expectThat(
      (await backend.client(old.clientId ?? '')) === null && removed > 0,
      'the old client without consent is removed',
      `${removed} removed, it is still there`,
      advice,
    );
    for (const [kind, client] of Object.entries(spared)) {
      const found = await backend.client(client.clientId ?? '');
      expectThat(found !== null, `a client ${kind} is spared`, 'it was removed', advice);
    }
  },
};
