import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from './errors.js';
import { ApiClient } from './client.js';

/** Never reached. */
const LATE_MS = 600_000;

type Half = Awaited<ReturnType<typeof startHalf>>;

/** A server that sends only the head of a response. The test sends the body. */
async function startHalf(
  ...limits: readonly [longestMs?: number, longestAwaitedMs?: number]
): Promise<{ client: ApiClient; begun: Promise<ServerResponse>; stop: () => void }> {
  const server = createServer();
  const begun = new Promise<ServerResponse>((resolve) => {
    server.once('request', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.flushHeaders();
      resolve(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    client: new ApiClient(`http://127.0.0.1:${String(port)}`, ...limits),
    begun,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('the API client: a response that ends early (docs/decisions/single-page-application.md)', () => {
  let half: Half;
  beforeEach(async () => (half = await startHalf()));
  afterEach(() => half.stop());

  it('reports the abort reason if the caller aborted the request', async () => {
    const aborting = new AbortController();
    // Called after the head, while the client reads the body.
    half.client.onBuild = () => queueMicrotask(() => aborting.abort());
    const error = await failureOf(half.client.get('/x', { signal: aborting.signal }));
    expect(error).to.equal(aborting.signal.reason);
  });

  it('reports a network error if the connection broke', async () => {
    half.client.onBuild = () => void half.begun.then((response) => response.destroy());
    const error = await failureOf(half.client.get('/x', { signal: new AbortController().signal }));
    expect(error).to.be.instanceOf(ApiError);
    expect(error).to.include({ code: 'network', status: 0 });
  });
});

describe('the API client: a request of an administrator who has signed out (AD-662)', () => {
  it('is not repeated in the name of the next one', async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers['x-gatehouse-administrator']);
      const error = { code: 'unauthenticated', message: 'Sign in.', request_id: '' };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ success: false, error }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = new ApiClient(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    let believed = '7';
    client.keepSessionWith({
      get believed() {
        return believed;
      },
      // The next administrator has signed in when the answer arrives.
      renew: async () => void (believed = '8'),
    });
    const error = await failureOf(client.put('/x', {}));
    server.close();
    expect(asked).to.deep.equal(['7']);
    expect(error).to.include({ code: 'unauthenticated' });
  });
});

describe('the API client: JSON that does not come from the API', () => {
  for (const [what, status, json] of [
    ["a proxy's error", 502, '{"message":"Bad Gateway"}'],
    ["a proxy's page", 413, '<h1>Request Entity Too Large</h1>'],
    ['null', 200, 'null'],
    ['a string', 200, '"ok"'],
    ['a success without data', 200, '{"success":true}'],
    ['an error without a message', 500, '{"success":false,"error":{"code":"internal"}}'],
  ] as const) {
    it(`reports a network error for ${what}`, async () => {
      const server = createServer((_request, response) => {
        const type = json.startsWith('<') ? 'text/html' : 'application/json';
        response.writeHead(status, { 'content-type': type }).end(json);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const error = await failureOf(new ApiClient(`http://127.0.0.1:${String(port)}`).get('/x'));
      server.close();
      expect(error).to.be.instanceOf(ApiError);
      expect(error).to.include({ code: 'network', status: 0, foreignStatus: status });
      expect((error as ApiError).message).to.equal(`HTTP ${String(status)}: the response is not JSON of the API`);
    });
  }
});

async function failureOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => expect.fail('the request succeeded'),
    (error: unknown) => error,
  );
}

describe('the API client: a request that never ends (AD-663)', () => {
  for (const [what, limits, ask] of [
    ['a save', [50, LATE_MS], ({ client }) => client.put('/x', {})],
    ['a list', [50, LATE_MS], ({ client }) => client.get('/x')],
    ['one that others wait for', [LATE_MS, 50], ({ client }) => client.once('POST', '/auth/login')],
  ] as const satisfies readonly (readonly [string, readonly [number, number], (half: Half) => Promise<unknown>])[]) {
    it(`${what}: is a network error after a while`, async () => {
      const half = await startHalf(...limits);
      try {
        expect(await failureOf(ask(half))).to.include({ code: 'network', status: 0 });
      } finally {
        half.stop();
      }
    });
  }

  it('a file takes as long as the network does', async () => {
    const half = await startHalf(1, 1);
    try {
      const sent = half.client.post('/x', 'a;b', { contentType: 'text/csv' });
      const answer = '{"success":true,"data":null}';
      (await half.begun).end(answer.padEnd(100));
      expect(await sent).to.include({ success: true });
    } finally {
      half.stop();
    }
  });
});
