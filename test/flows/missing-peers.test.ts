import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { status as grpcStatus } from '@grpc/grpc-js';
import { createHost } from '@gatehouse/host';
import { expect } from 'chai';
import { startProxy } from '../broken/proxy.js';
import { connectConsent } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { startHost } from '../support/host.js';
import { send, sendForm, sendJson, type Answer } from '../support/http-client.js';
import { OAuthFlow, tokensOf, USER } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';
import { Started } from '../support/started.js';

const CALLBACK = 'https://client.example/callback';
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A request to each endpoint that needs storage, valid as far as anyone can tell without it. */
const STORING: Readonly<Record<string, (origin: string) => Promise<Answer>>> = {
  authorize: (origin) => send(`${origin}/oauth/mcp/authorize?client_id=a&redirect_uri=${encodeURIComponent(CALLBACK)}`),
  token: (origin) =>
    sendForm(`${origin}/oauth/mcp/token`, { grant_type: 'refresh_token', refresh_token: 'a', client_id: 'b' }),
  register: (origin) => sendJson(`${origin}/oauth/mcp/register`, { redirect_uris: [CALLBACK] }),
  revoke: (origin) => sendForm(`${origin}/oauth/mcp/revoke`, { token: 'a', client_id: 'b' }),
};

function expectFault(endpoint: string, answer: Answer, status: 500 | 503): void {
  expect(answer.status, `${endpoint}: ${answer.body}`).to.equal(status);
  expect(answer.headers).not.to.have.property('location');
  expect(answer.headers['cache-control']).to.equal('no-store');
  if (status === 503) expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
  if (endpoint === 'authorize') expect(answer.headers['content-type']).to.match(/^text\/plain/);
  else {
    expect(answer.json().error).to.equal('temporarily_unavailable');
    expect(answer.headers['access-control-allow-origin']).to.equal('*');
  }
}

describe('no backend attached: 500 (AS-4)', () => {
  it('before the host has described itself; metadata and /readyz also return 503 (AS-4)', async () => {
    const started = new Started();
    const gatehouse = started.add(await startGatehouse({ hostAddress: `127.0.0.1:${await freePort()}` }), stop);
    for (const [endpoint, request] of Object.entries(STORING)) {
      expectFault(endpoint, await request(gatehouse.origin), 500);
    }
    for (const document of ['oauth-authorization-server', 'oauth-protected-resource']) {
      for (const path of ['', '/notes', '/notes/mcp/']) {
        const answer = await send(`${gatehouse.origin}/.well-known/${document}${path}`);
        expectFault(document, answer, 503);
      }
    }
    expect((await send(`${gatehouse.origin}/readyz`)).status).to.equal(503);
    expect((await send(`${gatehouse.origin}/healthz`)).status).to.equal(200);
    const consent = started.add(connectConsent(gatehouse.consentAddress), close);
    expect(await codeOfFailure(consent.pendingRequest('a', USER))).to.equal(grpcStatus.FAILED_PRECONDITION);
    await started.close();
  });

  it('before the host has described itself, also below the path that its issuer may have (AS-2, AS-4)', async () => {
    const started = new Started();
    const gatehouse = started.add(await startGatehouse({ hostAddress: `127.0.0.1:${await freePort()}` }), stop);
    for (const path of ['/notes', '/team/a/notes']) {
      const issuer = gatehouse.origin + path;
      for (const [endpoint, request] of Object.entries(STORING)) expectFault(endpoint, await request(issuer), 500);
      const preflight = await send(`${issuer}/oauth/mcp/token`, { method: 'OPTIONS' });
      expect([preflight.status, preflight.headers['access-control-allow-methods']]).to.deep.equal([204, 'POST']);
    }
    for (const path of ['/notes/oauth/mcp/other', '/notes/oauth/mcp/token/', '/notes/healthz', '/notes']) {
      expect((await send(gatehouse.origin + path)).status, path).to.equal(404);
    }
    await started.close();
  });

  it('if the host offers no backend; metadata is still served (AS-4)', async () => {
    const [port, hostPort] = [await freePort(), await freePort()];
    const started = new Started();
    const host = createHost({
      applicationName: 'No backend',
      address: `127.0.0.1:${hostPort}`,
      oauth: { issuer: `http://127.0.0.1:${port}` },
      logger: QUIET,
    });
    await host.listen();
    started.add(host, close);
    const gatehouse = started.add(await startGatehouse({ hostAddress: `127.0.0.1:${hostPort}`, port }), stop);
    await gatehouse.untilReady();
    for (const [endpoint, request] of Object.entries(STORING)) {
      expectFault(endpoint, await request(gatehouse.origin), 500);
    }
    expect((await send(`${gatehouse.origin}/.well-known/oauth-authorization-server`)).status).to.equal(200);
    await started.close();
  });
});

describe('a host that requests no authorization server', () => {
  it('gets none: the endpoints and the metadata return 404 (AS-6)', async () => {
    const started = new Started();
    const address = `127.0.0.1:${await freePort()}`;
    const host = createHost({ applicationName: 'No authorization server', address, logger: QUIET });
    await host.listen();
    started.add(host, close);
    const gatehouse = started.add(await startGatehouse({ hostAddress: address }), stop);
    await gatehouse.untilReady();
    for (const [endpoint, request] of Object.entries(STORING)) {
      expect((await request(gatehouse.origin)).status, endpoint).to.equal(404);
    }
    expect((await send(`${gatehouse.origin}/.well-known/oauth-authorization-server`)).status).to.equal(404);
    await started.close();
  });
});

describe('a host that is slow or answers with garbage (AS-204, AS-205)', () => {
  it('returns 503 at the deadline if it is slow, and serves the next request (AS-204)', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isSlow = false;
    const stack = await startStack({
      config: { 'host.deadline': '500ms' },
      onStep: () => (isSlow ? held : undefined),
    });
    isSlow = true;
    for (const [endpoint, request] of Object.entries(STORING)) {
      expectFault(endpoint, await request(stack.issuer), 503);
    }
    isSlow = false;
    release();
    await eventually(() => stack.flow.register());
    await stack.stop();
  });

  const GARBAGE: Readonly<Record<string, (answer: TransactResponse__Output) => TransactResponse__Output>> = {
    'neither committed nor aborted': () => ({}),
    'no results': () => ({ outcome: 'committed', committed: { results: [] } }),
    'results of other operations': ({ committed }) => ({
      outcome: 'committed',
      committed: {
        results: (committed?.results ?? []).map(() => ({
          result: 'revokeLineage',
          revokeLineage: { newlyRevoked: true },
        })),
      },
    }),
    'an abort at an operation that was not sent': () => ({
      outcome: 'aborted',
      aborted: { operationIndex: 99, reason: 'ABORT_REASON_CLIENT_CAP_REACHED', publicReason: '' },
    }),
    'an abort without a reason': () => ({
      outcome: 'aborted',
      aborted: { operationIndex: 0, reason: 'ABORT_REASON_UNSPECIFIED', publicReason: '' },
    }),
  };

  let spoil: ((answer: TransactResponse__Output) => TransactResponse__Output) | undefined;
  let running: Awaited<ReturnType<typeof startBehindProxy>>;
  before(async () => (running = await startBehindProxy((answer) => spoil?.(answer) ?? answer)));
  after(() => running.closeAll());
  afterEach(() => (spoil = undefined));

  for (const [what, garbage] of Object.entries(GARBAGE)) {
    it(`${what}: every endpoint returns 500, and works again once the host does (AS-205)`, async () => {
      const { gatehouse, flow } = running;
      const before = gatehouse.log().length;
      spoil = garbage;
      for (const [endpoint, request] of Object.entries(STORING)) {
        expectFault(endpoint, await request(gatehouse.origin), 500);
      }
      await eventually(() => expect(gatehouse.log().slice(before)).to.match(/contract/i));
      spoil = undefined;
      await flow.tokens(await flow.register());
    });
  }
});

describe('Redis down: returns 503 or redirects immediately, and recovers without a restart (AS-204)', () => {
  let stack: Stack;
  before(async () => {
    const limits = ['register_per_ip', 'register_global', 'token_failures', 'authorize_per_client'];
    const config = Object.fromEntries(limits.map((name) => [`throttle.${name}.limit`, '1000']));
    stack = await startStack({ state: 'redis', config: { ...config, 'redis.command_timeout': '3s' } });
  });
  after(() => stack.stop());

  for (const [how, lose, bring] of [
    ['killed', () => stack.redis!.kill(), () => stack.redis!.restart()],
    ['frozen', async () => stack.redis!.pause(), async () => stack.redis!.resume()],
  ] as const) {
    it(`Redis ${how}: authorize redirects to the client, the others return 503, and tokens survive (AS-204)`, async () => {
      const { flow } = stack;
      const client = await flow.register();
      const { refresh_token } = await flow.tokens(client);
      const { requestId } = await flow.pending(client);
      await lose();
      try {
        const authorized = await flow.authorize(client);
        const parameters = new URL(authorized.headers.location ?? 'about:blank').searchParams;
        expect(parameters.get('error'), authorized.body).to.equal('temporarily_unavailable');
        expect([parameters.get('state'), parameters.get('iss')]).to.deep.equal(['state-1', stack.issuer]);
        expectFault('token', await flow.refresh(client, refresh_token), 503);
        expectFault('register', await sendJson(flow.url('register'), { redirect_uris: [CALLBACK] }), 503);
        expectFault('revoke', await flow.revoke(client, refresh_token), 503);
        expect(await codeOfFailure(stack.consent.pendingRequest(requestId, USER))).to.equal(grpcStatus.UNAVAILABLE);
        await eventually(async () => expect((await send(`${stack.issuer}/readyz`)).status).to.equal(503));
      } finally {
        await bring();
      }
      await stack.gatehouse.untilReady();
      await eventually(async () => tokensOf(await flow.refresh(client, refresh_token)));
      await flow.tokens(client);
    });
  }
});

const stop = (started: { stop(): unknown }): unknown => started.stop();
const close = (started: { close(): unknown }): unknown => started.close();

async function startBehindProxy(response: (answer: TransactResponse__Output) => TransactResponse__Output): Promise<{
  gatehouse: Gatehouse;
  flow: OAuthFlow;
  closeAll(): Promise<void>;
}> {
  const started = new Started();
  const [port, hostPort] = [await freePort(), await freePort()];
  const issuer = `http://127.0.0.1:${port}`;
  const sound = await startHost({ address: `127.0.0.1:${hostPort}`, oauth: { issuer, resource: `${issuer}/mcp` } });
  const beneath = { address: `127.0.0.1:${hostPort}`, close: () => sound.close() };
  const proxy = started.add(await startProxy(beneath, { response }), close);
  const gatehouse = started.add(await startGatehouse({ hostAddress: proxy.address, port }), stop);
  await gatehouse.untilReady();
  const consent = started.add(connectConsent(gatehouse.consentAddress), close);
  return {
    gatehouse,
    flow: new OAuthFlow(issuer, consent),
    closeAll: () => started.close(),
  };
}

async function codeOfFailure(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.then(
    () => 'it did not fail',
    (failure: unknown) => failure,
  );
  return error instanceof Error && 'code' in error ? error.code : error;
}
