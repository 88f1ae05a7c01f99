import type { Check } from '../check.js';
import { createClient } from '../operations.js';
import { expectSame } from '../failure.js';
import { newClient, newId } from '../records.js';

export const clientAbsent: Check = {
  name: 'client/absent',
  citation: 'backend.proto: FindClient',
  on: 'transactions',
  run: async ({ backend }) => {
    const client = newClient({ clientId: `${newId()}-aB` });
    await backend.commit(createClient(client));
    const advice = 'Leave client absent when there is none; ids are compared exactly, case included.';
    expectSame('FindClient of an unknown id', await backend.client(newId()), null, advice);
    const otherCase = await backend.client((client.clientId ?? '').toUpperCase());
    expectSame('FindClient of an id in another case', otherCase, null, advice);
  },
};
