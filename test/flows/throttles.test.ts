import { expect } from 'chai';
import { loadConfig } from '../../daemon/config/load.js';
import { usual } from '../support/every-test.js';
import { send, sendJson, type Answer } from '../support/http-client.js';
import { tokensOf, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack, type StackSettings } from '../support/stack.js';

const METADATA = { redirect_uris: ['https://client.example/callback'], token_endpoint_auth_method: 'none' };

/** The limits of most tests: each of them exceeds one. */
const DIRECT: Readonly<Record<string, string>> = {
  'throttle.register_per_ip.limit': '2',
  'throttle.register_per_ip.window': '1h',
  'throttle.token_failures.limit': '3',
  'throttle.token_failures.window': '1h',
  'throttle.authorize_per_client.limit': '1',
  'throttle.authorize_per_client.window': '1h',
};

/** The same for daemons that believe the addresses that a proxy names. */
const PROXIED: Readonly<Record<string, string>> = {
  'throttle.register_per_ip.limit': '2',
  'throttle.register_per_ip.window': '1h',
  'throttle.authorize_per_ip.limit': '2',
  'throttle.authorize_per_ip.window': '1h',
  'throttle.authorize_per_client.limit': '3',
  'throttle.authorize_per_client.window': '1h',
  'http.trusted_proxies': '127.0.0.1/32',
};

// Both throttles pass the same suite of their port (test/conformance).
for (const state of usual(['redis', 'memory'] as const)) {
  describe(`throttles, state in ${state} (AS-180 to AS-182)`, () => {
    let stack: Stack | undefined;
    afterEach(async () => {
      await stack?.stop();
      stack = undefined;
    });

    async function started(
      config: Readonly<Record<string, string>>,
      oauth: StackSettings['oauth'] = {},
    ): Promise<Stack> {
      // Redis forgets all counters between two tests, the daemon's memory does not.
      const shared = state === 'redis' && [DIRECT, PROXIED].includes(config);
      return (stack = await startStack({ shared, state, config, oauth }));
    }

    const register = ({ flow }: Stack, forwardedFor?: string): Promise<Answer> =>
      sendJson(flow.url('register'), METADATA, forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor });

    it('returns 429 with Retry-After and CORS after too many registrations; clients cannot choose their address (AS-181)', async () => {
      const running = await started(DIRECT);
      for (let n = 0; n < 2; n++) expect((await register(running)).status).to.equal(201);
      expectThrottled(await register(running));
      expectThrottled(await register(running, '203.0.113.7'));
    });

    it('behind a trusted proxy, counts the address that the proxy saw (AS-181)', async () => {
      const running = await started(PROXIED);
      for (let n = 0; n < 2; n++) expect((await register(running, '203.0.113.7')).status).to.equal(201);
      expectThrottled(await register(running, '203.0.113.7'));
      expectThrottled(await register(running, '198.51.100.1, 203.0.113.7'));
      expect((await register(running, '203.0.113.8')).status).to.equal(201);
    });

    it('limits registrations in total', async () => {
      const running = await started({
        'throttle.register_global.limit': '1',
        'throttle.register_global.window': '1h',
        'http.trusted_proxies': '127.0.0.1/32',
      });
      expect((await register(running, '203.0.113.7')).status).to.equal(201);
      expectThrottled(await register(running, '203.0.113.8'));
    });

    it('counts IPv6 by /64, because a single client may have 2^64 addresses', async () => {
      const running = await started(PROXIED);
      for (let n = 0; n < 2; n++) expect((await register(running, `2001:db8:1:2::${n}`)).status).to.equal(201);
      expectThrottled(await register(running, '2001:db8:1:2:ffff::1'));
      expect((await register(running, '2001:db8:1:3::1')).status).to.equal(201);
    });

    it('one address holds only a share of the client cap until its clients have consent (AS-32)', async () => {
      const running = await started(
        { 'throttle.unconsented_per_ip.share': '20', 'http.trusted_proxies': '127.0.0.1/32' },
        { dcrClientCap: 10, dcrUnconsentedSweepAge: '12h' },
      );
      const client = (await register(running, '203.0.113.7')).json();
      expect((await register(running, '203.0.113.7')).status).to.equal(201);
      const refused = await register(running, '203.0.113.7');
      expectThrottled(refused);
      expect(Number(refused.headers['retry-after'])).to.be.within(12 * 3600 - 60, 12 * 3600);
      expect((await register(running, '203.0.113.8')).status).to.equal(201);
      const redirectUri = METADATA.redirect_uris[0]!;
      await running.flow.code({ clientId: String(client['client_id']), authMethod: 'none', redirectUri });
      expect((await register(running, '203.0.113.7')).status).to.equal(201);
      expectThrottled(await register(running, '203.0.113.7'));
    });

    it('a registration rejected by the cap takes no place of its address', async () => {
      const running = await started({ 'throttle.unconsented_per_ip.share': '100' }, { dcrClientCap: 2 });
      const [first] = [await running.flow.register(), await running.flow.register()];
      expectThrottled(await register(running));
      await running.flow.code(first);
      for (let n = 0; n < 3; n++) expect((await register(running)).status).to.equal(503);
    });

    it('limits authorization requests per address with a redirect; the same client may continue from elsewhere', async () => {
      const { flow } = await started(PROXIED);
      const client = await flow.register();
      const outcome = async (address: string): Promise<string | null> => {
        const answer = await send(flow.authorizeRequest(client).url, { headers: { 'x-forwarded-for': address } });
        return new URL(answer.headers.location!).searchParams.get('error');
      };
      for (let n = 0; n < 2; n++) expect(await outcome('203.0.113.7')).to.equal(null);
      for (let n = 0; n < 5; n++) expect(await outcome('203.0.113.7')).to.equal('temporarily_unavailable');
      expect(await outcome('203.0.113.8'), "a rejected address used up the client's limit").to.equal(null);
      expect(await outcome('203.0.113.9')).to.equal('temporarily_unavailable');
    });

    it('counts failed token requests per client and address, and lets other clients through (AS-180)', async () => {
      const { flow } = await started(DIRECT);
      const [guesser, other] = [await flow.register(), await flow.register()];
      const code = await flow.code(guesser);
      for (let n = 0; n < 3; n++) expect((await flow.refresh(guesser, `guess-${n}`)).status).to.equal(400);
      expectThrottled(await flow.refresh(guesser, 'guess'));
      expectThrottled(await flow.exchange(guesser, code));
      expectThrottled(await flow.revoke(guesser, 'guess'));
      tokensOf(await flow.exchange(other, await flow.code(other)));
    });

    for (const endpoint of ['token', 'revoke'] as const) {
      it(`wrong secrets at ${endpoint} count against their client; unknown clients count together, and against no other`, async () => {
        const { flow } = await started(DIRECT);
        const [client, other] = [
          await flow.register({ token_endpoint_auth_method: 'client_secret_post' }),
          await flow.register(),
        ];
        const request = (as: RegisteredClient): Promise<Answer> =>
          endpoint === 'token' ? flow.refresh(as, 'guess') : flow.revoke(as, 'guess');
        for (let n = 0; n < 3; n++) expect((await request({ ...client, secret: `guess-${n}` })).status).to.equal(401);
        expectThrottled(await request(client));
        for (let n = 0; n < 3; n++)
          expect((await request({ ...other, clientId: `made-up-${n}` })).status).to.equal(401);
        expectThrottled(await request({ ...other, clientId: 'made-up' }));
        expect((await request(other)).status).to.equal(endpoint === 'token' ? 400 : 200);
      });
    }

    it('redirects too many authorization requests of a client with temporarily_unavailable (AS-182)', async () => {
      const { flow } = await started(DIRECT);
      const [busy, other] = [await flow.register(), await flow.register()];
      await flow.pending(busy);
      const { status, headers } = await flow.authorize(busy);
      expect(status).to.equal(302);
      const parameters = new URL(headers.location!).searchParams;
      expect(parameters.get('error')).to.equal('temporarily_unavailable');
      expect(parameters.get('state')).to.equal('state-1');
      await flow.pending(other);
    });
  });
}

function expectThrottled(answer: Answer): void {
  expect(answer.status).to.equal(429);
  expect(answer.json().error).to.equal('too_many_requests');
  expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
  expect(answer.headers['cache-control']).to.equal('no-store');
  expect(answer.headers['access-control-allow-origin']).to.equal('*');
}

const defaults = () => loadConfig({ file: undefined, env: {}, set: [] }).config;

describe('throttles with their defaults', () => {
  it('are below the client cap that they protect (AS-32)', () => {
    const { registerPerIp, registerGlobal, unconsentedPerIp } = defaults().throttle;
    expect(registerPerIp.limit).to.be.lessThan(200);
    expect(registerGlobal.limit).to.be.lessThan(200);
    expect(unconsentedPerIp.share).to.be.within(1, 25);
  });

  it('keep a client usable for others when one address floods it', () => {
    const { authorizePerIp, authorizePerClient, documentsPerIp, documentsPerHost } = defaults().throttle;
    expect(authorizePerIp.limit).to.be.at.most(authorizePerClient.limit / 2);
    expect(documentsPerIp.limit).to.be.at.most(documentsPerHost.limit / 2);
  });

  it("log a warning if they are not below the host's cap", async () => {
    const stack = await startStack({ config: { 'throttle.register_per_ip.limit': '5' }, oauth: { dcrClientCap: 5 } });
    const { warnings } = (await send(`${stack.gatehouse.origin}/readyz`)).json();
    await stack.stop();
    expect(warnings).to.include(
      "throttle.register_per_ip.limit (5) is not below the host's dcr_client_cap (5): registrations in one window can use up the whole cap",
    );
  });
});
