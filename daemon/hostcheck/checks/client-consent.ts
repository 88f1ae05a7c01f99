import { fromTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { createClient, stampConsent } from '../operations.js';
import { newClient, newId, OLD } from '../records.js';

export const clientConsent: Check = {
  name: 'client/consent-stamp',
  citation: 'backend.proto: StampConsent',
  on: 'transactions',
  run: async ({ backend }) => {
    const client = newClient();
    const clientId = client.clientId ?? '';
    const advice = 'Record the first consent and keep it; consented_at is absent until then.';
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
