import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/admin/client.js';
import { PASSWORD } from '../support/admin/people.js';
import { createShopOnPostgres, shopOnPostgres } from '../support/admin/shop-database.js';
import { SHOP_ROOT } from '../support/admin-stack.js';
import { connectConsent } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import type { Gatehouse } from '../support/gatehouse.js';
import { startGatehouse } from '../support/gatehouse.js';
import type { TestHost } from '../support/host.js';
import { startHost } from '../support/host.js';
import type { Answer } from '../support/http-client.js';
import { DAEMON_SETTINGS, startNginxTwoDaemons } from '../support/nginx.js';
import { OAuthFlow, tokensOf } from '../support/oauth-flow.js';
import { startPostgres } from '../support/postgres.js';
import { startRedis } from '../support/redis.js';
import { expectNoErrors, expectNoSecrets } from '../support/stack.js';
import { Started } from '../support/started.js';
import { detail } from '../support/every-test.js';

/** One value of every secret that a rotation replaces. */
interface Secrets {
  readonly host: string;
  readonly consent: string;
  readonly jwt: string;
  readonly redis: string;
}

const secretsOf = (word: string): Secrets => ({
  host: `${word}-host-token-of-the-test`,
  consent: `${word}-consent-token-of-the-test`,
  jwt: `${word}-secret-that-signs-the-tokens-of-the-test`,
  redis: `${word}-password-of-redis`,
});
const OLD = secretsOf('old');
const NEW = secretsOf('new');

/** The configuration of hosts and daemons in one step: the secrets that they send or sign with, and those that they accept too. */
interface Step {
  readonly host: { readonly token: string; readonly previousToken?: string };
  readonly own: Secrets;
  readonly other?: Secrets;
}

/** The steps of docs/operations.md, "Replacing a secret". Each one is a rolling restart of the hosts and the daemons. */
const STEPS: readonly Step[] = [
  { host: { token: OLD.host, previousToken: NEW.host }, own: OLD, other: NEW },
  { host: { token: OLD.host, previousToken: NEW.host }, own: NEW, other: OLD },
  { host: { token: NEW.host }, own: NEW },
];

describe('replacing every secret of two daemons and their hosts under load (AS-98, AD-184, HC-16)', () => {
  detail('fails no request, ends no session, and refuses the old secrets afterwards', async () => {
    const parts = new Started();
    const redis = parts.add(await startRedis(), (server) => server.stop());
    const redisUser = (...rules: string[]): Promise<string> => redis.command('ACL', 'SETUSER', 'gatehouse', ...rules);
    await redisUser('on', `>${OLD.redis}`, '~*', '&*', '+@all');
    const database = await (await startPostgres()).createDatabase();
    await createShopOnPostgres(database, 10);
    const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
    const hostPorts = [await freePort(), await freePort()];
    const origin = `http://127.0.0.1:${port}`;

    const hosts: (TestHost | undefined)[] = [];
    parts.add(hosts, async (left) => {
      for (const host of left) await host?.close();
    });
    const daemons: Gatehouse[] = [];
    const logs: (() => string)[] = [];
    const serving = new Set<Gatehouse>();
    let consentToken = OLD.consent;
    const start = async (index: number, { host, own, other }: Step): Promise<void> => {
      hosts[index] = await startHost({
        address: `127.0.0.1:${hostPorts[index]!}`,
        oauth: { issuer: origin, resource: `${origin}/mcp` },
        database,
        admin: shopOnPostgres(database),
        ...host,
      });
      const daemon = parts.add(
        await startGatehouse({
          hostAddress: `127.0.0.1:${hostPorts[index]!}`,
          hostEncoding: 'proto',
          hostToken: own.host,
          port: ports[index]!,
          redisUrl: `redis://gatehouse:${own.redis}@127.0.0.1:${redis.port}`,
          config: {
            ...DAEMON_SETTINGS,
            'app.url': origin,
            'app.env': 'development',
            'backend.cookie_secure': 'false',
            'backend.root': SHOP_ROOT,
            'admin.jwt.secret': own.jwt,
            'admin.password.bcrypt_cost': '4',
            'consent.token': own.consent,
            ...(other && { 'admin.jwt.secret_previous': other.jwt, 'consent.token_previous': other.consent }),
          },
        }),
        (running) => running.stop(),
      );
      logs.push(() => daemon.log());
      await daemon.untilReady();
      daemons[index] = daemon;
      serving.add(daemon);
    };
    const replace = async (index: number, step: Step): Promise<void> => {
      const old = daemons[index]!;
      serving.delete(old);
      expect(await old.stop()).to.deep.equal({ code: 0, signal: null });
      const host = hosts[index];
      hosts[index] = undefined;
      await host?.close();
      await start(index, step);
    };
    const before: Step = { host: { token: OLD.host }, own: OLD };
    await Promise.all([start(0, before), start(1, before)]);
    const nginx = parts.add(await startNginxTwoDaemons(port, [ports[0], ports[1]]), (server) => server.stop());

    const failed: string[] = [];
    let [answered, isOver] = [0, false];
    const note = <A extends Answer>(what: string, answer: A | Error, status: number): A | undefined => {
      answered += 1;
      if (!(answer instanceof Error) && answer.status === status) return answer;
      failed.push(`${what}: ${answer instanceof Error ? answer.message : `${answer.status} ${answer.body}`}`);
      return undefined;
    };
    const caught = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
    // The application sends its consent calls to a daemon that is not about to stop.
    const consent = async (requestId: string) => {
      const [daemon] = [...serving].sort(() => Math.random() - 0.5);
      const client = connectConsent(daemon!.consentAddress, consentToken);
      try {
        return await client.issueCode({ requestId, userId: 'ada', grantedScopes: ['read', 'offline_access'] });
      } finally {
        client.close();
      }
    };
    const pause = (): Promise<void> => sleep(300 + Math.random() * 200);
    const flow = new OAuthFlow(origin, {
      issueCode: ({ requestId }: { requestId: string }) => consent(requestId),
    } as never);
    const guest = new ApiClient(`${origin}/backend/api/v1`);
    const clients = async (): Promise<void> => {
      const client = await flow.register();
      let { refresh_token } = await flow.tokens(client);
      for (let round = 1; !isOver; round += 1) {
        const refreshed = note('refresh', await flow.refresh(client, refresh_token).catch(caught), 200);
        if (refreshed === undefined) return;
        refresh_token = tokensOf(refreshed).refresh_token;
        if (round % 5 === 0) {
          const outcome = await flow.tokens(client).catch(caught);
          answered += 1;
          if (outcome instanceof Error) failed.push(`consent: ${outcome.message}`);
        }
        await pause();
      }
    };
    const administrator = async (): Promise<void> => {
      const signedIn = note('sign-in', await guest.post('/auth/login', { login: 'editor', password: PASSWORD }), 200);
      let session = (signedIn?.data as { token: string }).token;
      while (!isOver) {
        const me = guest.with({ authorization: `Bearer ${session}` });
        note('me', await me.get('/auth/me').catch(caught), 200);
        const refreshed = note('session', await me.post('/auth/refresh').catch(caught), 200);
        if (refreshed === undefined) return;
        session = (refreshed.data as { token: string }).token;
        await pause();
      }
    };
    const load = [clients(), clients(), administrator()];
    const enough = async (): Promise<void> => {
      const so = answered;
      await eventually(() => expect(answered, failed.join('\n')).to.be.above(so + 12));
    };
    const idle = await guest.post('/auth/login', { login: 'reader', password: PASSWORD });
    const signedByOld = guest.with({ authorization: `Bearer ${(idle.data as { token: string }).token}` });
    try {
      await enough();
      await redisUser(`>${NEW.redis}`);
      for (const step of STEPS) {
        for (const index of daemons.keys()) {
          await replace(index, step);
          await enough();
        }
        if (step.other === undefined) continue;
        note('a session of the old secret', await signedByOld.get('/auth/me').catch(caught), 200);
        // Every daemon accepts it since the first step.
        consentToken = NEW.consent;
      }
      await redisUser(`<${OLD.redis}`);
      await enough();
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    expect(failed, `of ${answered} requests`).to.deep.equal([]);

    consentToken = OLD.consent;
    expect(await consent('x').catch(caught))
      .to.have.property('message')
      .that.contains('UNAUTHENTICATED');
    const late = await signedByOld.get('/auth/me');
    expect(late.status, late.body).to.equal(401);
    expect(await redis.commandAfter(['AUTH', 'gatehouse', OLD.redis], 'PING')).to.contain('WRONGPASS');
    await parts.close();
    const log = logs.map((text) => text()).join('\n') + nginx.log();
    expectNoErrors(log);
    expectNoSecrets(log, new Set([...Object.values(OLD), ...Object.values(NEW), ...flow.secrets, ...guest.secrets]));
  });
});
