import { expect } from 'chai';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { usual } from '../support/every-test.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { startHost, type TestHost } from '../support/host.js';
import { connectConsent, type ConsentClient } from '../support/consent-client.js';
import { send, sendJson, type Answer } from '../support/http-client.js';
import type { Nginx } from '../support/nginx.js';
import { DAEMON_SETTINGS, startNginxTwoDaemons } from '../support/nginx.js';
import { OAuthFlow } from '../support/oauth-flow.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { expectNoErrors } from '../support/stack.js';
import { Started } from '../support/started.js';

const CLIENTS = 6;

for (const engine of usual(['uws', 'node'] as const)) {
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
          await sleep(30 + Math.random() * 60);
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

describe('nginx with deploy/nginx-two-daemons.conf, if a daemon resets connections', () => {
  it('sends a request to register, token or revoke to another daemon, and no write of the admin backend (docs/decisions/http-edge.md)', async () => {
    const parts = new Started();
    const [port, own, hostPort] = [await freePort(), await freePort(), await freePort()];
    const origin = `http://127.0.0.1:${port}`;
    const oauth = { issuer: origin, resource: `${origin}/mcp` };
    const hostAddress = `127.0.0.1:${hostPort}` as const;
    parts.add(await startHost({ address: hostAddress, oauth }), (host) => host.close());
    const daemon = parts.add(await startGatehouse({ hostAddress, port: own, config: DAEMON_SETTINGS }), (running) =>
      running.stop(),
    );
    await daemon.untilReady();
    const resets: string[] = [];
    const resetting = createServer((socket) => {
      socket.once('data', (request) => {
        resets.push(request.toString().split(' ', 2).join(' '));
        socket.resetAndDestroy();
      });
    });
    await new Promise<void>((resolve) => resetting.listen(0, '127.0.0.1', resolve));
    parts.add(resetting, (server) => void server.close());
    const { port: other } = resetting.address() as AddressInfo;
    parts.add(await startNginxTwoDaemons(port, [own, other]), (nginx) => nginx.stop());
    const consent = parts.add(connectConsent(daemon.consentAddress), (client) => client.close());

    const flow = new OAuthFlow(origin, consent);
    for (let round = 0; round < 5; round += 1) {
      // One more request each round, since nginx takes turns.
      await send(`${origin}/.well-known/oauth-authorization-server`);
      const client = await flow.register();
      const tokens = await flow.tokens(client);
      expect((await flow.revoke(client, tokens.refresh_token)).status).to.equal(200);
    }
    expect(resets).to.include.members(['POST /oauth/mcp/register', 'POST /oauth/mcp/token', 'POST /oauth/mcp/revoke']);
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      statuses.add((await sendJson(`${origin}/backend/api/v1/auth/login`, { login: 'ada', password: 'x' })).status);
    }
    // The daemon has no admin backend.
    expect([...statuses].sort()).to.deep.equal([404, 502]);
    await parts.close();
  });
});
