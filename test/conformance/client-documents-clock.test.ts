import { expect } from 'chai';
import { createClientDocuments } from '../../daemon/client-documents/client-documents.js';
import { steadyClock, type Clock } from '../../daemon/core/runtime.js';
import { createMemoryThrottle } from '../../daemon/state/memory/throttle.js';
import { sendJsonDocument, startDocumentsServer, type DocumentsServer } from '../support/documents-server.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const UNLIMITED = { limit: 0, windowMs: MINUTE };

describe('client metadata documents when the time of the machine is changed (docs/security.md, Clocks)', () => {
  const steady: Clock = steadyClock;
  const { now: systemNow } = Date;
  const { now: steadyNow } = steady;
  let server: DocumentsServer;
  beforeEach(async () => (server = await startDocumentsServer()));
  afterEach(async () => {
    Date.now = systemNow;
    steady.now = steadyNow;
    await server.close();
  });

  for (const [direction, step] of [
    ['forward', DAY],
    ['back', -DAY],
  ] as const) {
    it(`keeps a document for its lifetime although the time is set ${direction} by a day (AS-51)`, async () => {
      server.answerWith((_request, response) => sendJsonDocument(response, {}, { 'cache-control': 'max-age=60' }));
      const documents = createClientDocuments({
        throttle: createMemoryThrottle(1000, steady),
        limits: { documentsPerIp: UNLIMITED, documentsPerHost: UNLIMITED },
        logger: { info: () => undefined },
        network: server.network,
      });
      const find = () => documents.find(`${server.origin}/client.json`, '192.0.2.1', false);
      await find();
      Date.now = () => systemNow() + step;
      await find();
      expect(server.requests, 'still fresh').to.have.length(1);
      steady.now = () => steadyNow() + MINUTE;
      await find();
      expect(server.requests, 'expired').to.have.length(2);
    });
  }
});
