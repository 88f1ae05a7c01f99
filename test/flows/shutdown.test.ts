import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { Gate } from '../support/gate.js';
import { send } from '../support/http-client.js';
import { RawConnection, type RawResponse } from '../conformance/http-engine/raw-connection.js';
import { codeOf } from '../support/oauth-flow.js';
import { startStack, type Stack, type StackSettings } from '../support/stack.js';

/** A signal within half a second of the first one counts as the same request to stop (daemon/lifecycle.ts). */
const SAME_REQUEST_MS = 500;

/** A stack whose host begins no transaction while the gate is shut, which no deadline ends. */
async function startGated(settings: StackSettings): Promise<{ stack: Stack; gate: Gate }> {
  const gate = new Gate();
  const onStep = (step: string): Promise<void> | void => (step === 'begin' ? gate.pass() : undefined);
  const config = { 'host.deadline': '1m', ...settings.config };
  return { stack: await startStack({ ...settings, config, onStep }), gate };
}

for (const [what, settings, workers] of [
  ['engine uws', { engine: 'uws' }, 1],
  ['engine node', { engine: 'node' }, 1],
  ['three workers', { state: 'redis', config: { workers: '3' } }, 3],
] as const) {
  describe(`SIGTERM, ${what} (docs/http.md)`, () => {
    it('answers pending requests over HTTP and gRPC, accepts no new connection, and exits with 0', async () => {
      const { stack, gate } = await startGated(settings);
      await untilAllServe(stack, workers);
      const client = await stack.flow.register();
      const code = await stack.flow.code(client);
      const { requestId } = await stack.flow.pending(client);
      gate.shut();
      const [exchanged, granted] = [stack.flow.exchange(client, code), stack.flow.grant(requestId)];
      await eventually(() => expect(gate.waiting).to.equal(2));

      stack.gatehouse.process.signal('SIGTERM');
      await untilRefused(stack);
      gate.open();
      expect((await exchanged).status).to.equal(200);
      stack.flow.secrets.add(codeOf(await granted));
      // Before `stop`, which would send a second signal.
      await stack.gatehouse.process.exited;
      await stack.stop();
    });
  });
}

for (const engine of ['uws', 'node'] as const) {
  describe(`a request that arrives during the drain, engine ${engine} (docs/http.md)`, () => {
    it('at the token endpoint gets JSON that any origin may read and that lets a client keep its tokens (AS-18, AS-200, AS-204)', async () => {
      const { stack, gate } = await startGated({ engine });
      const client = await stack.flow.register();
      const code = await stack.flow.code(client);
      // Refused without the host, which does not answer meanwhile.
      const form = 'grant_type=refresh_token';
      const late = await Promise.all(
        Array.from({ length: 20 }, () => RawConnection.open(Number(new URL(stack.issuer).port))),
      );
      // Begun before the drain: no engine treats these connections as idle.
      for (const connection of late) connection.send('POST /oauth/mcp/token HTTP/1.1\r\nHost: h\r\n');
      gate.shut();
      const exchanged = stack.flow.exchange(client, code);
      await eventually(() => expect(gate.waiting).to.equal(1));
      stack.gatehouse.process.signal('SIGTERM');
      await untilRefused(stack);
      const type = 'Content-Type: application/x-www-form-urlencoded';
      let refused: RawResponse | undefined;
      // Requests that arrive in the first two seconds after the listener has closed are still served.
      while (refused?.status !== 503) {
        await sleep(250);
        const connection = late.pop() ?? expect.fail('every request was served');
        connection.send(`${type}\r\nContent-Length: ${form.length}\r\n\r\n${form}`);
        refused = await connection.response();
        connection.destroy();
      }
      expect(JSON.parse(refused.body.toString())).to.include({ error: 'temporarily_unavailable' });
      expect(Object.fromEntries(refused.headers)).to.include({
        'content-type': 'application/json;charset=UTF-8',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        'retry-after': '1',
      });
      for (const connection of late) connection.destroy();
      gate.open();
      expect((await exchanged).status).to.equal(200);
      await stack.gatehouse.process.exited;
      await stack.stop();
    });
  });
}

describe('SIGTERM and what follows it (docs/configuration.md, shutdown)', () => {
  it('/readyz turns 503 immediately, requests are served for shutdown.delay; a second signal makes it exit with 1', async () => {
    const stack = await startStack({ config: { 'shutdown.delay': '5m' } });
    const client = await stack.flow.register();
    stack.gatehouse.process.signal('SIGTERM');
    stack.gatehouse.process.signal('SIGINT');
    await eventually(async () => {
      const { status, body } = await send(`${stack.issuer}/readyz`);
      expect([status, JSON.parse(body).status]).to.deep.equal([503, 'draining']);
    });
    await stack.flow.tokens(client);
    await untilAnotherRequest(stack);
    expect((await send(`${stack.issuer}/healthz`)).status).to.equal(200);
    expect(await stack.gatehouse.process.end('SIGTERM')).to.deep.equal({ code: 1, signal: null });
    await stack.close();
  });

  it('SIGHUP, as of a terminal that is closed, is SIGTERM', async () => {
    const stack = await startStack({});
    expect(await stack.gatehouse.process.end('SIGHUP')).to.deep.equal({ code: 0, signal: null });
    expect(stack.gatehouse.log()).to.contain('"reason":"SIGHUP"').and.to.contain('"msg":"stopped"');
    await stack.close();
  });

  it('SIGUSR1 and SIGUSR2 do nothing: no debugger listens, and no request is cut off', async () => {
    const stack = await startStack({});
    stack.gatehouse.process.signal('SIGUSR1');
    stack.gatehouse.process.signal('SIGUSR2');
    await stack.flow.tokens(await stack.flow.register());
    expect(await stack.gatehouse.stop()).to.deep.equal({ code: 0, signal: null });
    expect(stack.gatehouse.log()).not.to.contain('Debugger');
    await stack.close();
  });

  it('aborts and counts requests that exceed shutdown.timeout, and exits with 1', async () => {
    const { stack, gate } = await startGated({ config: { 'shutdown.timeout': '1s' } });
    const client = await stack.flow.register();
    const code = await stack.flow.code(client);
    gate.shut();
    const answer = stack.flow.exchange(client, code).then(
      ({ status }) => String(status),
      () => 'cut off',
    );
    await eventually(() => expect(gate.waiting).to.equal(1));
    expect(await stack.gatehouse.stop()).to.deep.equal({ code: 1, signal: null });
    expect(await answer).to.equal('cut off');
    expect(stack.gatehouse.log()).to.match(/before all requests had finished/);
    gate.open();
    await stack.close();
  });
});

describe('a worker that dies (docs/operations.md)', () => {
  it('is replaced, and the others keep serving', async () => {
    const stack = await startStack({ state: 'redis', config: { workers: '2' }, errorsExpected: true });
    await untilAllServe(stack, 2);
    const [, pid] = await eventually(() => {
      return /"worker":\d+,"pid":(\d+).*"worker started"/.exec(stack.gatehouse.log()) ?? expect.fail('none started');
    });
    process.kill(Number(pid), 'SIGKILL');
    await untilAllServe(stack, 3);
    await stack.flow.tokens(await stack.flow.register());
    await stack.stop();
  });
});

/** Each worker has its own connection to the host, so /readyz reports only the state of the worker that answers. */
async function untilAllServe(stack: Stack, times: number): Promise<void> {
  await eventually(() => {
    const served = stack.gatehouse.log().match(/authorization server started/g);
    expect(served).to.have.length(times);
  });
}

/** Waits until a new signal no longer counts as the one that the daemon has logged. */
async function untilAnotherRequest(stack: Stack): Promise<void> {
  const draining = stack.gatehouse
    .log()
    .split('\n')
    .find((line) => line.includes('draining: rejecting new requests'));
  const { time } = JSON.parse(draining ?? expect.fail('it does not drain')) as { time: string | number };
  const next = new Date(time).getTime() + SAME_REQUEST_MS + 1;
  while (Date.now() < next) await sleep(next - Date.now());
}

async function untilRefused(stack: Stack): Promise<void> {
  await eventually(async () => {
    const refusal = await send(`${stack.issuer}/healthz`).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).to.have.property('code', 'ECONNREFUSED');
  });
}
