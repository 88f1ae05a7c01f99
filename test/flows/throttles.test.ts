import { expect } from 'chai';
import { sendJson, type Answer } from '../support/http-client.js';
import { tokensOf } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

const METADATA = { redirect_uris: ['https://client.example/callback'], token_endpoint_auth_method: 'none' };

for (const state of ['memory', 'redis'] as const) {
  describe(`throttles, state in ${state} (oauth.md, decision 8)`, () => {
    let stack: Stack | undefined;
    afterEach(async () => {
      await stack?.stop();
      stack = undefined;
    });

    async function started(config: Readonly<Record<string, string>>): Promise<Stack> {
      return (stack = await startStack({ state, config }));
    }

    const register = ({ flow }: Stack, forwardedFor?: string): Promise<Answer> =>
      sendJson(flow.url('register'), METADATA, forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor });

    it('registrations per address: 429 with Retry-After and CORS; nobody can pick an address', async () => {
      const running = await started({ 'throttle.register_per_ip.limit': '2', 'throttle.register_per_ip.window': '1h' });
      for (let n = 0; n < 2; n++) expect((await register(running)).status).to.equal(201);
      expectThrottled(await register(running));
      expectThrottled(await register(running, '203.0.113.7'));
    });

    it('behind a trusted proxy the address is the one that the proxy saw', async () => {
      const running = await started({
        'throttle.register_per_ip.limit': '1',
        'throttle.register_per_ip.window': '1h',
        'http.trusted_proxies': '127.0.0.1/32',
      });
      expect((await register(running, '203.0.113.7')).status).to.equal(201);
      expectThrottled(await register(running, '203.0.113.7'));
      expectThrottled(await register(running, '198.51.100.1, 203.0.113.7'));
      expect((await register(running, '203.0.113.8')).status).to.equal(201);
    });

    it('registrations in total', async () => {
      const running = await started({
        'throttle.register_global.limit': '1',
        'throttle.register_global.window': '1h',
        'http.trusted_proxies': '127.0.0.1/32',
      });
      expect((await register(running, '203.0.113.7')).status).to.equal(201);
      expectThrottled(await register(running, '203.0.113.8'));
    });

    it('failed token requests per client and address; other clients go on', async () => {
      const { flow } = await started({ 'throttle.token_failures.limit': '3', 'throttle.token_failures.window': '1h' });
      const [guesser, other] = [await flow.register(), await flow.register()];
      const code = await flow.code(guesser);
      for (let n = 0; n < 3; n++) expect((await flow.refresh(guesser, `guess-${n}`)).status).to.equal(400);
      expectThrottled(await flow.refresh(guesser, 'guess'));
      expectThrottled(await flow.exchange(guesser, code));
      expectThrottled(await flow.revoke(guesser, 'guess'));
      tokensOf(await flow.exchange(other, await flow.code(other)));
    });

    it('authorization requests per client: back to the client with temporarily_unavailable', async () => {
      const { flow } = await started({
        'throttle.authorize_per_client.limit': '1',
        'throttle.authorize_per_client.window': '1h',
      });
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
