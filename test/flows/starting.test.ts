import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { startFaultyHost } from '../support/faulty-host.js';
import { freePort } from '../support/free-port.js';
import { launchGatehouse, startGatehouse } from '../support/gatehouse.js';
import { startHost } from '../support/host.js';
import { send } from '../support/http-client.js';
import { Started } from '../support/started.js';

for (const engine of ['uws', 'node'] as const) {
  describe(`A starting daemon, http.engine ${engine} (docs/operations.md, Starting)`, () => {
    it('accepts no request before its host has described itself, and answers probes on the metrics listener', async () => {
      const started = new Started();
      const [port, metricsPort, hostPort] = [await freePort(), await freePort(), await freePort()];
      const origin = `http://127.0.0.1:${port}`;
      const probes = `http://127.0.0.1:${metricsPort}`;
      const hostAddress = `127.0.0.1:${hostPort}` as const;
      started.add(await startHost({ address: hostAddress, oauth: { issuer: origin } }), (host) => host.close());
      const host = started.add(await startFaultyHost(hostAddress, { stream: true }), (faulty) => faulty.close());
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      host.failDescribe(async (_operations, forward) => {
        await released;
        return { bytes: await forward() };
      });

      const config = { 'metrics.port': String(metricsPort) };
      const starting = startGatehouse({ hostAddress: host.address, engine, port, config });
      const seen = new Set<string>();
      const watching = new AbortController();
      const watch = (async () => {
        while (!watching.signal.aborted) {
          const answer = await send(`${origin}/.well-known/oauth-authorization-server`).catch(codeOf);
          seen.add(typeof answer === 'string' ? answer : String(answer.status));
          await pause(1);
        }
      })();
      try {
        await eventually(async () => {
          const { status, body } = await send(`${probes}/readyz`);
          expect(status).to.equal(503);
          expect(body).to.contain('the host has not answered Describe yet');
        });
        expect((await send(`${probes}/healthz`)).status).to.equal(200);
        release();
        const gatehouse = started.add(await starting, (daemon) => daemon.stop());
        await gatehouse.untilReady();
        await eventually(() => expect([...seen]).to.include('200'));
        const order = /received the host's description[^]*listening for HTTP/;
        await eventually(() => expect(gatehouse.log()).to.match(order));
      } finally {
        watching.abort();
        release();
        await watch;
      }
      // A connection may be cut at the moment when the listener opens, but an answer has to be right.
      expect([...seen].filter((outcome) => /^\d+$/.test(outcome))).to.deep.equal(['200']);
    });

    it('exits with 0 when stopped while it waits for its host, and does not begin to listen', async () => {
      const started = new Started();
      const sound = `127.0.0.1:${await freePort()}` as const;
      started.add(await startHost({ address: sound, oauth: { issuer: 'http://localhost:1' } }), (it) => it.close());
      const host = started.add(await startFaultyHost(sound, { stream: true }), (faulty) => faulty.close());
      let tell = (): void => undefined;
      const asked = new Promise<void>((resolve) => (tell = resolve));
      host.failDescribe(() => {
        tell();
        return { silent: true };
      });
      const gatehouse = started.add(await launchGatehouse({ hostAddress: host.address, engine }), (it) => it.stop());
      await asked;
      // A process that does not exit on its own is killed there, and has no exit code.
      expect(await gatehouse.stop()).to.deep.equal({ code: 0, signal: null });
      expect(gatehouse.log()).to.contain('draining').and.to.contain('"msg":"stopped"');
      expect(gatehouse.log()).not.to.match(/draining[^]*listening for HTTP/);
    });

    it('listens even if its host is silent, so that every client learns what is missing', async () => {
      const started = new Started();
      const sound = `127.0.0.1:${await freePort()}` as const;
      started.add(await startHost({ address: sound, oauth: { issuer: 'http://localhost:1' } }), (it) => it.close());
      const host = started.add(await startFaultyHost(sound, { stream: true }), (faulty) => faulty.close());
      host.failDescribe(() => ({ silent: true }));
      const config = { 'host.deadline': '1s' };
      const gatehouse = started.add(await startGatehouse({ hostAddress: host.address, engine, config }), (it) =>
        it.stop(),
      );
      const ready = await send(`${gatehouse.origin}/readyz`);
      expect(ready.status).to.equal(503);
      expect(ready.body).to.contain('HostService.Describe: DEADLINE_EXCEEDED');
      expect((await send(`${gatehouse.origin}/oauth/mcp/authorize`)).status).to.equal(500);
      expect(await gatehouse.stop()).to.deep.equal({ code: 0, signal: null });
    });
  });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
