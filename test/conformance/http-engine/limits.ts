import { expect } from 'chai';
import type { RunningServer, ServerOptions, StartServer } from '../../../daemon/http/server.js';
import { echoOf, FIXED, startFixture } from './fixture.js';
import { RawConnection } from './raw-connection.js';

/** Listening, and what bounds the number and the life of connections. */
export function limitSuite(start: StartServer): void {
  const listen = (options: Partial<ServerOptions>): Promise<RunningServer> =>
    start(
      {
        host: '127.0.0.1',
        port: 0,
        sharePort: false,
        bodyTimeoutMs: 1000,
        maxConnections: 10,
        events: { refused: () => undefined, faulted: () => undefined },
        ...options,
      },
      { find: () => FIXED },
    );
  const failure = (options: Partial<ServerOptions>): Promise<string> =>
    listen(options).then(
      () => 'listening',
      (error: unknown) => (error as Error).message,
    );

  describe('listening', () => {
    it('fails on a port in use, and names it', async () => {
      const first = await listen({});
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
      it(`on ${host} tells the address of a client that comes from ${from} in its one spelling`, async () => {
        const fixture = await startFixture(start, undefined, { host });
        const connection = await RawConnection.open(fixture.port, from);
        connection.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
        expect(echoOf(await connection.response()).remoteAddress).to.equal(address);
        connection.destroy();
        await fixture.stop();
      });
    }
  });

  describe('connections', () => {
    it('are closed as they come when there are too many', async () => {
      const fixture = await startFixture(start, undefined, { maxConnections: 2 });
      const kept = [await fixture.connect(), await fixture.connect()];
      const third = await fixture.connect();
      await third.closed();
      kept[0]!.destroy();
      for (let i = 0; ; i++) {
        const next = await fixture.connect();
        next.send('GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n');
        const answer = await next.response().catch(() => undefined);
        if (answer?.status === 200) break;
        expect(i).to.be.below(100);
      }
      kept[1]!.send('GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n');
      expect((await kept[1]!.response()).status).to.equal(200);
      await fixture.stop();
    });
  });
}

/** Takes as long as the engines' patience. */
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
