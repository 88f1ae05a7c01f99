import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from '../../../daemon/http/response.js';
import type { StartServer } from '../../../daemon/http/server.js';
import { eventually } from '../../support/eventually.js';
import { RawConnection } from './raw-connection.js';
import { gate, startFixture, type Fixture } from './fixture.js';

const GET = 'GET /x HTTP/1.1\r\nHost: h\r\n\r\n';
const PATIENCE_MS = 10_000;

export function drainSuite(start: StartServer): void {
  describe('drain', () => {
    let fixture: Fixture;
    let answer: ReturnType<typeof gate<Response>>;
    beforeEach(async () => {
      answer = gate<Response>();
      fixture = await startFixture(start, () => answer.promise);
    });
    afterEach(() => fixture.stop());

    async function underWay(count = 1): Promise<RawConnection[]> {
      const connections: RawConnection[] = [];
      for (let i = 0; i < count; i++) {
        const connection = await fixture.connect();
        connection.send(GET);
        connections.push(connection);
      }
      await eventually(() => expect(fixture.handled).to.have.length(count));
      return connections;
    }

    it('lets a pending request finish, sends Connection: close, and closes', async () => {
      const [connection] = await underWay();
      const drained = fixture.server.drain(PATIENCE_MS);
      answer.open({ status: 200, headers: [], body: 'finished' });
      const [response] = await connection!.responsesUntilClosed();
      expect([response?.status, response?.body.toString()]).to.deep.equal([200, 'finished']);
      expect(response?.headers.get('connection')?.toLowerCase()).to.equal('close');
      expect(await drained).to.equal(0);
    });

    it('lets an answer finish that its client reads slowly', async () => {
      const body = Buffer.alloc(24 * 1024 * 1024, 'x');
      const [connection] = await underWay();
      connection!.pause();
      answer.open({ status: 200, headers: [], body });
      await connection!.allRead();
      const drained = fixture.server.drain(PATIENCE_MS);
      connection!.resume();
      expect((await connection!.response()).body.length).to.equal(body.length);
      expect(await drained).to.equal(0);
    });

    for (const [what, bytes, status] of [
      ['that a handler gives', GET, 200],
      ['that never changes', 'GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n', 200],
      ['to a body', 'POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc', 200],
      [
        'to a body over the limit',
        `POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5000)}`,
        413,
      ],
    ] as const) {
      it(`once announced, the answer ${what} has Connection: close, the connection closes, and new connections are served`, async () => {
        answer.open({ status: 200, headers: [], body: 'served' });
        const open = await fixture.connect();
        open.send('GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n');
        expect((await open.response()).headers.get('connection')?.toLowerCase()).to.not.equal('close');
        fixture.server.announceClose();
        for (const connection of [open, await fixture.connect()]) {
          connection.send(bytes);
          const [response] = await connection.responsesUntilClosed();
          expect([response?.status, response?.headers.get('connection')?.toLowerCase()]).to.deep.equal([
            status,
            'close',
          ]);
        }
      });
    }

    for (const [what, bytes, toHead] of [
      ['HEAD', 'HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n', true],
      ['HEAD of what never changes', 'HEAD /fixed HTTP/1.1\r\nHost: h\r\n\r\n', true],
      ['a request that is answered 204', GET, false],
      ['a request for 24 MiB', GET, false],
    ] as const) {
      it(`once announced, the answer to ${what} has Connection: close`, async () => {
        const body = what.endsWith('MiB') ? Buffer.alloc(24 * 1024 * 1024) : undefined;
        answer.open(
          what.endsWith('204') ? { status: 204, headers: [] } : { status: 200, headers: [], ...(body && { body }) },
        );
        fixture.server.announceClose();
        const connection = await fixture.connect();
        connection.send(bytes);
        const response = await connection.response(toHead);
        expect(response.headers.get('connection')?.toLowerCase()).to.equal('close');
      });
    }

    it('once announced, serves the connections that the system has accepted but not handed over yet', async () => {
      answer.open({ status: 200, headers: [], body: 'served' });
      fixture.server.announceClose();
      // All in one turn of the event loop, in which the server, which shares it, takes none of them.
      const opening = Array.from({ length: 30 }, () => RawConnection.open(fixture.port));
      const drained = fixture.server.drain(PATIENCE_MS);
      const statuses = opening.map(async (opened) => {
        const connection = await opened;
        connection.send('POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc');
        return (await connection.responsesUntilClosed()).map(({ status }) => status);
      });
      expect(await Promise.all(statuses)).to.deep.equal(opening.map(() => [200]));
      expect(await drained).to.equal(0);
    });

    it('once announced, serves the first request of a new connection that comes some time after the listener has closed', async () => {
      answer.open({ status: 200, headers: [], body: 'served' });
      fixture.server.announceClose();
      const connection = await fixture.connect();
      await eventually(() => expect(fixture.server.connections).to.equal(1));
      const drained = fixture.server.drain(PATIENCE_MS);
      await sleep(700);
      connection.send('POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc');
      expect((await connection.responsesUntilClosed()).map(({ status }) => status)).to.deep.equal([200]);
      expect(await drained).to.equal(0);
    });

    it('accepts no new connections', async () => {
      await underWay();
      const drained = fixture.server.drain(PATIENCE_MS);
      const refused = await RawConnection.open(fixture.port).then(
        () => 'accepted',
        (error: unknown) => (error as NodeJS.ErrnoException).code,
      );
      expect(refused).to.equal('ECONNREFUSED');
      answer.open({ status: 200, headers: [] });
      await drained;
    });

    for (const [what, head, rest] of [
      ['a request', 'GET /x HTTP/1.1\r\nHost: h\r\n', '\r\n'],
      ['a request for what never changes', 'GET /fixed HTTP/1.1\r\nHost: h\r\n', '\r\n'],
      ['HEAD', 'HEAD /x HTTP/1.1\r\nHost: h\r\n', '\r\n'],
      ['HEAD of what never changes', 'HEAD /fixed HTTP/1.1\r\nHost: h\r\n', '\r\n'],
      ['a request with a body', 'POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n', '\r\nabc'],
    ] as const) {
      it(`answers ${what} on an open connection with 503 and Connection: close`, async () => {
        const [first] = await underWay();
        const second = await fixture.connect();
        // Begun before the drain, so that no engine treats the connection as idle.
        second.send(head);
        await second.allRead();
        fixture.dispatched.length = 0;
        const drained = fixture.server.drain(PATIENCE_MS);
        second.send(rest);
        const [refusal] = await second.responsesUntilClosed(head.startsWith('HEAD'));
        expect(refusal?.status).to.equal(503);
        expect(refusal?.headers.get('x-of')).to.equal(head.split(' ')[1]);
        expect(refusal?.headers.get('connection')?.toLowerCase()).to.equal('close');
        expect(fixture.dispatched).to.deep.equal([]);
        answer.open({ status: 200, headers: [] });
        expect((await first!.response()).status).to.equal(200);
        expect(await drained).to.equal(0);
      });
    }

    it('aborts and counts requests that do not finish in time', async () => {
      const connections = await underWay(3);
      expect(await fixture.server.drain(30)).to.equal(3);
      for (const connection of connections) await connection.closed();
      await eventually(() => expect(fixture.handled.every(({ signal }) => signal.aborted)).to.equal(true));
      answer.open({ status: 200, headers: [] });
      expect(fixture.faults).to.deep.equal([]);
    });

    it('closes idle connections', async () => {
      const idle = await fixture.connect();
      const used = await fixture.connect();
      used.send('GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n');
      await used.response();
      expect(await fixture.server.drain(PATIENCE_MS)).to.equal(0);
      await Promise.all([idle.closed(), used.closed()]);
    });

    it('runs once, however often it is called', async () => {
      await underWay(2);
      const both = [fixture.server.drain(30), fixture.server.drain(PATIENCE_MS)];
      expect(await Promise.all(both)).to.deep.equal([2, 2]);
      expect(await fixture.server.drain(PATIENCE_MS)).to.equal(2);
    });
  });
}
