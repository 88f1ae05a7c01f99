import { expect } from 'chai';
import type { ApiAnswer } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { tally } from '../../conformance/tally.js';
import { eventually } from '../../support/eventually.js';
import { PASSWORD, startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const EMAIL = 'editor@example.test';
const five401 = (): number[] => new Array<number>(5).fill(401);

for (const state of ['memory', 'redis'] as const) {
  describe(`sign-in throttle, state in ${state} (AD-114)`, () => {
    let stack: AdminStack;
    before(async () => {
      stack = await startAdminStack({
        state,
        config: {
          'admin.login.max_attempts': '5',
          'http.trusted_proxies': '127.0.0.1/32',
          // On a busy machine, an attempt whose answer came too late returns 503 and is not counted.
          'host.deadline': '30s',
        },
      });
    });
    after(() => stack.stop());

    const attempt = (login: string, password: string, address: string): Promise<ApiAnswer> =>
      stack.guest.with({ 'x-forwarded-for': address }).post('/auth/login', { login, password });

    it('checks exactly 5 of 100 parallel attempts; the others get 429 with Retry-After (AD-115)', async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => attempt('editor', 'wrong', '203.0.113.1')));
      expect(tally(answers.map(({ status }) => String(status)))).to.deep.equal({ 401: 5, 429: 95 });
      const refused = answers.filter(({ status }) => status === 401);
      const throttled = answers.filter(({ status }) => status === 429);
      for (const answer of refused) expectRefused(answer, 401, 'invalid_credentials');
      for (const answer of throttled) {
        expectRefused(answer, 429, 'too_many_attempts');
        expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
      }
    });

    it('login and email address of one administrator share five attempts, in sequence or in parallel', async () => {
      for (let n = 0; n < 5; n++) await attempt('editor', 'wrong', '203.0.113.6');
      expectRefused(await attempt(EMAIL, PASSWORD, '203.0.113.6'), 401, 'invalid_credentials');
      expectOk(await attempt(EMAIL, PASSWORD, '203.0.113.7'));
      for (let n = 0; n < 3; n++) await attempt(EMAIL, 'wrong', '203.0.113.8');
      for (let n = 0; n < 2; n++) await attempt('editor', 'wrong', '203.0.113.8');
      expectRefused(await attempt('editor', PASSWORD, '203.0.113.8'), 401, 'invalid_credentials');
    });

    it('does not reveal whether a login and an address belong together: it answers as if they did not', async () => {
      const statuses = async (login: string, email: string, address: string): Promise<number[]> => {
        const answers = [];
        for (let n = 0; n < 7; n++) answers.push(await attempt(login, 'wrong', address));
        for (let n = 0; n < 7; n++) answers.push(await attempt(email, 'wrong', address));
        return answers.map(({ status }) => status);
      };
      const unknown = await statuses('nobody', 'nobody@example.test', '203.0.113.9');
      expect(await statuses('editor', EMAIL, '203.0.113.10')).to.deep.equal(unknown);
      expect(unknown).to.deep.equal([...five401(), 429, 429, ...five401(), 429, 429]);
    });

    it('then rejects even the correct password; another address and another login may still sign in', async () => {
      for (let n = 0; n < 5; n++) await attempt('reader', 'wrong', '203.0.113.2');
      expectRefused(await attempt('READER', PASSWORD, '203.0.113.2'), 429, 'too_many_attempts');
      expectOk(await attempt('reader', PASSWORD, '203.0.113.3'));
      expectOk(await attempt('superuser', PASSWORD, '203.0.113.2'));
    });

    it('a successful sign-in clears the count', async () => {
      for (let round = 0; round < 3; round++) {
        for (let n = 0; n < 4; n++) {
          expectRefused(await attempt('superuser', 'wrong', '203.0.113.4'), 401, 'invalid_credentials');
        }
        expectOk(await attempt('superuser', PASSWORD, '203.0.113.4'));
      }
    });

    it('counts an unknown login like any other', async () => {
      for (let n = 0; n < 5; n++) await attempt('nobody', 'wrong', '203.0.113.5');
      expectRefused(await attempt('nobody', 'wrong', '203.0.113.5'), 429, 'too_many_attempts');
    });

    it('counts IPv6 by /64 (AD-114)', async () => {
      for (let n = 0; n < 5; n++) await attempt('reader', 'wrong', `2001:db8:1:2::${n}`);
      expectRefused(await attempt('reader', PASSWORD, '2001:db8:1:2:ffff::1'), 429, 'too_many_attempts');
      expectOk(await attempt('reader', PASSWORD, '2001:db8:1:3::1'));
    });
  });
}

describe('sign-in without the state store (AD-115)', () => {
  let stack: AdminStack;
  before(async () => {
    stack = await startAdminStack({ state: 'redis', errorsExpected: true });
  });
  after(() => stack.stop());

  it('returns 503 with Retry-After while the store is down; sessions stay valid; recovers (AD-115)', async () => {
    const editor = await stack.signIn('editor');
    await stack.redis!.kill();
    const answer = await stack.guest.post('/auth/login', { login: 'editor', password: PASSWORD });
    expectRefused(answer, 503, 'service_unavailable');
    expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
    expectOk(await editor.get('/acme/shop/items'));
    await stack.redis!.restart();
    await eventually(() => stack.signIn('editor'));
  });
});
