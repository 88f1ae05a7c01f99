import { expect } from 'chai';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StartServer } from '../../../daemon/http/server.js';
import { echo, echoOf, startFixture, type Fixture } from './fixture.js';

/** The values that a handler gets from a well-formed request, and how connections stay open. */
export function requestSuite(start: StartServer): void {
  describe('requests', () => {
    let fixture: Fixture;
    beforeEach(async () => {
      fixture = await startFixture(start, async (request) => Promise.resolve(echo(request)));
    });
    afterEach(() => fixture.stop());

    it('passes method, path, query, headers and address as they were sent', async () => {
      const answer = await fixture.ask(
        'GET /a%2Fb/../c//?x=1&y=%zz?&x=2 HTTP/1.1\r\nHost: h\r\nX-One:  a  b \r\nACCEPT: */*\r\n\r\n',
      );
      expect(echoOf(answer)).to.deep.equal({
        method: 'GET',
        path: '/a%2Fb/../c//',
        query: 'x=1&y=%zz?&x=2',
        headers: { host: 'h', 'x-one': 'a  b', accept: '*/*' },
        remoteAddress: '127.0.0.1',
        body: '',
      });
    });

    it('passes no request without the address of its client, which may already have reset the connection', async () => {
      sendAndReset(fixture.port);
      // It arrived later, so the server has read the data of the earlier one.
      expect((await fixture.ask('GET /there HTTP/1.1\r\nHost: h\r\n\r\n')).status).to.equal(200);
      expect(new Set(fixture.handled.map(({ remoteAddress }) => remoteAddress))).to.deep.equal(new Set(['127.0.0.1']));
      expect(fixture.faults).to.deep.equal([]);
    });

    it('passes no request without it either if the client resets the connection after the server has read the request', async () => {
      const reset = resetOnDemand();
      const blocking = await startFixture(start, (request) => {
        if (request.path === '/first') reset.now();
        return echo(request);
      });
      reset.connect(blocking.port, 'GET /first HTTP/1.1\r\nHost: h\r\n\r\nGET /second HTTP/1.1\r\nHost: h\r\n\r\n');
      await reset.done;
      expect((await blocking.ask('GET /there HTTP/1.1\r\nHost: h\r\n\r\n')).status).to.equal(200);
      expect(new Set(blocking.handled.map(({ remoteAddress }) => remoteAddress))).to.deep.equal(new Set(['127.0.0.1']));
      expect(blocking.faults).to.deep.equal([]);
      await blocking.stop();
    });

    it('treats no query and an empty one alike', async () => {
      expect(echoOf(await fixture.ask('GET /q HTTP/1.1\r\nHost: h\r\n\r\n')).query).to.equal('');
      expect(echoOf(await fixture.ask('GET /q? HTTP/1.1\r\nHost: h\r\n\r\n')).query).to.equal('');
    });

    it('joins repeated headers with ", " (RFC 9110 §5.3) and cookies with "; " (RFC 9113 §8.2.3)', async () => {
      const repeated =
        'X-Forwarded-For: 1.1.1.1\r\nCookie: a=1\r\nX-Forwarded-For: 2.2.2.2\r\nCookie: b=2\r\nAge: 1\r\nAge: 2';
      const { headers } = echoOf(await fixture.ask(`GET / HTTP/1.1\r\nHost: h\r\n${repeated}\r\n\r\n`));
      expect(headers).to.deep.equal({
        host: 'h',
        'x-forwarded-for': '1.1.1.1, 2.2.2.2',
        cookie: 'a=1; b=2',
        age: '1, 2',
      });
    });

    it('reads header values as UTF-8', async () => {
      const bytes = Buffer.from('GET / HTTP/1.1\r\nHost: h\r\nCookie: name=Zoë; end\r\n\r\n', 'utf8');
      expect(echoOf(await fixture.ask(bytes)).headers['cookie']).to.equal('name=Zoë; end');
    });

    it('keeps the headers usable long after the request', async () => {
      await fixture.ask('GET /1 HTTP/1.1\r\nHost: first\r\n\r\n');
      await fixture.ask('GET /2 HTTP/1.1\r\nHost: second\r\n\r\n');
      expect(fixture.handled.map((request) => request.headers.get('host'))).to.deep.equal(['first', 'second']);
    });

    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'POST']) {
      it(`accepts ${method}`, async () => {
        const length = method === 'GET' ? '' : 'Content-Length: 0\r\n';
        expect(echoOf(await fixture.ask(`${method} / HTTP/1.1\r\nHost: h\r\n${length}\r\n`)).method).to.equal(method);
      });
    }

    it('answers many requests on one connection, one after the other (keep-alive)', async () => {
      const connection = await fixture.connect();
      for (let i = 0; i < 20; i++) {
        connection.send(`POST /${i} HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n${String(i).padStart(2, '0')}`);
        const got = echoOf(await connection.response());
        expect([got.path, got.body]).to.deep.equal([`/${i}`, String(i).padStart(2, '0')]);
      }
    });

    it('closes after the answer if the client asks for it (RFC 9112 §9.6)', async () => {
      const connection = await fixture.connect();
      connection.send('GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
      expect((await connection.responsesUntilClosed()).map(({ status }) => status)).to.deep.equal([200]);
    });

    it('answers pipelined requests in order as long as no answer takes time', async () => {
      const connection = await fixture.connect();
      connection.send('GET /fixed HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(3) + 'GET /last HTTP/1.1\r\nHost: h\r\n\r\n');
      for (let i = 0; i < 3; i++) expect((await connection.response()).body.toString()).to.equal('{"fixed":true}');
      expect(echoOf(await connection.response()).path).to.equal('/last');
    });

    it('reads headers that arrive byte by byte', async () => {
      const connection = await fixture.connect();
      connection.send('GET /slow?q HTTP/1.1\r\n');
      for (const byte of 'Host: h\r\nX: y\r\n\r\n') {
        connection.send(byte);
        await connection.allRead();
      }
      expect(echoOf(await connection.response())).to.deep.include({ path: '/slow', headers: { host: 'h', x: 'y' } });
    });

    it('reads a head of 15 KiB, in one piece and in two', async () => {
      const head = `GET / HTTP/1.1\r\nHost: h\r\nCookie: ${'c'.repeat(15_000)}\r\n\r\n`;
      expect(echoOf(await fixture.ask(head)).headers['cookie']).to.have.length(15_000);
      const connection = await fixture.connect();
      connection.send(head.slice(0, 9000));
      await connection.allRead();
      connection.send(head.slice(9000));
      expect(echoOf(await connection.response()).headers['cookie']).to.have.length(15_000);
    });

    it('ignores an upgrade that the server does not offer (RFC 9110 §7.8)', async () => {
      const upgrade =
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAA\r\nSec-WebSocket-Version: 13';
      expect((await fixture.ask(`GET / HTTP/1.1\r\nHost: h\r\n${upgrade}\r\n\r\n`)).status).to.equal(200);
    });

    for (const [what, request] of [
      ['GET', 'GET /first HTTP/1.1\r\nHost: h\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'],
      [
        'POST',
        'POST /first HTTP/1.1\r\nHost: h\r\nConnection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 4\r\n\r\nbody',
      ],
    ] as const) {
      it(`answers the request after a ${what} with an upgrade, or ends the connection and says so`, async () => {
        const connection = await fixture.connect();
        connection.send(`${request}GET /fixed HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
        const [first, behind] = await connection.responsesUntilClosed();
        expect(first?.status).to.equal(200);
        expect(behind?.status ?? first?.headers.get('connection')).to.be.oneOf([200, 'close']);
      });
    }
  });
}

/**
 * A request of a client that has reset its connection before this thread, where the server runs, can accept it: the
 * thread is blocked in the meantime.
 */
function sendAndReset(port: number): void {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(
    `const { port, done } = require('node:worker_threads').workerData;
    const socket = require('node:net').connect(port, '127.0.0.1', () => {
      socket.write('GET /gone HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n', () => socket.resetAndDestroy());
    });
    socket.on('close', () => {
      Atomics.store(done, 0, 1);
      Atomics.notify(done, 0);
    });`,
    { eval: true, workerData: { port, done } },
  );
  client.unref();
  Atomics.wait(done, 0, 0);
}

/** A client in a thread of its own, which resets its connection while this thread is blocked in `now`. */
function resetOnDemand() {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const client = new Worker(
    `const { parentPort, workerData: state } = require('node:worker_threads');
    parentPort.once('message', ({ port, bytes }) => {
      const socket = require('node:net').connect(port, '127.0.0.1', () => {
        socket.write(bytes, () => {
          Atomics.wait(state, 0, 0);
          socket.resetAndDestroy();
        });
      });
      socket.on('close', () => {
        Atomics.store(state, 1, 1);
        Atomics.notify(state, 1);
        parentPort.close();
      });
    });`,
    { eval: true, workerData: state },
  );
  return {
    connect: (port: number, bytes: string) => client.postMessage({ port, bytes }),
    now: () => {
      Atomics.store(state, 0, 1);
      Atomics.notify(state, 0);
      Atomics.wait(state, 1, 0);
    },
    done: once(client, 'exit'),
  };
}
