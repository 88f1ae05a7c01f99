import { status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectConsent } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { startFaultyHost, type FaultyAnswer, type FaultyHost } from '../support/faulty-host.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { startHost, type TestHost } from '../support/host.js';
import { query, send, sendForm, sendJson, type Answer } from '../support/http-client.js';
import { mortalHost, type MortalHost } from '../support/mortal-host.js';
import { OAuthFlow, tokensOf, untilAnswered } from '../support/oauth-flow.js';
import { expectNoSecrets, startStack, type Stack } from '../support/stack.js';

const METADATA = { redirect_uris: ['https://client.example/callback'], token_endpoint_auth_method: 'none' };

describe('a host on SQLite with slow code of its own, where waiting transactions share a commit', () => {
  let stack: Stack;
  /** In milliseconds, of the rotations to come. */
  const pauses: number[] = [];
  before(async () => {
    stack = await startStack({
      config: { 'host.deadline': '1s' },
      onStep: async (step) => {
        if (step === 'after refreshTokens.spend') await sleep(pauses.shift() ?? 0);
      },
    });
  });
  after(() => stack.stop());

  it('a refresh that was answered with 503 took no effect, whatever others take long beside it (HC-6, AS-204)', async () => {
    const client = await stack.flow.register();
    const [first, late, slow] = [1, 2, 3].map(() => stack.flow.tokens(client));
    const tokens = await Promise.all([first!, late!, slow!]);
    pauses.push(700, 0, 600);
    // The second one waits for the first, and shares its commit with the third, which ends after the second one's deadline.
    const answers = await Promise.all(
      tokens.map(async ({ refresh_token }, index) => {
        await sleep([0, 100, 600][index]);
        return stack.flow.refresh(client, refresh_token);
      }),
    );
    for (const [index, answer] of answers.entries()) {
      const { refresh_token } = answer.status === 200 ? tokensOf(answer) : tokens[index]!;
      if (answer.status !== 200) expectError(answer, 503);
      tokensOf(await untilAnswered(() => stack.flow.refresh(client, refresh_token)));
    }
  });
});

describe('a slow host (AS-204)', () => {
  let stack: Stack;
  let hold: Promise<void> | undefined;
  before(async () => {
    stack = await startStack({ config: { 'host.deadline': '5s' }, onStep: () => hold });
  });
  after(() => stack.stop());

  it('returns 503 at the deadline, and the late request takes no effect', async () => {
    const client = await stack.flow.register();
    const code = await stack.flow.code(client);
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    expectError(await stack.flow.exchange(client, code), 503);
    expect((await stack.flow.authorize(client)).status).to.equal(503);
    hold = undefined;
    release();
    tokensOf(await untilAnswered(() => stack.flow.exchange(client, code)));
  });
});

describe('a host process that hangs without closing its connections (AS-204)', () => {
  let gatehouse: Gatehouse;
  let host: MortalHost;
  let flow: OAuthFlow;
  let close: () => Promise<void>;
  before(async () => {
    const [port, hostPort] = [await freePort(), await freePort()];
    const issuer = `http://127.0.0.1:${port}`;
    host = mortalHost(`127.0.0.1:${hostPort}`, { issuer, resource: `${issuer}/mcp` });
    await host.start();
    const config = { 'host.deadline': '5s' };
    gatehouse = await startGatehouse({ hostAddress: `127.0.0.1:${hostPort}`, port, config });
    await gatehouse.untilReady();
    const consent = connectConsent(gatehouse.consentAddress);
    flow = new OAuthFlow(issuer, consent);
    close = async () => {
      consent.close();
      expect(await gatehouse.stop()).to.deep.equal({ code: 0, signal: null });
      await host.kill();
      expectNoSecrets(gatehouse.log(), flow.secrets);
    };
  });
  after(() => close());

  it('takes requests that it finds when it resumes for late: they have been answered with 503, and take no effect (HC-6)', async () => {
    const client = await flow.register();
    const { refresh_token } = await flow.tokens(client);
    const code = await flow.code(client);
    host.pause();
    for (const answer of await Promise.all([flow.exchange(client, code), flow.refresh(client, refresh_token)])) {
      expectError(answer, 503);
    }
    host.resume();
    tokensOf(await untilAnswered(() => flow.exchange(client, code)));
    tokensOf(await untilAnswered(() => flow.refresh(client, refresh_token)));
  });

  it('returns 503 to all requests that need it, serves metadata as before, reports it at /readyz, and recovers when it resumes', async () => {
    const client = await flow.register();
    const { refresh_token } = await flow.tokens(client);
    const code = await flow.code(client);
    host.pause();
    for (const answer of await Promise.all([
      flow.exchange(client, code),
      flow.refresh(client, refresh_token),
      flow.revoke(client, refresh_token),
      sendJson(flow.url('register'), METADATA),
    ])) {
      expectError(answer, 503);
    }
    expect((await send(`${gatehouse.origin}/.well-known/oauth-authorization-server`)).status).to.equal(200);
    await eventually(async () => expect((await send(`${gatehouse.origin}/readyz`)).status).to.equal(503));
    host.resume();
    await gatehouse.untilReady();
    await flow.untilHostAnswers();
    await flow.tokens(await flow.register());
  });
});

describe('a host that does not describe itself (AS-4, HC-1)', () => {
  let gatehouse: Gatehouse;
  let host: FaultyHost;
  let sound: TestHost;
  before(async () => {
    const [port, soundPort] = [await freePort(), await freePort()];
    const issuer = `http://127.0.0.1:${port}`;
    sound = await startHost({ address: `127.0.0.1:${soundPort}`, oauth: { issuer, resource: `${issuer}/mcp` } });
    host = await startFaultyHost(`127.0.0.1:${soundPort}`, { stream: true });
    host.failDescribe(() => ({ silent: true }));
    const config = { 'host.deadline': '5s' };
    gatehouse = await startGatehouse({ hostAddress: host.address, port, config });
  });
  after(async () => {
    expect(await gatehouse.stop()).to.deep.equal({ code: 0, signal: null });
    host.close();
    await sound.close();
  });

  it('advertises nothing, /readyz reports the reason, and serves it without a restart once it does', async () => {
    const oauth = { issuer: gatehouse.origin, resource: `${gatehouse.origin}/mcp` };
    const valid = { protocolVersion: 1, applicationName: 'Broken', capabilities: ['CAPABILITY_BACKEND'], oauth };
    const faults: readonly (readonly [answer: FaultyAnswer, problem: RegExp])[] = [
      [{ silent: true }, /DEADLINE_EXCEEDED/],
      [{ status: grpcStatus.UNIMPLEMENTED }, /UNIMPLEMENTED|not implemented by the host/],
      [{ bytes: Buffer.from('<html>') }, /not a valid protobuf message/],
      [{ message: { ...valid, protocolVersion: 99 } }, /version/],
    ];
    for (const [answer, problem] of faults) {
      host.failDescribe(() => answer);
      await eventually(async () => {
        const { status, body } = await send(`${gatehouse.origin}/readyz`);
        expect(status).to.equal(503);
        expect(body).to.match(problem);
      });
      await expectUnattached(gatehouse.origin);
      expect((await send(`${gatehouse.origin}/healthz`)).status).to.equal(200);
      const metadata = await send(`${gatehouse.origin}/.well-known/oauth-authorization-server`);
      expect(metadata.status).to.equal(503);
    }
    host.heal();
    await gatehouse.untilReady();
    const consent = connectConsent(gatehouse.consentAddress);
    const flow = new OAuthFlow(gatehouse.origin, consent);
    await flow.tokens(await flow.register());
    consent.close();
  });
});

describe('a host without a backend (AS-4)', () => {
  let gatehouse: Gatehouse;
  let host: FaultyHost;
  before(async () => {
    const port = await freePort();
    host = await startFaultyHost(`127.0.0.1:${await freePort()}`, { stream: false });
    const oauth = { issuer: `http://127.0.0.1:${port}`, resource: `http://127.0.0.1:${port}/mcp` };
    host.failDescribe(() => ({ message: { protocolVersion: 1, applicationName: 'Bare', capabilities: [], oauth } }));
    gatehouse = await startGatehouse({ hostAddress: host.address, port });
    await gatehouse.untilReady();
  });
  after(async () => {
    expect(await gatehouse.stop()).to.deep.equal({ code: 0, signal: null });
    host.close();
  });

  it('serves metadata; returns 500 where storage is needed, without a redirect from authorize', async () => {
    expect((await send(`${gatehouse.origin}/.well-known/oauth-authorization-server`)).status).to.equal(200);
    await expectUnattached(gatehouse.origin);
  });

  it('the consent operations are FAILED_PRECONDITION (consent.proto)', async () => {
    const consent = connectConsent(gatehouse.consentAddress);
    const error = await consent.pendingRequest('a', 'ada').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.have.property('code', grpcStatus.FAILED_PRECONDITION);
    consent.close();
  });
});

async function expectUnattached(origin: string): Promise<void> {
  const form = { grant_type: 'refresh_token', client_id: 'a', refresh_token: 'b', token: 'b' };
  expectError(await sendForm(`${origin}/oauth/mcp/token`, form), 500);
  expectError(await sendForm(`${origin}/oauth/mcp/revoke`, form), 500);
  expectError(await sendJson(`${origin}/oauth/mcp/register`, METADATA), 500);
  const authorize = { client_id: 'a', redirect_uri: 'https://client.example/', response_type: 'code' };
  const { status, headers } = await send(`${origin}/oauth/mcp/authorize?${query(authorize)}`);
  expect(status).to.equal(500);
  expect(headers['content-type']).to.match(/^text\/plain/);
  expect(headers).to.not.have.property('location');
}

function expectError(answer: Answer, status: number): void {
  expect(answer.status, answer.body).to.equal(status);
  expect(answer.json().error).to.equal('temporarily_unavailable');
  expect(answer.headers['cache-control']).to.equal('no-store');
}
