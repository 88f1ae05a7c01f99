import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectConsent } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { detail, usual } from '../support/every-test.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse } from '../support/gatehouse.js';
import { send } from '../support/http-client.js';
import { mortalHost } from '../support/mortal-host.js';
import { OAuthFlow, tokensOf } from '../support/oauth-flow.js';
import { startPostgres } from '../support/postgres.js';
import { expectNoErrors, expectNoSecrets } from '../support/stack.js';
import { Started } from '../support/started.js';

const CLIENTS = 6;
const TOKEN = 'a-shared-token-of-the-test';

for (const transport of usual(['gRPC', 'HTTP'] as const)) {
  /** docs/operations.md, "Several hosts". */
  describe(`two hosts over ${transport} on one database, each killed and restarted under load (HC-17)`, () => {
    detail('fails at most the requests that the killed host had, and loses no token', async () => {
      const parts = new Started();
      const database = await (await startPostgres()).createDatabase();
      const [port, ...hostPorts] = [await freePort(), await freePort(), await freePort()];
      const origin = `http://127.0.0.1:${port}`;
      const oauth = { issuer: origin, resource: `${origin}/mcp`, refreshRetryWindow: '1m' } as const;
      const hosts = hostPorts.map((own) =>
        parts.add(
          mortalHost(`127.0.0.1:${own}`, oauth, database, transport === 'HTTP' ? { token: TOKEN } : {}),
          (host) => host.kill(),
        ),
      );
      for (const host of hosts) await host.start();
      const addresses = hostPorts.map((own) => `127.0.0.1:${own}`);
      const gatehouse = parts.add(
        await startGatehouse({
          hostAddress: addresses.join(transport === 'gRPC' ? ',' : ',http://'),
          ...(transport === 'HTTP' && { hostEncoding: 'proto', hostToken: TOKEN }),
          port,
        }),
        (daemon) => daemon.stop(),
      );
      await gatehouse.untilReady();
      const metric = async (name: string, index: number): Promise<number> => {
        const { body } = await send(`${gatehouse.metricsOrigin}/metrics`);
        const lines = body.split('\n').filter((line) => line.startsWith(name) && line.includes(addresses[index]!));
        return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
      };
      const until = (index: number, inUse: 0 | 1): Promise<unknown> =>
        eventually(async () => expect(await metric('gatehouse_host_in_use', index)).to.equal(inUse));
      for (const index of hosts.keys()) await until(index, 1);

      const consent = parts.add(connectConsent(gatehouse.consentAddress), (client) => client.close());
      const flow = new OAuthFlow(origin, consent);
      let [succeeded, isOver] = [0, false];
      /** How often each client had to repeat a refresh because of the current fault. */
      const repeated = new Map<number, number>();
      const lost: string[] = [];
      const load = Array.from({ length: CLIENTS }, async (_, number) => {
        const client = await flow.register();
        let { refresh_token } = await flow.tokens(client);
        while (!isOver) {
          const answer = await flow.refresh(client, refresh_token);
          if (answer.status === 200) {
            refresh_token = tokensOf(answer).refresh_token;
            succeeded += 1;
          } else if (answer.status === 503) repeated.set(number, (repeated.get(number) ?? 0) + 1);
          else {
            lost.push(`${answer.status} ${answer.body}`);
            return;
          }
          await sleep(20 + Math.random() * 40);
        }
      });
      const more = (): Promise<unknown> => {
        const so = succeeded;
        return eventually(() => expect(succeeded, lost.join('\n')).to.be.above(so + 10 * CLIENTS));
      };
      const expectRepeats = (atMost: number): void => {
        for (const times of repeated.values()) expect(times, 'repeats of one client').to.be.at.most(atMost);
        repeated.clear();
      };
      try {
        await more();
        expectRepeats(0);
        for (const [index, host] of hosts.entries()) {
          await host.kill();
          await more();
          await until(index, 0);
          expectRepeats(1);
          const { body } = await send(`${gatehouse.origin}/readyz`);
          expect(JSON.parse(body)).to.have.property('status', 'ready');
          await host.start();
          await until(index, 1);
          const calls = await metric('gatehouse_host_calls_total', index);
          await more();
          expect(await metric('gatehouse_host_calls_total', index)).to.be.above(calls + 10);
          expectRepeats(0);
        }
        if (transport === 'gRPC') {
          await hosts[0]!.stop();
          await more();
          expectRepeats(0);
        }
      } finally {
        isOver = true;
        await Promise.all(load);
      }
      expect(lost).to.deep.equal([]);
      await parts.close();
      expectNoErrors(gatehouse.log());
      expectNoSecrets(gatehouse.log(), new Set([...flow.secrets, TOKEN]));
    });
  });
}
