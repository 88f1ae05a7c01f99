import { createClient, findClient } from '../operations.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { newClient } from '../records.js';
import { StreamTransport } from '../stream-transport.js';

const TOGETHER = 50;

/** Each transaction asks for another client, so that an answer that went to the wrong one shows. */
export const streamIds: Check = {
  name: 'stream/answers-by-id',
  citation: 'backend.proto: TransactStream, "matched by id"',
  on: 'stream',
  run: async ({ backend, connection }) => {
    const clients = Array.from({ length: TOGETHER }, (_, n) => newClient({ clientName: `number ${n}` }));
    for (let from = 0; from < TOGETHER; from += 10) {
      await backend.commit(...clients.slice(from, from + 10).map((client) => createClient(client)));
    }
    const stream = new StreamTransport(connection);
    const requests = clients.map(({ clientId }) => ({ operations: [findClient(clientId ?? '')] }));
    const answers = await Promise.all([
      ...stream.sendTogether(requests),
      ...requests.map((request) => stream.send(request)),
    ]);
    const advice = 'Put the id of the transaction on its own answer; answer each transaction of a message by itself.';
    for (const [n, answer] of answers.entries()) {
      const found = answer.committed?.results[0]?.findClient?.client?.clientName;
      expectSame(`the client of transaction ${n}`, found, clients[n % TOGETHER]?.clientName, advice);
    }
    stream.close();
  },
};
