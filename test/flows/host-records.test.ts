import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectConsent } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { usual } from '../support/every-test.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse } from '../support/gatehouse.js';
import { send } from '../support/http-client.js';
import { mortalHost, type MortalHost } from '../support/mortal-host.js';
import { OAuthFlow, tokensOf } from '../support/oauth-flow.js';
import { startPostgres } from '../support/postgres.js';
import { expectNoErrors, expectNoSecrets } from '../support/stack.js';
import { Started } from '../support/started.js';
import { tempDir } from '../support/temp-dir.js';

const NAME = 'hosts.gatehouse.test';
const TOKEN = 'a-shared-token-of-the-test';
/** A host at one of the addresses. */
interface Replica {
  readonly ip: string;
  readonly host: MortalHost;
}
/** Refreshes between two looks at the metrics. */
const REFRESHES = 30;

for (const transport of usual(['HTTP', 'gRPC'] as const)) {
  /** docs/operations.md, "Several hosts": `host.records: all`. */
  describe(`a name with several addresses, a host over ${transport} at each (HC-17, HC-19, HC-69)`, () => {
    it('sends calls to all of them in turn, goes on without a killed one, and follows the records', async () => {
      const parts = new Started();
      const database = await (await startPostgres()).createDatabase();
      const [port, hostPort] = [await freePort(), await freePort()];
      const origin = `http://127.0.0.1:${port}`;
      const oauth = { issuer: origin, resource: `${origin}/mcp`, refreshRetryWindow: '1m' } as const;
      const [first, second, third, fourth] = (['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'] as const).map(
        (ip) => {
          const host = mortalHost(`${ip}:${hostPort}`, oauth, database, transport === 'HTTP' ? { token: TOKEN } : {});
          return { ip, host: parts.add(host, (each) => each.kill()) };
        },
      ) as [Replica, Replica, Replica, Replica];
      const names = join(tempDir('names'), 'hosts');
      const publish = (...replicas: readonly Replica[]): void =>
        writeFileSync(names, replicas.map(({ ip }) => `${ip} ${NAME}\n`).join(''));
      for (const { host } of [first, second, third]) await host.start();
      publish(first, second, third);

      const gatehouse = parts.add(
        await startGatehouse({
          hostAddress: `${NAME}:${hostPort}`,
          hostToken: TOKEN,
          ...(transport === 'HTTP' && { hostEncoding: 'proto' }),
          port,
          names,
          config: { 'host.records': 'all' },
        }),
        (daemon) => daemon.stop(),
      );
      await gatehouse.untilReady();
      const metric = async (name: string, { ip }: Replica): Promise<number | undefined> => {
        const { body } = await send(`${gatehouse.metricsOrigin}/metrics`);
        const lines = body.split('\n').filter((line) => line.startsWith(name) && line.includes(ip));
        return lines.length === 0
          ? undefined
          : lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
      };
      const until = (replica: Replica, inUse: 0 | 1 | undefined): Promise<unknown> =>
        eventually(async () => expect(await metric('gatehouse_host_in_use', replica)).to.equal(inUse));
      for (const replica of [first, second, third]) await until(replica, 1);

      const consent = parts.add(connectConsent(gatehouse.consentAddress), (client) => client.close());
      const flow = new OAuthFlow(origin, consent);
      const client = await flow.register();
      let { refresh_token } = await flow.tokens(client);
      /** Refreshes one after the other. Returns how many were repeated after a 503. */
      const refreshes = async (): Promise<number> => {
        let repeated = 0;
        for (let done = 0; done < REFRESHES;) {
          const answer = await flow.refresh(client, refresh_token);
          if (answer.status === 503) repeated += 1;
          else {
            refresh_token = tokensOf(answer).refresh_token;
            done += 1;
          }
        }
        return repeated;
      };
      /** The share of each of these hosts in the calls of some refreshes, of which none fails. */
      const shares = async (...of: readonly Replica[]): Promise<readonly number[]> => {
        const counts = () =>
          Promise.all(of.map(async (each) => (await metric('gatehouse_host_calls_total', each)) ?? 0));
        const before = await counts();
        expect(await refreshes()).to.equal(0);
        const added = (await counts()).map((count, index) => count - before[index]!);
        const all = added.reduce((sum, count) => sum + count, 0);
        return added.map((count) => count / all);
      };
      const expectInTurn = async (...of: readonly Replica[]): Promise<void> => {
        for (const share of await shares(...of)) expect(share * of.length).to.be.within(0.7, 1.3);
      };
      await expectInTurn(first, second, third);

      await second.host.kill();
      expect(await refreshes(), 'requests that failed with the killed host').to.be.at.most(1);
      await until(second, 0);
      await expectInTurn(first, third);
      const { body } = await send(`${gatehouse.origin}/readyz`);
      expect(JSON.parse(body)).to.have.property('status', 'ready');
      expect(body).to.contain(second.ip);

      // The orchestrator replaces it: another address takes the place of the killed one.
      await fourth.host.start();
      publish(first, third, fourth);
      await until(fourth, 1);
      await until(second, undefined);
      await expectInTurn(first, third, fourth);
      expect((await send(`${gatehouse.origin}/readyz`)).body).not.to.contain(second.ip);

      await parts.close();
      expectNoErrors(gatehouse.log());
      expectNoSecrets(gatehouse.log(), new Set([...flow.secrets, TOKEN]));
    });
  });
}
