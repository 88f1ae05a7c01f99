import type { Backend } from '../backend.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { createClient } from '../operations.js';
import { newClient } from '../records.js';

export const clientCap: Check = {
  name: 'client/cap',
  citation: 'backend.proto: CreateClient, CreateClientResult',
  on: 'transactions',
  run: async ({ backend }) => {
    const count = await countOf(backend);
    await backend.abort([createClient(newClient(), { cap: count })], 0, 'ABORT_REASON_CLIENT_CAP_REACHED');
    await backend.abort([createClient(newClient(), { cap: 1 })], 0, 'ABORT_REASON_CLIENT_CAP_REACHED');
    const [result] = await backend.commit(createClient(newClient(), { cap: count + 1 }));
    const advice = 'Count the unrevoked clients, the new one included; a cap of 0 means no limit.';
    expectSame('client_count', result?.createClient?.clientCount, count + 1, advice);
  },
};

/** How many unrevoked clients there are, by creating one more without limit. */
export async function countOf(backend: Backend): Promise<number> {
  const [result] = await backend.commit(createClient(newClient()));
  return result?.createClient?.clientCount ?? 0;
}
