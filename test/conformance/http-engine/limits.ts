import { expect } from 'chai';
import type { Response } from '../../../daemon/http/response.js';
import {
  SPARE_CONNECTIONS,
  type RunningServer,
  type ServerOptions,
  type StartServer,
} from '../../../daemon/http/server.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { echoOf, FIXED, gate, startFixture, type Fixture } from './fixture.js';
import { RawConnection } from './raw-connection.js';

/** Listening, and the limits on the number and lifetime of connections. */
export function limitSuite(start: StartServer): void {
  const listen = (options: Partial<ServerOptions>): Promise<RunningServer> =>
    start(
      {
        host: '127.0.0.1',
        port: 0,
        sharePort: false,
        bodyTimeoutMs: 1000,
        maxConnections: 10,
        events: { refused: () => undefined, connectionRefused: () => undefined, faulted: () => undefined },
        ...options,
      },
      { find: () => FIXED, whileDraining: () => FIXED, refused: (_method, _path, refusal) => refusal },
    );
  const failure = (options: Partial<ServerOptions>): Promise<string> =>
    listen(options).then(
      () => 'listening',
      (error: unknown) => (error as Error).message,
    );

  describe('listening', () => {
    it('fails on a port in use, and names it', async () => {
      // Of the tests' own ports: none of another program's outgoing connections takes it in between.
      const first = await listen({ port: await freePort() });
      expect(await failure({ port: first.port })).to.match(
        new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${first.port}: .*EADDRINUSE`),
      );
      await first.drain(0);
      const second = await listen({ port: first.port });
      expect(second.port).to.equal(first.port);
      await second.drain(0);
    });

    it('fails on an address that this machine does not have, and names it', async () => {
      expect(await failure({ host: '203.0.113.9', port: 8081 })).to.match(
        /^cannot listen on 203\.0\.113\.9:8081: .*EADDRNOTAVAIL/,
      );
      expect(await failure({ host: '2001:db8::1', port: 8081 })).to.match(/^cannot listen on \[2001:db8::1\]:8081: /);
    });

    for (const [host, from, address] of [
      ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
      ['::1', '::1', '::1'],
      ['::', '127.0.0.1', '127.0.0.1'],
      ['::', '::1', '::1'],
    ] as const) {
      it(`on ${host} returns the address of a client from ${from} in its canonical form`, async () => {
        const fixture = await startFixture(start, undefined, { host });
        const connection = await RawConnection.open(fixture.port, from);
        connection.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
        expect(echoOf(await connection.response()).remoteAddress).to.equal(address);
        connection.destroy();
        await fixture.stop();
      });
    }
  });

  describe('connections (docs/http.md)', () => {
    const PROBE = 'GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n';
    let fixture: Fixture;
    let release: () => void;
    const serve = async (maxConnections: number): Promise<void> => {
      const { promise, open } = gate<Response>();
      release = () => open({ status: 200, headers: [], body: 'done' });
      fixture = await startFixture(start, () => promise, { maxConnections });
    };
    afterEach(() => fixture.stop());

    it('leave room for a probe when silent ones reach the limit, and close after its answer', async () => {
      await serve(300);
      const silent = await Promise.all(Array.from({ length: 300 }, () => fixture.connect()));
      await eventually(() => expect(fixture.server.connections).to.equal(300));
      for (let i = 0; i < 10; i++) expect((await fixture.ask(PROBE)).status).to.equal(200);
      expect(silent).to.have.length(300);
      expect(fixture.refusedConnections).to.deep.equal([]);
    });

    it('beyond the limit and the spare room are closed on arrival, and counted', async () => {
      await serve(2);
      const busy: RawConnection[] = [];
      for (let i = 1; i <= 2 + SPARE_CONNECTIONS; i++) {
        const connection = await fixture.connect();
        connection.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\n');
        busy.push(connection);
        await eventually(() => expect(fixture.handled).to.have.length(i));
      }
      expect(fixture.server.connections).to.equal(2 + SPARE_CONNECTIONS);
      const refused = await fixture.connect();
      await refused.closed();
      expect(fixture.refusedConnections).to.have.length(1);
      release();
      for (const connection of busy) expect((await connection.response()).body.toString()).to.equal('done');
      // Those that were answered beyond the limit have closed: there is room again, and connections stay open.
      await eventually(() => expect(fixture.server.connections).to.be.at.most(2));
      for (const connection of busy) connection.destroy();
      await eventually(() => expect(fixture.server.connections).to.equal(0));
      const next = await fixture.connect();
      for (let i = 0; i < 2; i++) {
        next.send(PROBE);
        expect((await next.response()).headers.get('connection')?.toLowerCase()).to.not.equal('close');
      }
    });

    it('at the limit stay open after an answer; with one more, the answer has Connection: close and the connection closes', async () => {
      await serve(2);
      const [first, second] = [await fixture.connect(), await fixture.connect()];
      for (const connection of [first, second]) connection.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\n');
      await eventually(() => expect(fixture.handled).to.have.length(2));
      const third = await fixture.connect();
      third.send(PROBE);
      const [answer] = await third.responsesUntilClosed();
      expect([answer?.status, answer?.headers.get('connection')?.toLowerCase()]).to.deep.equal([200, 'close']);
      await eventually(() => expect(fixture.server.connections).to.equal(2));
      release();
      expect((await first.response()).headers.get('connection')?.toLowerCase()).to.not.equal('close');
    });
  });
}

/** uWebSockets.js cannot distinguish its connections before a request: its silent ones close after 10 s. */
export function silentFirstSuite(start: StartServer): void {
  it('closes the longest silent connections first when room is short, and none with a pending request', async () => {
    const { promise, open } = gate<Response>();
    const fixture = await startFixture(
      start,
      (request) => (request.path === '/slow' ? promise : { status: 200, headers: [] }),
      {
        maxConnections: 3,
      },
    );
    try {
      const busy = await fixture.connect();
      busy.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\nGET /slow HTTP/1.1\r\nHost: h\r\n\r\n');
      expect((await busy.response()).status).to.equal(200);
      await eventually(() => expect(fixture.handled).to.have.length(2));
      const silent = await fixture.connect();
      const inHead = await fixture.connect();
      inHead.send('GET /x HTTP/1.1\r\n');
      await eventually(() => expect(fixture.server.connections).to.equal(3));
      const next = await fixture.connect();
      await silent.closed();
      next.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\n');
      expect((await next.response()).status).to.equal(200);
      const last = await fixture.connect();
      await inHead.closed();
      last.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\n');
      expect((await last.response()).status).to.equal(200);
      // Answered connections are silent again.
      await fixture.connect();
      await next.closed();
      open({ status: 200, headers: [], body: 'slow' });
      expect((await busy.response()).body.toString()).to.equal('slow');
      expect(fixture.refusedConnections).to.deep.equal([]);
    } finally {
      await fixture.stop();
    }
  });
}

/** Takes as long as the engines' timeout. */
export async function silentConnectionsAreClosed(start: StartServer): Promise<void> {
  const fixture = await startFixture(start, () => ({ status: 200, headers: [], body: Buffer.alloc(24 * 1024 * 1024) }));
  const [silent, inHead, after, unread] = await Promise.all([
    fixture.connect(),
    fixture.connect(),
    fixture.connect(),
    fixture.connect(),
  ]);
  inHead.send('GET /fixed HTTP/1.1\r\nHost: h\r\n');
  after.send('GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n');
  unread.pause();
  unread.send('GET /x HTTP/1.1\r\nHost: h\r\n\r\n');
  await Promise.all([silent.closed(), inHead.closed(), after.closed()]);
  expect(await fixture.server.drain(40_000)).to.equal(0);
}
