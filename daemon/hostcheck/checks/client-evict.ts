import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createClient, stampConsent } from '../operations.js';
import { newClient, OLD, OLD_END } from '../records.js';
import { countOf } from './client-cap.js';

export const clientEvict: Check = {
  name: 'client/evict-oldest-unconsented',
  citation: 'backend.proto: CreateClient.evict_oldest_unconsented',
  on: 'transactions',
  run: async ({ backend }) => {
    // Older than whatever else there is, so that nobody else is evicted.
    const oldest = newClient({ registeredAt: toTimestamp(OLD - 3000) });
    const consented = newClient({ registeredAt: toTimestamp(OLD - 4000) });
    const second = newClient({ registeredAt: toTimestamp(OLD - 2000) });
    const created = newClient({ registeredAt: toTimestamp(OLD_END) });
    for (const client of [second, oldest, consented]) await backend.commit(createClient(client));
    await backend.commit(stampConsent(consented.clientId ?? '', OLD));
    const cap = await countOf(backend);
    const [result] = await backend.commit(createClient(created, { cap, evictOldestUnconsented: true }));
    const exists = async ({ clientId }: { clientId?: string }): Promise<boolean> =>
      (await backend.client(clientId ?? '')) !== null;
    const found = {
      oldest: await exists(oldest),
      consented: await exists(consented),
      second: await exists(second),
      created: await exists(created),
      count: result?.createClient?.clientCount,
    };
    expectThat(
      !found.oldest && found.consented && found.second && found.created && found.count === cap,
      'the oldest client without consent makes room, and nobody else',
      JSON.stringify(found),
      'At the cap remove the unrevoked client that never received consent and registered longest ago, then create.',
    );
    // The cap was lowered by one meanwhile, so that evicting one makes no room yet.
    const lowered = { cap: cap - 1, evictOldestUnconsented: true };
    await backend.abort([createClient(newClient(), lowered)], 0, 'ABORT_REASON_CLIENT_CAP_REACHED');
    expectThat(
      await exists(second),
      'nobody is evicted in vain',
      'the oldest client is gone',
      'An abort undoes it all.',
    );
  },
};
