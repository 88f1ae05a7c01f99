import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { ConnectMethod, ConnectServerCall } from './connect-server.js';
import { connectHandler } from './connect-server.js';
import { messageNames } from './rpc.js';
import { backendService } from './services.js';
import { localServers } from './testing/local-servers.js';

const { Transact } = backendService;
const HASH = Buffer.alloc(32, 251);
const TOKEN = 'shared';

describe('our server against the client of Connect (HC-12)', () => {
  const listen = localServers();
  let calls: ConnectServerCall[];
  let requests: object[];
  let errors: unknown[];

  beforeEach(() => {
    calls = [];
    requests = [];
    errors = [];
  });

  function serve(answer: ConnectMethod['answer'] = echo): Promise<string> {
    const handle = connectHandler({
      methods: [{ path: Transact.path, ...messageNames(Transact), answer }],
      isAllowed: (token) => token === TOKEN,
      maxMessageBytes: 1000,
      onError: (error) => errors.push(error),
    });
    return listen((request, response) => {
      if (!handle(request, response)) response.writeHead(404).end('not ours');
    });
  }

  /** Answers FindCode with a code of that hash. */
  const echo: ConnectMethod['answer'] = async (bytes, call) => {
    calls.push(call);
    const request = Transact.requestDeserialize(bytes);
    requests.push(request);
    const codeHash = request.operations[0]?.findCode?.codeHash ?? Buffer.alloc(0);
    const code = { codeHash, issuedAt: { seconds: 1_500_000_000, nanos: 120_000_000 } };
    return { response: Transact.responseSerialize({ committed: { results: [{ findCode: { code } }] } }) };
  };

  for (const [id, repeated] of [
    ['4f1d2c3b-aa', '4f1d2c3b-aa'],
    ['no id', null],
  ] as const) {
    it(`repeats the exchange id ${id === repeated ? 'of a call' : 'only if it is one'} (docs/security-shared-connections.md)`, async () => {
      const url = await serve();
      for (const authorization of [`Bearer ${TOKEN}`, 'Bearer wrong']) {
        const headers = { authorization, 'content-type': 'application/json', 'gatehouse-exchange': id };
        const response = await fetch(url + Transact.path, { method: 'POST', headers, body: '{}' });
        expect(response.headers.get('gatehouse-exchange'), authorization).to.equal(repeated);
      }
    });
  }

  for (const useBinaryFormat of [true, false]) {
    it(`answers Connect's client in ${useBinaryFormat ? 'protobuf' : 'JSON'}`, async () => {
      const client = clientOf(await serve(), useBinaryFormat);
      const answer = await client(findCode(HASH), {
        headers: { authorization: `Bearer ${TOKEN}`, 'x-request-id': 'r1' },
      });
      const code = answer.outcome.value.results[0]!.result.value.code;
      expect(Buffer.from(code.codeHash)).to.deep.equal(HASH);
      expect(code.issuedAt).to.include({ seconds: 1_500_000_000n, nanos: 120_000_000 });
      expect(requests[0]).to.have.nested.property('operations[0].findCode.codeHash').that.deep.equals(HASH);
      expect(calls[0]?.metadata.requestId).to.equal('r1');
    });

    it(`reports faults to Connect's client in ${useBinaryFormat ? 'protobuf' : 'JSON'}`, async () => {
      const fault = { code: status.FAILED_PRECONDITION, message: 'not "yet"' };
      const client = clientOf(await serve(() => Promise.resolve({ fault })), useBinaryFormat);
      const error = await client(findCode(HASH), { headers: { authorization: `Bearer ${TOKEN}` } }).catch(
        ConnectError.from,
      );
      expect(error).to.include({ code: Code.FailedPrecondition, rawMessage: 'not "yet"' });
      const refused = await client(findCode(HASH), {}).catch(ConnectError.from);
      expect(refused).to.include({ code: Code.Unauthenticated });
    });
  }

  it('knows that the caller has left while its request waited for a process that did not run (HC-6)', async () => {
    let isGone = (_: boolean): void => undefined;
    const gone = new Promise<boolean>((resolve) => (isGone = resolve));
    const url = await serve((_bytes, { signal }) => {
      isGone(signal.aborted);
      return new Promise(() => undefined);
    });
    const { host, hostname, port } = new URL(url);
    const headers = Object.entries({ host, ...JSON_HEADERS, 'content-type': 'application/proto', 'content-length': 0 });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const request = JSON.stringify(`POST ${Transact.path} HTTP/1.1\r\n${head}\r\n`);
    const send = `setTimeout(() => caller.end(${request}, () => process.exit()), 300)`;
    const script = `const caller = require('node:net').connect(${port}, '${hostname}', () => { console.log('connected'); ${send}; })`;
    const caller = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(caller.stdout, 'data');
    // This process does not run while the other one sends its request and leaves.
    execFileSync('sleep', ['2']);
    expect(await gone).to.equal(true);
  });

  it('answers a caller that stayed while its request waited for a process that did not run (HC-6)', async () => {
    const { host, hostname, port } = new URL(await serve());
    const caller = connect(Number(port), hostname);
    await once(caller, 'connect');
    const head = { host, ...JSON_HEADERS, 'content-type': 'application/proto', 'content-length': 0 };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    caller.write(`POST ${Transact.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    // The request is in the system's buffers by now.
    execFileSync('sleep', ['1.5']);
    const [answer] = (await once(caller, 'data')) as [Buffer];
    expect(answer.toString()).to.match(/^HTTP\/1.1 200 /);
    caller.destroy();
  });

  it('knows when the call ends: its deadline, at most a minute away, and the departure of its caller (HC-6)', async () => {
    const gone = new Promise<void>((resolve) => {
      void serve((_bytes, call) => {
        calls.push(call);
        call.signal.addEventListener('abort', () => resolve());
        return new Promise(() => undefined);
      }).then(async (url) => {
        const aborted = new AbortController();
        const headers = { ...JSON_HEADERS, 'connect-timeout-ms': '9999999999' };
        const sent = fetch(url + Transact.path, { method: 'POST', body: '{}', headers, signal: aborted.signal });
        while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
        aborted.abort();
        await sent.catch(() => undefined);
      });
    });
    const before = Date.now();
    await gone;
    expect(calls[0]?.deadline.getTime()).to.be.within(before + 59_000, Date.now() + 60_000);
  });

  const JSON_HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

  const REFUSED: readonly [string, RequestInit & { path?: string }, number, string?][] = [
    ['another method than POST', { method: 'PUT' }, 405, 'unimplemented'],
    [
      'a web page, even one with the token (docs/security.md)',
      { headers: { ...JSON_HEADERS, origin: 'http://127.0.0.1' } },
      403,
      'permission_denied',
    ],
    ['a wrong token', { headers: { ...JSON_HEADERS, authorization: 'Bearer other' } }, 401, 'unauthenticated'],
    ['no token', { headers: { 'content-type': 'application/json' } }, 401, 'unauthenticated'],
    ['an unknown rpc of a service', { path: '/gatehouse.host.v1.BackendService/Other' }, 501, 'unimplemented'],
    ['another service', { path: '/gatehouse.host.v1.OtherService/Transact' }, 404],
    ['another content type', { headers: { ...JSON_HEADERS, 'content-type': 'text/json' } }, 415, 'invalid_argument'],
    ['a compressed body', { headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' } }, 501, 'unimplemented'],
    ['another version', { headers: { ...JSON_HEADERS, 'connect-protocol-version': '2' } }, 400, 'invalid_argument'],
    ['a malformed timeout', { headers: { ...JSON_HEADERS, 'connect-timeout-ms': '-1' } }, 400, 'invalid_argument'],
    [
      'a timeout of 11 digits',
      { headers: { ...JSON_HEADERS, 'connect-timeout-ms': '1'.repeat(11) } },
      400,
      'invalid_argument',
    ],
    ['a body that is not JSON', { body: '{"operations":' }, 400, 'invalid_argument'],
    ['bytes that are not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }, 400, 'invalid_argument'],
    ['a body that is too long', { body: ' '.repeat(4001) }, 429, 'resource_exhausted'],
    [
      'a message that is too long',
      { body: JSON.stringify(findCode(Buffer.alloc(1001)), base64) },
      429,
      'resource_exhausted',
    ],
  ];
  for (const [name, { path = Transact.path, ...init }, httpStatus, code] of REFUSED) {
    it(`refuses ${name} with ${httpStatus}, without calling the rpc`, async () => {
      const url = await serve();
      const answer = await fetch(url + path, { method: 'POST', body: '{}', headers: JSON_HEADERS, ...init });
      expect(answer.status).to.equal(httpStatus);
      const text = await answer.text();
      if (code === undefined) expect(text).to.equal('not ours');
      else expect(JSON.parse(text)).to.have.property('code', code);
      expect(calls).to.deep.equal([]);
      expect(errors).to.deep.equal([]);
    });
  }

  it('says what it accepts', async () => {
    const url = (await serve()) + Transact.path;
    const get = await fetch(url, { headers: JSON_HEADERS });
    expect([get.status, get.headers.get('allow')]).to.deep.equal([405, 'POST']);
    const headers = { ...JSON_HEADERS, 'content-type': 'text/plain' };
    const text = await fetch(url, { method: 'POST', body: '{}', headers });
    expect([text.status, text.headers.get('accept-post')]).to.deep.equal([415, 'application/proto, application/json']);
    expect(await text.json()).to.deep.equal({
      code: 'invalid_argument',
      message: 'the content type must be one of application/proto, application/json',
    });
    expect(text.headers.get('cache-control')).to.equal('no-store');
  });

  it('accepts what it does not need: the identity encoding, version 1, parameters of the content type', async () => {
    const url = await serve();
    const headers = {
      ...JSON_HEADERS,
      'content-type': 'Application/JSON; charset=utf-8',
      'content-encoding': 'identity',
      'connect-protocol-version': '1',
      'connect-timeout-ms': '1'.repeat(10),
    };
    const answer = await fetch(url + Transact.path, { method: 'POST', body: '{}', headers });
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/json']);
  });

  it('takes a message and a body at their limits', async () => {
    const url = (await serve()) + Transact.path;
    const whole = await fetch(url, { method: 'POST', body: '{}'.padEnd(4000), headers: JSON_HEADERS });
    expect(whole.status).to.equal(200);
    const proto = { ...JSON_HEADERS, 'content-type': 'application/proto' };
    // A field that the contract does not have: its tag, its length, its bytes.
    const unknown = (length: number) => Buffer.concat([Buffer.from([0xfa, 0x3e, 0xe4, 0x07]), Buffer.alloc(length)]);
    expect((await fetch(url, { method: 'POST', body: unknown(996), headers: proto })).status).to.equal(200);
    expect((await fetch(url, { method: 'POST', body: unknown(997), headers: proto })).status).to.equal(429);
    expect(calls).to.have.length(2);
  });

  it('stops reading a body of unknown length at its limit', async () => {
    const url = await serve();
    const body = new Blob([' '.repeat(4001)]).stream();
    const init = { method: 'POST', body, duplex: 'half', headers: JSON_HEADERS } as RequestInit;
    expect((await fetch(url + Transact.path, init)).status).to.equal(429);
    expect(calls).to.deep.equal([]);
  });

  it('answers below any path, and ignores a query', async () => {
    const url = await serve();
    const init = { method: 'POST', body: '{"operations":[],"later":1}', headers: JSON_HEADERS };
    expect((await fetch(`${url}/a/b${Transact.path}?x=/y/z`, init)).status).to.equal(200);
  });

  it('leaves a request to the application that names an rpc in its query only', async () => {
    const url = await serve();
    for (const path of [`/login?next=${Transact.path}`, `/?${Transact.path}`, `${Transact.path}/`, '/', '']) {
      const answer = await fetch(url + path, { method: 'POST', body: '{}', headers: JSON_HEADERS });
      expect([answer.status, await answer.text()], path).to.deep.equal([404, 'not ours']);
    }
  });

  it('names the field of a malformed value, and never the value (CONTRIBUTING.md: secrets)', async () => {
    const url = await serve();
    const body = '{"operations":[{"findCode":{"codeHash":"not base64: s3cret"}}]}';
    const answer = await (await fetch(url + Transact.path, { method: 'POST', body, headers: JSON_HEADERS })).text();
    expect(answer).to.contain('code_hash').and.not.contain('s3cret');
  });

  it('answers INTERNAL to its own defect, and reports that it was mounted behind a body parser', async () => {
    const url = await serve(() => Promise.reject(new TypeError('a defect')));
    const init = { method: 'POST', body: '{}', headers: JSON_HEADERS };
    const answer = await fetch(url + Transact.path, init);
    expect([answer.status, await answer.json()]).to.deep.equal([500, { code: 'internal', message: 'internal error' }]);
    const handle = connectHandler({
      methods: [{ path: Transact.path, ...messageNames(Transact), answer: echo }],
      isAllowed: () => true,
      maxMessageBytes: 1000,
      onError: (error) => errors.push(error),
    });
    const parsed = await listen((request, response) => {
      request.once('data', () => handle(request, response));
    });
    expect((await fetch(parsed + Transact.path, init)).status).to.equal(500);
    expect(errors.map(String).join()).to.contain('a defect').and.to.contain('before every body parser');
  });

  it('reports a defect while it reads a request as one, not as a mistake of the caller', async () => {
    const handle = connectHandler({
      methods: [{ path: Transact.path, requestName: 'no.Message', responseName: 'no.Message', answer: echo }],
      isAllowed: () => true,
      maxMessageBytes: 1000,
      onError: (error) => errors.push(error),
    });
    const url = await listen((request, response) => void handle(request, response));
    const answer = await fetch(url + Transact.path, { method: 'POST', body: '{}', headers: JSON_HEADERS });
    expect([answer.status, await answer.json()]).to.deep.equal([500, { code: 'internal', message: 'internal error' }]);
    expect(errors.map(String)).to.deep.equal(['Error: the contract has no message no.Message']);
  });

  it('checks the token before it reads the body', async () => {
    const url = new URL(await serve());
    const socket = connect(Number(url.port), url.hostname);
    socket.write(
      `POST ${Transact.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).to.match(/^HTTP\/1.1 401 /);
    socket.destroy();
  });

  it('does not read the body of a refused request without end (HC-14)', async () => {
    const url = new URL(await serve());
    const socket = connect(Number(url.port), url.hostname);
    const ended = new Promise<void>((resolve) => void socket.on('error', () => undefined).once('close', resolve));
    socket.write(`POST ${Transact.path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x10_0000), Buffer.from('\r\n')]);
    const goOn = (): unknown => socket.write(chunk, () => socket.writable && goOn());
    goOn();
    await ended;
    expect(errors).to.deep.equal([]);
  });
});

function findCode(codeHash: Buffer) {
  return { operations: [{ findCode: { codeHash } }] };
}

/** For JSON.stringify: bytes, which Buffer turns into an object before. */
function base64(_key: string, value: unknown): unknown {
  const bytes = value as { type?: string; data?: number[] } | null;
  return bytes?.type === 'Buffer' ? Buffer.from(bytes.data ?? []).toString('base64') : value;
}

/** BackendService.Transact with Connect's own client, whose types would have to be generated. */
function clientOf(baseUrl: string, useBinaryFormat: boolean): (request: object, options: object) => Promise<FoundCode> {
  const descriptors = readFileSync(new URL('contract.binpb', import.meta.url));
  const service = createFileRegistry(fromBinary(FileDescriptorSetSchema, descriptors)).getService(
    'gatehouse.host.v1.BackendService',
  );
  if (service === undefined) throw new Error('the contract has no BackendService');
  const transport = createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat });
  const client = createClient(service, transport) as unknown as Record<
    string,
    (request: object, options: object) => Promise<FoundCode>
  >;
  return (request, options) =>
    client['transact']!(
      {
        operations: (request as ReturnType<typeof findCode>).operations.map(({ findCode }) => ({
          operation: { case: 'findCode', value: findCode },
        })),
      },
      options,
    );
}

interface FoundCode {
  readonly outcome: {
    readonly value: {
      readonly results: readonly {
        readonly result: {
          readonly value: { readonly code: { readonly codeHash: Uint8Array; readonly issuedAt: object } };
        };
      }[];
    };
  };
}
