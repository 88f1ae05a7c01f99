import { expect } from 'chai';
import { createClientDocuments } from '../../daemon/client-documents/client-documents.js';
import { createMemoryThrottle } from '../../daemon/state/memory/throttle.js';
import { startDocumentsServer } from '../support/documents-server.js';

const clock = { now: () => 0 };
const LIMIT = 3;

/** Any client may request any URL, as often as it likes. One line for each request would fill a disk. */
describe('the log of client metadata documents', () => {
  it('has one line for each failed fetch, and none for requests that fetched nothing', async () => {
    const server = await startDocumentsServer();
    const lines: object[] = [];
    const { find } = createClientDocuments({
      clock,
      throttle: createMemoryThrottle(1000, clock),
      limits: {
        documentsPerIp: { limit: LIMIT, windowMs: 1000 },
        documentsPerHost: { limit: 0, windowMs: 1000 },
      },
      logger: { info: (fields: object) => void lines.push(fields) },
      network: server.network,
    });
    const ask = (url: string) => find(url, '192.0.2.1', false);
    for (let n = 0; n < 20; n++) {
      const url = `${server.origin}/${n}.json`;
      await Promise.all([ask(url), ask(url), ask(url)]);
      await ask(url);
    }
    await server.close();
    expect(server.requests).to.have.length(LIMIT);
    expect(lines).to.deep.equal(
      [0, 1, 2].map((n) => ({ clientId: `${server.origin}/${n}.json`, reason: 'its server returned status 404' })),
    );
  });

  it('has a reason if the host has several addresses, and refuses connections at all of them', async () => {
    const lines: { readonly reason?: string }[] = [];
    const { find } = createClientDocuments({
      clock,
      throttle: createMemoryThrottle(1000, clock),
      limits: { documentsPerIp: { limit: 0, windowMs: 1000 }, documentsPerHost: { limit: 0, windowMs: 1000 } },
      logger: { info: (fields: object) => void lines.push(fields) },
      network: { resolve: async () => ['127.0.0.1', '127.0.0.2'], mayConnectTo: () => true },
    });
    await find('https://client.test:1/client.json', '192.0.2.1', false);
    expect(lines[0]?.reason).to.equal('connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.2:1');
  });
});
