import { expect } from 'chai';
import { startNodeServer } from '../../daemon/http/node-adapter.js';
import type { StartServer } from '../../daemon/http/server.js';
import { startUwsServer } from '../../daemon/http/uws-adapter.js';
import { freePort } from '../support/free-port.js';
import { answerSuite } from './http-engine/answers.js';
import { bodySuite } from './http-engine/bodies.js';
import { drainSuite } from './http-engine/drain.js';
import { startFixture } from './http-engine/fixture.js';
import { limitSuite, silentConnectionsAreClosed } from './http-engine/limits.js';
import { malformedSuite } from './http-engine/malformed.js';
import { requestSuite } from './http-engine/requests.js';

const ENGINES: Record<string, StartServer> = { 'uWebSockets.js': startUwsServer, 'node:http': startNodeServer };

for (const [name, start] of Object.entries(ENGINES)) {
  describe(`HTTP engine on ${name}`, () => {
    requestSuite(start);
    malformedSuite(start);
    bodySuite(start);
    answerSuite(start);
    drainSuite(start);
    limitSuite(start);
  });
}

describe('HTTP engines', () => {
  it('close connections that fall silent: before, in and after a head, and in front of an answer', async function () {
    this.timeout(60_000);
    await Promise.all(Object.values(ENGINES).map(silentConnectionsAreClosed));
  });

  it('share a port where it is asked for: uWebSockets.js anywhere, node:http among workers or on Node 23', async () => {
    // The engine marks a port as shared only when it was told which.
    const first = await startFixture(startUwsServer, undefined, { sharePort: true, port: await freePort() });
    const second = await startFixture(startUwsServer, undefined, { sharePort: true, port: first.port });
    expect(second.port).to.equal(first.port);
    for (const start of Object.values(ENGINES)) {
      const exclusive = await startFixture(start, undefined, { port: first.port }).catch(String);
      expect(exclusive).to.contain('EADDRINUSE');
    }
    await Promise.all([first.stop(), second.stop()]);
  });

  // docs/http.md names this. When it fails, the binary has learned it, and the document can forget it.
  it('uWebSockets.js on Node 20 wants a request line in one piece; node:http does not', async () => {
    const statuses = await Promise.all(
      Object.values(ENGINES).map(async (start) => {
        const fixture = await startFixture(start);
        const connection = await fixture.connect();
        connection.send('GET /a?long=');
        await new Promise((resolve) => setTimeout(resolve, 30));
        connection.send('query HTTP/1.1\r\nHost: h\r\n\r\n');
        connection.socket.end();
        const responses = await connection.responsesUntilClosed();
        await fixture.stop();
        return responses.map(({ status }) => status);
      }),
    );
    expect(statuses).to.deep.equal([[process.versions.modules === '115' ? 505 : 200], [200]]);
  });
});
