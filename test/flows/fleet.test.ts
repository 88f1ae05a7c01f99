import { expect } from 'chai';
import { connectConsent, type ConsentClient } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { startHost, type TestHost } from '../support/host.js';
import { send, type Answer } from '../support/http-client.js';
import { OAuthFlow, tokensOf, type RegisteredClient } from '../support/oauth-flow.js';
import { startPostgres } from '../support/postgres.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

/** Two daemons on one Redis, each with its own host. Both hosts use one PostgreSQL. */
describe('a fleet of daemons and hosts (AS-3)', () => {
  let redis: RedisServer;
  let hosts: TestHost[];
  let hostPorts: number[];
  /** Takes the place of a load balancer in front of the first daemon's host. */
  let balancer: TcpProxy;
  let daemons: Gatehouse[];
  let consents: ConsentClient[];
  let flows: OAuthFlow[];

  before(async () => {
    redis = await startRedis();
    const database = await (await startPostgres()).createDatabase();
    const port = await freePort();
    const issuer = `http://127.0.0.1:${port}`;
    hostPorts = [await freePort(), await freePort()];
    hosts = [];
    for (const hostPort of hostPorts) {
      hosts.push(
        await startHost({
          address: `127.0.0.1:${hostPort}`,
          oauth: { issuer, resource: `${issuer}/mcp`, dcrClientCap: 500 },
          database,
        }),
      );
    }
    balancer = await startTcpProxy(hostPorts[0]!);
    // A hundred transactions that wait for one row take time on a busy machine; this test is not about deadlines.
    const settings = { redisUrl: redis.url, config: { 'host.deadline': '20s' } };
    daemons = [
      await startGatehouse({ ...settings, hostAddress: `127.0.0.1:${balancer.port}`, port }),
      await startGatehouse({ ...settings, hostAddress: `127.0.0.1:${hostPorts[1]}` }),
    ];
    await Promise.all(daemons.map((daemon) => daemon.untilReady()));
    consents = daemons.map(({ consentAddress }) => connectConsent(consentAddress));
    flows = daemons.map(({ origin }, n) => new OAuthFlow(origin, consents[n]!));
  });

  after(async () => {
    for (const consent of consents) consent.close();
    for (const daemon of daemons) expect(await daemon.stop()).to.deep.equal({ code: 0, signal: null });
    await balancer.close();
    for (const host of hosts) await host.close();
    await redis.stop();
  });

  /** The same request 50 times to each daemon, all in parallel. */
  function everywhere(request: (flow: OAuthFlow) => Promise<Answer>): Promise<Answer[]> {
    return Promise.all(Array.from({ length: 100 }, (_, n) => request(flows[n % 2]!)));
  }

  function expectOneSuccess(answers: readonly Answer[]): void {
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.json().error]).to.deep.equal([400, 'invalid_grant']);
    }
  }

  it('completes a flow whose requests alternate between the daemons', async () => {
    const [here, there] = flows as [OAuthFlow, OAuthFlow];
    const client = await here.register();
    const { requestId, verifier } = await there.pending(client);
    expect(await consents[0]!.pendingRequest(requestId, 'ada')).to.have.property('pendingRequest');
    const { redirectUrl = '' } = await there.grant(requestId);
    const code = new URL(redirectUrl).searchParams.get('code') ?? '';
    const first = tokensOf(await here.exchange(client, { code, verifier }));
    const second = tokensOf(await there.refresh(client, first.refresh_token));
    expect(await consents[0]!.revoke(second.access_token)).to.include({ revoked: true });
    expect((await there.refresh(client, second.refresh_token)).status).to.equal(400);
  });

  it('100 parallel uses of one code, and of one refresh token, across both: one success each', async () => {
    const client: RegisteredClient = await flows[0]!.register();
    const code = await flows[0]!.code(client);
    expectOneSuccess(await everywhere((flow) => flow.exchange(client, code)));
    const { refresh_token } = await flows[1]!.tokens(client);
    expectOneSuccess(await everywhere((flow) => flow.refresh(client, refresh_token)));
  });

  it('100 parallel grants of one request, across both: one code', async () => {
    const { requestId } = await flows[0]!.pending(await flows[0]!.register());
    const grants = await Promise.all(Array.from({ length: 100 }, (_, n) => flows[n % 2]!.grant(requestId)));
    expect(grants.filter(({ redirectUrl }) => redirectUrl !== undefined)).to.have.length(1);
  });

  it('a daemon whose host is replaced behind the balancer continues with the other one', async () => {
    const client = await flows[0]!.register();
    const { refresh_token } = await flows[0]!.tokens(client);
    const before = hosts[1]!.transactions();
    balancer.retarget(hostPorts[1]!);
    balancer.cut();
    await flows[0]!.untilHostAnswers();
    tokensOf(await flows[0]!.refresh(client, refresh_token));
    expect(hosts[1]!.transactions()).to.be.greaterThan(before);
    await eventually(async () => {
      const { status, body } = await send(`${daemons[0]!.origin}/readyz`);
      expect(status, body).to.equal(200);
    });
  });
});
