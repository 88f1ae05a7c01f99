import { expect } from 'chai';
import { ResponseViolation } from '../../../daemon/http/response.js';
import type { Response } from '../../../daemon/http/response.js';
import type { StartServer } from '../../../daemon/http/server.js';
import { eventually } from '../../support/eventually.js';
import { gate, startFixture, type Fixture, type Handle } from './fixture.js';

const GET = 'GET /x HTTP/1.1\r\nHost: h\r\n\r\n';
const HEAD = 'HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n';
/** Larger than the buffers of both sockets. */
const HUGE = Buffer.alloc(24 * 1024 * 1024, 'gatehouse ');

export function answerSuite(start: StartServer): void {
  describe('answers', () => {
    let fixture: Fixture;
    const serve = async (handle: Handle): Promise<void> => {
      fixture = await startFixture(start, handle);
    };
    afterEach(() => fixture.stop());

    it('have status, headers in order, and the body with its length in bytes', async () => {
      await serve(() => ({
        status: 418,
        headers: [
          ['x-b', '1'],
          ['set-cookie', 'a=1'],
          ['x-a', ''],
          ['set-cookie', 'b=2'],
        ],
        body: 'Zoë',
      }));
      const answer = await fixture.ask(GET);
      expect(answer.status).to.equal(418);
      expect(answer.body.toString()).to.equal('Zoë');
      const ours = [...answer.headers].filter(([name]) => name.startsWith('x-') || name.startsWith('set-'));
      expect(ours).to.deep.equal([
        ['x-b', '1'],
        ['set-cookie', 'a=1, b=2'],
        ['x-a', ''],
      ]);
      expect(answer.headers.get('content-length')).to.equal('4');
      expect(Date.parse(answer.headers.get('date') ?? '')).to.be.a('number').and.not.NaN;
    });

    it('to HEAD have the length and no body, and the connection stays open (RFC 9110 §9.3.2)', async () => {
      await serve(async () => Promise.resolve({ status: 200, headers: [], body: 'twelve bytes' }));
      const connection = await fixture.connect();
      for (const head of [HEAD, 'HEAD /fixed HTTP/1.1\r\nHost: h\r\n\r\n', HEAD]) {
        connection.send(head);
        const answer = await connection.response(true);
        expect(answer.status).to.equal(200);
        expect(Number(answer.headers.get('content-length'))).to.equal(head === HEAD ? 12 : 14);
      }
      connection.send(GET);
      expect((await connection.response()).body.toString()).to.equal('twelve bytes');
    });

    describe('repeat the exchange id of their request (docs/security-shared-connections.md)', () => {
      const ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
      const asking = (line: string, rest = ''): string =>
        `${line} HTTP/1.1\r\nHost: h\r\ngatehouse-exchange: ${ID}\r\n${rest}\r\n`;
      for (const [what, bytes, status] of [
        ['that a handler gave', asking('GET /x'), 200],
        ['that never change', asking('GET /fixed'), 200],
        ['to HEAD', asking('HEAD /x'), 200],
        ['to a malformed request', asking('GET /x', 'Content-Length: 5\r\n'), 400],
        ['to a malformed HEAD', asking('HEAD /x', 'Content-Length: 5\r\n'), 400],
        ['to a body over the limit', asking('POST /x', 'Content-Length: 5000\r\n') + 'x'.repeat(5000), 413],
        ['to a body that is much too large', asking('POST /x', 'Content-Length: 999999999\r\n'), 413],
        ['to a body that does not come', asking('POST /x', 'Content-Length: 5\r\n'), 408],
        ['in place of one that must not be sent', asking('GET /throws'), 500],
      ] as const) {
        it(what, async () => {
          await serve((request) => {
            if (request.path === '/throws') throw new Error('defect');
            return { status: 200, headers: [], body: 'twelve bytes' };
          });
          const connection = await fixture.connect();
          connection.send(bytes);
          const answer = await connection.response(bytes.startsWith('HEAD'));
          expect([answer.status, answer.headers.get('gatehouse-exchange')]).to.deep.equal([status, ID]);
        });
      }

      it('and do not repeat an invalid id, one of two, or one of an earlier request', async () => {
        await serve(() => ({ status: 200, headers: [] }));
        const connection = await fixture.connect();
        connection.send(asking('GET /x'));
        await connection.response();
        const two = `gatehouse-exchange: ${ID}\r\n`;
        for (const other of [
          'X: y\r\n',
          'gatehouse-exchange: <script>alert(1)</script>\r\n',
          'gatehouse-exchange: short\r\n',
          two + two,
        ]) {
          connection.send(`GET /x HTTP/1.1\r\nHost: h\r\n${other}\r\n`);
          expect((await connection.response()).headers.has('gatehouse-exchange'), other).to.equal(false);
        }
      });
    });

    for (const status of [204, 304]) {
      it(`of status ${status} have neither body nor length, and the connection stays open (RFC 9110 §8.6)`, async () => {
        await serve((request) => (request.path === '/x' ? { status, headers: [] } : { status: 200, headers: [] }));
        const connection = await fixture.connect();
        connection.send(GET);
        expect((await connection.response()).headers.has('content-length')).to.equal(false);
        connection.send('GET /y HTTP/1.1\r\nHost: h\r\n\r\n');
        expect((await connection.response()).headers.get('content-length')).to.equal('0');
      });
    }

    const hostile = (value: string): Response => ({ status: 302, headers: [['location', value]] });
    const violations: Record<string, Response> = {
      'CR and LF in a value': hostile('/\r\nset-cookie: stolen=1'),
      'LF in a value': hostile('/\nx: y'),
      'CR in a value': hostile('/\rx: y'),
      'NUL in a value': hostile('/\0'),
      'bytes beyond ASCII in a value': hostile('/é'),
      'LF in a name': { status: 200, headers: [['x\r\ny', '1']] },
      'a colon in a name': { status: 200, headers: [['x:y', '1']] },
      'an upper-case name': { status: 200, headers: [['X-Y', '1']] },
      'an empty name': { status: 200, headers: [['', '1']] },
      'a length of its own': { status: 200, headers: [['content-length', '0']], body: 'x' },
      'a transfer encoding of its own': { status: 200, headers: [['transfer-encoding', 'chunked']], body: 'x' },
      'a body with 204': { status: 204, headers: [], body: 'x' },
      'an interim status': { status: 101, headers: [] },
      'an invalid status': { status: NaN, headers: [] },
    };
    for (const [what, response] of Object.entries(violations)) {
      it(`with ${what} are replaced by a 500, and reported`, async () => {
        await serve(() => response);
        const answer = await fixture.ask(GET);
        expect([answer.status, answer.body.toString()]).to.deep.equal([500, 'Internal error.\n']);
        expect([...answer.headers.keys()]).to.not.include.members(['location', 'set-cookie', 'x', 'y']);
        expect(fixture.faults).to.have.length(1).and.to.have.nested.property('[0]').instanceOf(ResponseViolation);
      });
    }

    const broken: Record<string, Handle> = {
      throws: () => {
        throw new Error('defect');
      },
      rejects: () => Promise.reject(new Error('defect')),
      'returns nothing': () => undefined as unknown as Response,
      'resolves to nothing': () => Promise.resolve(undefined as unknown as Response),
    };
    for (const [what, handle] of Object.entries(broken)) {
      it(`are 500 if a handler ${what}, and the server keeps running`, async () => {
        await serve(handle);
        expect((await fixture.ask(GET)).status).to.equal(500);
        expect((await fixture.ask('POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx')).status).to.equal(500);
        expect(fixture.faults).to.have.length(2);
      });

      it(`to HEAD are 500 without a body if a handler ${what}, and the server closes`, async function () {
        // Before it would close because of the silence.
        this.timeout(8000);
        await serve(handle);
        const connection = await fixture.connect();
        connection.send(HEAD);
        expect((await connection.responsesUntilClosed(true)).map(({ status }) => status)).to.deep.equal([500]);
      });
    }

    it('are never sent if the dispatcher throws: the connection is closed, and the server keeps running', async () => {
      await serve(() => ({ status: 200, headers: [] }));
      const connection = await fixture.connect();
      connection.send('GET /find-throws HTTP/1.1\r\nHost: h\r\n\r\n');
      await connection.closed();
      expect(fixture.faults).to.have.length(1);
      expect((await fixture.ask(GET)).status).to.equal(200);
    });

    for (const body of [HUGE, HUGE.toString()]) {
      it(`of 24 MiB arrive completely at a client that reads slowly (${typeof body})`, async () => {
        await serve(async () => Promise.resolve({ status: 200, headers: [], body }));
        const connection = await fixture.connect();
        connection.pause();
        connection.send(GET);
        await eventually(() => expect(fixture.handled).to.have.length(1));
        await connection.allRead();
        connection.resume();
        expect((await connection.response()).body.equals(HUGE)).to.equal(true);
        connection.send(HEAD);
        expect((await connection.response(true)).headers.get('content-length')).to.equal(String(HUGE.length));
      });
    }

    it('that the client does not read to the end leak nothing', async () => {
      await serve(async () => Promise.resolve({ status: 200, headers: [], body: HUGE }));
      const connection = await fixture.connect();
      connection.pause();
      connection.send(GET);
      await eventually(() => expect(fixture.handled).to.have.length(1));
      connection.destroy();
      expect(await fixture.server.drain(10_000)).to.equal(0);
      // The handler is done at this point.
      expect(fixture.handled[0]!.signal.aborted).to.equal(false);
    });

    it('are abandoned when the client disconnects: the signal fires, a late answer is dropped', async () => {
      const answer = gate<Response>();
      await serve(() => answer.promise);
      const connection = await fixture.connect();
      connection.send(GET);
      await eventually(() => expect(fixture.handled).to.have.length(1));
      const [request] = fixture.handled;
      expect(request!.signal.aborted).to.equal(false);
      connection.destroy();
      await eventually(() => expect(request!.signal.aborted).to.equal(true));
      answer.open({ status: 200, headers: [] });
      expect((await fixture.ask('GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n')).status).to.equal(200);
      expect(fixture.faults).to.deep.equal([]);
    });

    it('tell a handler that asks late that its client has disconnected', async () => {
      const answer = gate<Response>();
      await serve(() => answer.promise);
      const connection = await fixture.connect();
      connection.send(GET);
      await eventually(() => expect(fixture.handled).to.have.length(1));
      connection.destroy();
      await eventually(() => expect(fixture.handled[0]!.signal.aborted).to.equal(true));
      answer.open({ status: 200, headers: [] });
    });

    it('do not fire the signal once sent', async () => {
      await serve(async () => Promise.resolve({ status: 200, headers: [] }));
      const connection = await fixture.connect();
      connection.send(GET);
      await connection.response();
      const { signal } = fixture.handled[0]!;
      connection.destroy();
      await fixture.ask(GET);
      expect(signal.aborted).to.equal(false);
    });
  });
}
