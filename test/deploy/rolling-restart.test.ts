import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { startHost, type TestHost } from '../support/host.js';
import { connectConsent, type ConsentClient } from '../support/consent-client.js';
import { send, type Answer } from '../support/http-client.js';
import type { Nginx } from '../support/nginx.js';
import { DAEMON_SETTINGS, startNginxTwoDaemons } from '../support/nginx.js';
import { OAuthFlow } from '../support/oauth-flow.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { expectNoErrors } from '../support/stack.js';

const CLIENTS = 6;

for (const engine of ['uws', 'node'] as const) {
  /** deploy/nginx-two-daemons.conf promises that a rolling restart loses no request. */
  describe(`A rolling restart behind deploy/nginx-two-daemons.conf, http.engine ${engine}`, () => {
    let nginx: Nginx | undefined;
    let redis: RedisServer | undefined;
    let host: TestHost | undefined;
    let consent: ConsentClient | undefined;
    let settings: Parameters<typeof startGatehouse>[0][];
    let daemons: Gatehouse[];
    let origin: string;

    before(async () => {
      daemons = [];
      const [port, first, second, hostPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
      origin = `http://127.0.0.1:${port}`;
      redis = await startRedis();
      host = await startHost({
        address: `127.0.0.1:${hostPort}`,
        oauth: { issuer: origin, resource: `${origin}/mcp` },
      });
      const hostAddress = `127.0.0.1:${hostPort}`;
      settings = [first, second].map((own) => ({
        hostAddress,
        engine,
        port: own,
        redisUrl: redis!.url,
        // On a busy machine, a slow host must not look like a lost request.
        config: { ...DAEMON_SETTINGS, 'host.deadline': '1m' },
      }));
      for (const each of settings) {
        const daemon = await startGatehouse(each);
        daemons.push(daemon);
        await daemon.untilReady();
      }
      nginx = await startNginxTwoDaemons(port, [first, second]);
      consent = connectConsent(daemons[0]!.consentAddress);
    });
    after(async () => {
      consent?.close();
      await nginx?.stop();
      for (const daemon of daemons) await daemon.stop();
      await host?.close();
      await redis?.stop();
    });

    it('loses no request while clients continuously read, register and refresh', async () => {
      const flow = new OAuthFlow(origin, consent!);
      const families = await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          const client = await flow.register();
          return { client, tokens: await flow.tokens(client) };
        }),
      );
      const failed: string[] = [];
      let answered = 0;
      let restarting = true;
      const note = (what: string, answer: Answer | string, expected: number): boolean => {
        answered++;
        const isExpected = typeof answer !== 'string' && answer.status === expected;
        if (!isExpected)
          failed.push(`${what}: ${typeof answer === 'string' ? answer : `${answer.status} ${answer.body}`}`);
        return isExpected;
      };
      const load = families.map(async ({ client, tokens }) => {
        let refreshToken = tokens.refresh_token;
        while (restarting) {
          const metadata = await send(`${origin}/.well-known/oauth-authorization-server`).catch(String);
          note('metadata', metadata, 200);
          const refreshed = await flow.refresh(client, refreshToken).catch(String);
          if (note('refresh', refreshed, 200) && typeof refreshed !== 'string') {
            refreshToken = refreshed.json().refresh_token as string;
          }
          // Each client pauses: sends as many requests as real clients do, not as many as possible.
          await sleep(5 + Math.random() * 20);
        }
      });
      try {
        for (const [index, each] of settings.entries()) {
          const before = answered;
          expect(await daemons[index]!.stop()).to.deep.equal({ code: 0, signal: null });
          expectNoErrors(daemons[index]!.log());
          daemons[index] = await startGatehouse(each);
          await daemons[index].untilReady();
          await eventually(() => expect(answered).to.be.above(before + 50));
        }
      } finally {
        restarting = false;
        await Promise.all(load);
      }
      const told = `failed of ${answered} requests; nginx says: ${nginx!.log().slice(-2000)}`;
      expect(failed.join('\n'), told).to.equal('');
    });
  });
}
