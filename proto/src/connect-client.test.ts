import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectCall, ConnectFailure } from './connect-client.js';
import { ConnectClient } from './connect-client.js';
import { connectName, httpStatusOf } from './connect-codes.js';
import type { Encoding } from './encoding.js';
import { ENCODINGS } from './encoding.js';
import { EXCHANGE_ID } from './exchange-id.js';
import { rpcOf } from './rpc.js';
import { backendService } from './services.js';
import { localServers } from './testing/local-servers.js';

const { Transact } = backendService;
const rpc = rpcOf(Transact);
const TOKEN = 'shared';

const repeated = ({ headers }: IncomingMessage): Record<string, string> => ({
  [EXCHANGE_ID]: String(headers[EXCHANGE_ID]),
});

function repeatedOnce() {
  let isFirst = true;
  return (request: IncomingMessage): Record<string, string> => {
    const head = isFirst ? repeated(request) : {};
    isFirst = false;
    return head;
  };
}

describe('our client against any server (HC-12)', () => {
  const listen = localServers();
  const ASK: ConnectCall = { headers: { authorization: `Bearer ${TOKEN}` }, patienceMs: 5000 };
  const clients: ConnectClient[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });

  function clientFor(url: string, encoding: Encoding = 'proto', maxConnections = 4): ConnectClient {
    const client = new ConnectClient({ url, encoding, maxConnections });
    clients.push(client);
    return client;
  }

  const call = (url: string, encoding?: Encoding, options: Partial<ConnectCall> = {}) =>
    clientFor(url, encoding).call(rpc, rpc.serialize({ operations: [] }), { ...ASK, ...options });

  const answering = (httpStatus: number, headers: Record<string, string>, body: string | Buffer) =>
    listen((_request, response) => response.writeHead(httpStatus, headers).end(body));

  for (const [httpStatus, code] of [
    [400, status.INTERNAL],
    [401, status.UNAUTHENTICATED],
    [403, status.PERMISSION_DENIED],
    [404, status.UNIMPLEMENTED],
    [418, status.UNKNOWN],
    [302, status.UNKNOWN],
    [204, status.UNKNOWN],
    [429, status.UNAVAILABLE],
    [502, status.UNAVAILABLE],
    [503, status.UNAVAILABLE],
    [504, status.UNAVAILABLE],
  ] as const) {
    it(`reads the status ${httpStatus} of a server in front of the host as ${status[code]}`, async () => {
      const url = await answering(httpStatus, { 'content-type': 'text/html', location: '/' }, '<h1>no</h1>');
      expect(await call(url)).to.deep.include({ code, by: 'gateway' });
    });
  }

  for (const body of ['null', '[]', '{"code":"nonsense"}', '{"code":7}', 'x'.repeat(70_000)]) {
    it(`reads a 503 with the body ${body.slice(0, 20)} as one of a server in front of the host`, async () => {
      const url = await answering(503, { 'content-type': 'application/json' }, body);
      expect(await call(url)).to.deep.include({ code: status.UNAVAILABLE, by: 'gateway' });
    });
  }

  it('says what to change if the service does not read the encoding', async () => {
    const advice = /^HTTP status 415 .*, but "application\/json": change host\.encoding/;
    expect(await call(await answering(415, { 'accept-post': 'application/json' }, '')))
      .to.have.nested.property('details')
      .match(advice);
    expect(await call(await answering(415, {}, '')))
      .to.have.nested.property('details')
      .match(/in this encoding: change host\.encoding/);
  });

  it('takes the code of an error rather than its status, for every code', async () => {
    for (let code = 1; code <= 16; code += 1) {
      const url = await answering(
        httpStatusOf(code),
        { 'content-type': 'application/json; charset=utf-8' },
        JSON.stringify({ code: connectName(code), message: 'why', details: [] }),
      );
      expect(await call(url, 'proto')).to.deep.equal({ code, details: 'why', by: 'service' });
    }
  });

  for (const [name, headers, body] of [
    ['another content type', { 'content-type': 'text/html' }, ''],
    ['no content type', {}, ''],
    ['the other encoding', { 'content-type': 'application/proto' }, ''],
    ['a content encoding', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, '{}'],
    ['a body that is not JSON', { 'content-type': 'application/json' }, '<'],
    ['a value of another type', { 'content-type': 'application/json' }, '{"committed":"s3cret"}'],
  ] as const) {
    it(`finds an answer malformed that has ${name}`, async () => {
      const answer = (await call(await answering(200, headers, body), 'json')) as ConnectFailure;
      expect(answer).to.include({ code: status.INTERNAL, by: 'malformed' });
      expect(answer.details).to.not.contain('s3cret');
    });
  }

  for (const [what, response] of [
    ['of unknown length', 'HTTP/1.1 200 OK\r\ncontent-type: application/proto\r\n\r\n'],
    // Node reads both: the first to the end of the connection, and the second without its gzip.
    ...['identity', 'gzip, chunked'].map(
      (coding) =>
        [
          `with the transfer encoding ${coding}`,
          `HTTP/1.1 200 OK\r\ncontent-type: application/proto\r\ntransfer-encoding: ${coding}\r\n\r\n0\r\n\r\n`,
        ] as const,
    ),
    ['that switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ] as const) {
    it(`finds a response malformed ${what}`, async () => {
      const url = await listen(({ socket }) => socket.end(response));
      expect(await call(url)).to.deep.include({ code: status.INTERNAL, by: 'malformed' });
    });
  }

  it('does not take a defect of this side for a malformed response', async () => {
    const url = await answering(200, { 'content-type': 'application/json' }, '{}');
    const unknown = { ...rpc, responseName: 'no.Message' };
    const outcome = clientFor(url, 'json').call(unknown, rpc.serialize({ operations: [] }), ASK);
    expect(await outcome.catch(String)).to.equal('Error: the contract has no message no.Message');
  });

  it('takes JSON whose end is the end of the connection', async () => {
    const url = await listen(({ socket }) =>
      socket.end('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{"committed":{}}'),
    );
    expect(Buffer.isBuffer(await call(url, 'json'))).to.equal(true);
  });

  it('refuses an answer of more than 4 MB, and JSON of more than 16 MB', async () => {
    const tooLong = { code: status.RESOURCE_EXHAUSTED };
    const proto = await answering(200, { 'content-type': 'application/proto' }, Buffer.alloc(4 * 1024 * 1024 + 1));
    expect(await call(proto)).to.deep.include(tooLong);
    const json = await answering(200, { 'content-type': 'application/json' }, ' '.repeat(16 * 1024 * 1024 + 1));
    expect(await call(json, 'json')).to.deep.include(tooLong);
    // JSON within its own limit may still be a message that is too long.
    const publicReason = 'x'.repeat(4 * 1024 * 1024);
    const aborted = JSON.stringify({ aborted: { publicReason } });
    expect(await call(await answering(200, { 'content-type': 'application/json' }, aborted), 'json')).to.deep.equal({
      ...tooLong,
      details: 'the response has more than 4194304 bytes',
      by: 'gateway',
    });
  });

  it('takes an answer of 4 MB, and JSON of 16 MB', async () => {
    const whole = Buffer.alloc(4 * 1024 * 1024);
    const proto = await answering(200, { 'content-type': 'application/proto' }, whole);
    expect(await call(proto)).to.have.length(whole.length);
    const json = await answering(200, { 'content-type': 'application/json' }, '{}'.padEnd(16 * 1024 * 1024));
    expect(await call(json, 'json')).to.have.length(0);
  });

  it('closes the connection of a call that it no longer waits for, and of a response that it does not read to its end', async () => {
    const tooLong = Buffer.alloc(4 * 1024 * 1024 + 1);
    for (const answer of [
      () => undefined,
      (response: ServerResponse) => response.writeHead(200, { 'content-length': tooLong.length + 1 }).write(tooLong),
    ]) {
      const closed = new Promise<void>((resolve) => {
        void listen((request, response) => {
          request.socket.once('close', () => resolve());
          answer(response);
        }).then(async (url) => expect(await call(url, 'proto', { patienceMs: 500 })).to.have.property('code'));
      });
      await closed;
    }
  });

  it('ends with its deadline, its cancellation, and a connection that breaks or never comes about', async () => {
    const silent = await listen(() => undefined);
    expect(await call(silent, 'proto', { patienceMs: 50 })).to.deep.include({ code: status.DEADLINE_EXCEEDED });
    const signal = AbortSignal.timeout(20);
    expect(await call(silent, 'proto', { signal })).to.deep.include({ code: status.CANCELLED });
    expect(await call(silent, 'proto', { signal })).to.deep.include({ code: status.CANCELLED });
    const broken = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/proto', 'content-length': 9 });
      response.write('half', () => response.destroy());
    });
    const lost = await call(broken);
    expect(lost).to.deep.include({ code: status.UNAVAILABLE, by: 'connection' });
    expect(lost, 'the host may have carried it out').to.not.have.property('neverSent');
    for (const [nowhere, details] of [
      ['http://127.0.0.1:1', /^connect ECONNREFUSED 127\.0\.0\.1:1$/],
      // Of several addresses, whose errors have no text in common.
      ['http://localhost:1', /ECONNREFUSED/],
    ] as const) {
      const refused = (await call(nowhere)) as ConnectFailure;
      expect(refused).to.include({ code: status.UNAVAILABLE, by: 'connection', neverSent: true });
      expect(refused.details).to.match(details);
    }
  });

  it('connects to the address that it is given, with the name of the URL (HC-19)', async () => {
    let host = '';
    const url = await listen((request, response) => {
      host = request.headers.host ?? '';
      response.writeHead(503).end();
    });
    const named = url.replace('127.0.0.1', 'hosts.example');
    const client = new ConnectClient({ url: named, encoding: 'proto', maxConnections: 1, ip: '127.0.0.1' });
    clients.push(client);
    expect(await client.call(rpc, rpc.serialize({ operations: [] }), ASK)).to.deep.include({ by: 'gateway' });
    expect(host).to.equal(new URL(named).host);
  });

  it('uses a connection again, and no more of them than allowed', async () => {
    const open = new Set<unknown>();
    const waiting: ServerResponse[] = [];
    const url = await listen((request: IncomingMessage, response) => {
      open.add(request.socket);
      request.resume();
      waiting.push(response);
    });
    const client = clientFor(url, 'proto', 2);
    const calls = Array.from({ length: 6 }, () => client.call(rpc, rpc.serialize({ operations: [] }), ASK));
    for (let answered = 0; answered < 6; answered += 1) {
      while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const response = waiting.shift();
      response?.writeHead(200, { 'content-type': 'application/proto', ...repeated(response.req) }).end();
    }
    expect(await Promise.all(calls)).to.deep.equal(Array.from({ length: 6 }, () => Buffer.alloc(0)));
    expect(open.size).to.equal(2);
  });

  /** A server that notes its connections; `head` adds headers to each response. */
  async function serving(head: (request: IncomingMessage) => Record<string, string>) {
    const connections = new Set<Socket>();
    const url = await listen((request, response) => {
      connections.add(request.socket);
      request.resume();
      response.writeHead(200, { 'content-type': 'application/proto', ...head(request) }).end();
    });
    const client = clientFor(url, 'proto', 1);
    return { connections, ask: () => client.call(rpc, rpc.serialize({ operations: [] }), ASK) };
  }

  it('keeps a connection only after a response with the id of its call (docs/security-shared-connections.md)', async () => {
    for (const [head, expected] of [
      [repeated, 1],
      [() => ({}), 3],
    ] as const) {
      const { connections, ask } = await serving(head);
      for (let asked = 0; asked < 3; asked += 1) expect(await ask()).to.deep.equal(Buffer.alloc(0));
      expect(connections.size).to.equal(expected);
    }
  });

  for (const [what, head] of [
    ['with the id of another call', () => ({ [EXCHANGE_ID]: 'another' })],
    ['without an id on a connection that has served a call', repeatedOnce()],
  ] as const) {
    it(`rejects a response ${what} (docs/security-shared-connections.md)`, async () => {
      const { ask } = await serving(head);
      const answers = [await ask(), await ask()];
      expect(answers.at(-1)).to.deep.include({ code: status.INTERNAL, by: 'malformed' });
    });
  }

  for (const httpStatus of [502, 503, 504]) {
    it(`reads a ${httpStatus} of a proxy as an absent host on a connection that has served a call too (HC-12)`, async () => {
      const connections = new Set<Socket>();
      const url = await listen((request, response) => {
        request.resume();
        const isFirst = connections.size === 0;
        connections.add(request.socket);
        if (isFirst) response.writeHead(200, { 'content-type': 'application/proto', ...repeated(request) }).end();
        else response.writeHead(httpStatus, { 'content-type': 'text/html' }).end('<h1>no</h1>');
      });
      const client = clientFor(url, 'proto', 1);
      const ask = () => client.call(rpc, rpc.serialize({ operations: [] }), ASK);
      expect(await ask()).to.deep.equal(Buffer.alloc(0));
      expect(await ask()).to.deep.include({ code: status.UNAVAILABLE, by: 'gateway' });
      expect(connections.size, 'the second call must use the same connection').to.equal(1);
      await ask();
      expect(connections.size, 'no call follows such a response').to.equal(2);
    });
  }

  it('never takes a second response to one call for that of the next (docs/security-shared-connections.md)', async () => {
    for (const id of ['', `${EXCHANGE_ID}: another\r\n`]) {
      const { connections, ask } = await serving(repeated);
      await ask();
      const [first] = connections;
      first!.write(`HTTP/1.1 200 OK\r\ncontent-type: application/proto\r\n${id}content-length: 2\r\n\r\n\x0a\x00`);
      // It would otherwise serve all of these, which take less time than an unused connection stays open.
      for (let asked = 0; asked < 50 && connections.size === 1; asked += 1) {
        const answer = await ask();
        if (Buffer.isBuffer(answer)) expect(answer).to.have.length(0);
      }
      expect(connections.size).to.equal(2);
    }
  });

  it('keeps no connection on which the response came before the whole request was sent (docs/security-shared-connections.md)', async () => {
    const connections = new Set<Socket>();
    const url = await listen((request, response) => {
      connections.add(request.socket);
      const body = Buffer.from(JSON.stringify({ code: 'resource_exhausted', message: 'too long' }));
      const head = { 'content-type': 'application/json', 'content-length': body.length, ...repeated(request) };
      // The response is whole, but without its end node reads nothing more of the request.
      response.writeHead(429, head).write(body);
    });
    const client = clientFor(url, 'proto', 1);
    const long = Buffer.alloc(16 * 1024 * 1024);
    for (let asked = 0; asked < 3; asked += 1)
      expect(await client.post(Transact.path, long, ASK)).to.deep.include({ code: status.RESOURCE_EXHAUSTED });
    expect(connections.size).to.equal(3);
  });

  for (const encoding of ENCODINGS) {
    it(`sends deadline, version and headers, and the message in ${encoding}`, async () => {
      let seen: IncomingMessage | undefined;
      const url = await listen((request, response) => {
        seen = request;
        response.writeHead(200, { 'content-type': `application/${encoding}` }).end(encoding === 'json' ? '{}' : '');
      });
      expect(await call(`${url}/base/`, encoding)).to.deep.equal(Buffer.alloc(0));
      expect(seen?.url).to.equal(`/base${Transact.path}`);
      expect(seen?.headers).to.include({
        authorization: `Bearer ${TOKEN}`,
        'connect-protocol-version': '1',
        'connect-timeout-ms': '5000',
        'content-type': `application/${encoding}`,
      });
    });
  }
});
