import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually.js';
import { send } from '../support/http-client.js';
import { startStack, type Stack, type StackSettings } from '../support/stack.js';

const LIMIT = 50;

/** docs/http.md, Connections: silent clients at the limit of http.max_connections must not make a probe fail. */
for (const [what, settings, workers] of [
  ['engine uws', { engine: 'uws' }, 1],
  ['engine node', { engine: 'node' }, 1],
  ['two workers', { state: 'redis', config: { workers: '2' } }, 2],
] as const satisfies readonly (readonly [string, StackSettings, number])[]) {
  describe(`probes, ${what} (docs/http.md, connections)`, () => {
    let stack: Stack;
    let silent: Socket[];

    before(async () => {
      silent = [];
      const config = { 'http.max_connections': String(LIMIT), ...('config' in settings ? settings.config : {}) };
      stack = await startStack({ ...settings, config });
      await eventually(() => {
        const served = stack.gatehouse.log().match(/authorization server started/g);
        expect(served).to.have.length(workers);
      });
    });
    after(async () => {
      for (const socket of silent) socket.destroy();
      await stack.stop();
    });

    it('get answers while silent connections use up all of http.max_connections', async () => {
      const { metricsOrigin, origin } = stack.gatehouse;
      for (let i = 0; i < LIMIT; i++) {
        const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined);
        silent.push(socket);
        await once(socket, 'connect');
      }
      await eventually(async () => {
        const { body } = await send(`${metricsOrigin}/metrics`);
        const open = Number(/^gatehouse_http_connections (\d+)$/m.exec(body)?.[1]);
        expect(open).to.be.at.least(LIMIT - 1);
        expect(body).to.match(/^gatehouse_http_connections_refused_total 0$/m);
      });
      for (const base of [origin, metricsOrigin]) {
        for (let probe = 0; probe < 5; probe++) {
          expect((await send(`${base}/healthz`)).body).to.equal('{"status":"alive"}\n');
          const ready = await send(`${base}/readyz`);
          expect([ready.status, ready.json().status]).to.deep.equal([200, 'ready']);
        }
      }
    });
  });
}
