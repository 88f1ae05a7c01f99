import { expect } from 'chai';
import { startNodeServer } from '../../daemon/http/node-adapter.js';
import type { Response } from '../../daemon/http/response.js';
import type { StartServer } from '../../daemon/http/server.js';
import { startUwsServer } from '../../daemon/http/uws-adapter.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { answerSuite } from './http-engine/answers.js';
import { bodySuite } from './http-engine/bodies.js';
import { drainSuite } from './http-engine/drain.js';
import { gate, startFixture } from './http-engine/fixture.js';
import { limitSuite, silentConnectionsAreClosed, silentFirstSuite } from './http-engine/limits.js';
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

describe('HTTP engine on uWebSockets.js, alone', () => {
  it('does not believe the address in a header of the PROXY protocol (docs/http.md, Limitations)', async () => {
    const fixture = await startFixture(startUwsServer);
    try {
      // Version 2, a proxied TCP connection over IPv4, 12 bytes: from 203.0.113.9:80 to 127.0.0.1:80.
      const header = Buffer.from('0d0a0d0a000d0a515549540a2111000ccb0071097f00000100500050', 'hex');
      const request = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';
      expect((await fixture.ask(Buffer.concat([header, Buffer.from(request)]))).status).to.equal(200);
      expect(fixture.handled[0]?.remoteAddress).to.equal('127.0.0.1');
    } finally {
      await fixture.stop();
    }
  });
});

describe('HTTP engine on node:http, alone', () => {
  silentFirstSuite(startNodeServer);

  it('closes a connection with more than eight pending requests, and answers eight (docs/http.md)', async () => {
    for (const [count, answered] of [
      [8, 8],
      [9, 0],
    ] as const) {
      const { promise, open } = gate<Response>();
      const fixture = await startFixture(startNodeServer, () => promise);
      try {
        const connection = await fixture.connect();
        connection.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(count));
        await eventually(() => expect(fixture.handled).to.have.length(8));
        if (answered === 0) await connection.closed();
        open({ status: 200, headers: [], body: 'x' });
        for (let i = 0; i < answered; i++) expect((await connection.response()).status).to.equal(200);
        if (answered === 0) expect(await connection.textUntilClosed()).to.equal('');
        expect(fixture.handled).to.have.length(8);
      } finally {
        await fixture.stop();
      }
    }
  });

  it('reads a header value without ASCII characters as UTF-8', async () => {
    const fixture = await startFixture(startNodeServer);
    try {
      await fixture.ask(Buffer.from('GET / HTTP/1.1\r\nHost: h\r\nX-All: ëé\r\n\r\n', 'utf8'));
      expect(fixture.handled[0]?.headers.get('x-all')).to.equal('ëé');
    } finally {
      await fixture.stop();
    }
  });

  // RFC 9112 §9.6: after "close" a server must not process further requests.
  for (const [what, path] of [
    ['a handler returns immediately', '/x'],
    ['never changes', '/fixed'],
  ] as const) {
    it(`during a shutdown runs no request that is pipelined after a closing answer that ${what}`, async () => {
      const fixture = await startFixture(startNodeServer, () => ({ status: 200, headers: [], body: 'served' }));
      try {
        fixture.server.announceClose();
        const connection = await fixture.connect();
        connection.send(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`.repeat(3));
        const answers = await connection.responsesUntilClosed();
        expect(answers.map(({ headers }) => headers.get('connection'))).to.deep.equal(['close']);
        expect(fixture.dispatched).to.deep.equal([`GET ${path}`]);
      } finally {
        await fixture.stop();
      }
    });
  }

  // RFC 9112 §9.3.2, §9.6: pipelined requests are answered in order, and none is answered after "close".
  for (const [what, first] of [
    ['in a shutdown', { status: 200, headers: [], body: 'first' }],
    ['after a fault', new Error('the first request fails')],
  ] as const) {
    it(`answers all pending requests ${what}, closes with the last one, and runs no further one`, async () => {
      const answers = [gate<Response>(), gate<Response>(), gate<Response>()];
      const fixture = await startFixture(startNodeServer, () => answers[fixture.handled.length - 1]!.promise);
      try {
        const connection = await fixture.connect();
        connection.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(2));
        await eventually(() => expect(fixture.handled).to.have.length(2));
        fixture.server.announceClose();
        if (first instanceof Error) answers[0]!.open(Promise.reject(first) as never);
        else answers[0]!.open(first);
        const status = first instanceof Error ? 500 : 200;
        const { headers, status: firstStatus } = await connection.response();
        expect([firstStatus, headers.get('connection')]).to.deep.equal([status, 'keep-alive']);
        answers[1]!.open({ status: 200, headers: [], body: 'second' });
        connection.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\n');
        const [second, ...others] = await connection.responsesUntilClosed();
        expect([second?.body.toString(), second?.headers.get('connection')]).to.deep.equal(['second', 'close']);
        expect(others).to.deep.equal([]);
        expect(fixture.handled).to.have.length(2);
      } finally {
        await fixture.stop();
      }
    });
  }
});

describe('HTTP engines', () => {
  it('close silent connections: before, in and after a head, and before an answer', async () => {
    await Promise.all(Object.values(ENGINES).map(silentConnectionsAreClosed));
  });

  it('share a port on request: uWebSockets.js always, node:http among workers or on Node 23', async () => {
    // The engine marks a port as shared only for an explicit port.
    const first = await startFixture(startUwsServer, undefined, { sharePort: true, port: await freePort() });
    const second = await startFixture(startUwsServer, undefined, { sharePort: true, port: first.port });
    expect(second.port).to.equal(first.port);
    for (const start of Object.values(ENGINES)) {
      const exclusive = await startFixture(start, undefined, { port: first.port }).catch(String);
      expect(exclusive).to.contain('EADDRINUSE');
    }
    await Promise.all([first.stop(), second.stop()]);
  });

  // docs/http.md lists this limitation. If this fails, the binary has been fixed, and the document can drop it.
  it('uWebSockets.js on Node 20 requires a request line in one piece; node:http does not', async () => {
    const statuses = await Promise.all(
      Object.values(ENGINES).map(async (start) => {
        const fixture = await startFixture(start);
        const connection = await fixture.connect();
        connection.send('GET /a?long=');
        await connection.allRead();
        connection.send('query HTTP/1.1\r\nHost: h\r\n\r\n');
        connection.socket.end();
        const responses = await connection.responsesUntilClosed();
        await fixture.stop();
        return responses.map(({ status }) => status);
      }),
    );
    expect(statuses).to.deep.equal([[process.versions.modules === '115' ? 505 : 200], [200]]);
  });

  it('answer a target that is no path with the status that docs/http.md names, and CONNECT as it says', async () => {
    const answered = async (start: StartServer, line: string): Promise<string> => {
      const fixture = await startFixture(start);
      const connection = await fixture.connect();
      connection.send(`${line} HTTP/1.1\r\nHost: h\r\n\r\n`);
      const text = await connection.textUntilClosed();
      await fixture.stop();
      return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'none';
    };
    for (const [line, ofUws, ofNode] of [
      ['GET http://h/x', '505', '400'],
      ['OPTIONS *', '505', '400'],
      ['GET /a\0b', '505', '400'],
      ['CONNECT h:443', '505', 'none'],
    ] as const) {
      expect(await answered(startUwsServer, line), line).to.equal(ofUws);
      expect(await answered(startNodeServer, line), line).to.equal(ofNode);
    }
  });
});
