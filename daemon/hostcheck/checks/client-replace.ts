import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectRecord } from '../compare.js';
import { createClient, stampConsent } from '../operations.js';
import { newClient, OLD } from '../records.js';

export const clientReplace: Check = {
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
    // A cap of 1 would be reached: it must not be consulted for a client that exists.
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
