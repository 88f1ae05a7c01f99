import type { Check } from '../check.js';
import { expectRecord } from '../compare.js';
import { createClient } from '../operations.js';
import { newClient } from '../records.js';

export const clientExists: Check = {
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
