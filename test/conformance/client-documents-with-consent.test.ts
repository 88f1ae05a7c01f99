import { expect } from 'chai';
import { createClientDocuments, MAX_FETCHES_EACH } from '../../daemon/client-documents/client-documents.js';
import { createMemoryThrottle } from '../../daemon/state/memory/throttle.js';
import { sendJsonDocument, startDocumentsServer, type DocumentsServer } from '../support/documents-server.js';

const clock = { now: () => 0 };
const LIMIT = 3;

/** Anyone can name other URLs of a client's host. Its users must not be kept out by that (docs/security.md). */
describe('the metadata document of a client that has consent', () => {
  let server: DocumentsServer;
  let url: string;
  beforeEach(async () => {
    server = await startDocumentsServer();
    url = `${server.origin}/client.json`;
    server.answerWith((request, response) => {
      if (request.url?.startsWith('/hang') !== true) sendJsonDocument(response, {});
    });
  });
  afterEach(() => server.close());

  const documents = (perHost: number) =>
    createClientDocuments({
      clock,
      throttle: createMemoryThrottle(1000, clock),
      limits: {
        documentsPerIp: { limit: 0, windowMs: 1000 },
        documentsPerHost: { limit: perHost, windowMs: 1000 },
      },
      logger: { info: () => undefined },
      network: server.network,
    });

  it('is fetched although strangers have used up the limit of its host', async () => {
    const { find } = documents(LIMIT);
    for (let n = 0; n < 2 * LIMIT; n++) await find(`${url}?${n}`, `192.0.2.${n}`, false);
    expect((await find(url, '198.51.100.1', false)).found).to.equal(false);
    expect((await find(url, '198.51.100.1', true)).found).to.equal(true);
  });

  it('is fetched although documents of its host hang', async () => {
    const { find } = documents(0);
    for (let n = 0; n < MAX_FETCHES_EACH; n++) void find(`${server.origin}/hang?${n}`, `192.0.2.${n}`, false);
    expect((await find(url, '198.51.100.1', false)).found).to.equal(false);
    expect((await find(url, '198.51.100.1', true)).found).to.equal(true);
  });

  it('is fetched only so often itself, whoever asks', async () => {
    const { find, forget } = documents(LIMIT);
    for (let n = 0; n < 2 * LIMIT; n++) {
      await find(url, `192.0.2.${n}`, true);
      forget(url);
    }
    expect(server.requests).to.have.length(LIMIT);
  });
});
