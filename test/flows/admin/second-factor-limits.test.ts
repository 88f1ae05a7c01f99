import { expect } from 'chai';
import { createOneTimeCodes } from '../../../daemon/admin/auth/one-time-codes.js';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { ADMIN_SECRET, PASSWORD, startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { usual } from '../../support/every-test.js';
import { codeAfter, codeAt, stepNow } from '../../support/one-time-code.js';

const ROLES = '/gatehouse/backend/roles';
const OWN = '/auth/account/second-factor';

describe('the throttle of a second factor (AD-257)', () => {
  let stack: AdminStack;
  before(async () => {
    stack = await startAdminStack({ state: 'redis', config: { 'admin.login.max_attempts': '3' } });
  });
  after(() => stack.stop());

  it('limits codes by account and address, and the password until the code was right', async () => {
    const root = await stack.signIn('superuser');
    const { data } = expectOk(await root.post(`${OWN}/setup`, { password: PASSWORD }));
    const [secret, setup] = [String(data.secret), String(data.ticket)];
    const step = stepNow();
    expectOk(await root.post(OWN, { ticket: setup, code: codeAt(secret, step) }));
    const login = () => stack.guest.post('/auth/login', { login: 'superuser', password: PASSWORD });
    const finish = (ticket: unknown, code: string) => stack.guest.post('/auth/second-factor', { ticket, code });
    const first = expectOk(await login()).data.second_factor as string;
    expectRefused(await finish(first, '000000'), 401, 'second_factor_invalid');
    expectRefused(await finish(first, '000001'), 401, 'second_factor_invalid');
    // Success clears the counts of both steps.
    expectOk(await finish(first, codeAfter(secret, step)));
    const tickets = [expectOk(await login()), expectOk(await login()), expectOk(await login())];
    expectRefused(await login(), 429, 'too_many_attempts');
    const [ticket] = tickets.map((answer) => String(answer.data.second_factor));
    for (let n = 0; n < 3; n += 1) expectRefused(await finish(ticket, '000000'), 401, 'second_factor_invalid');
    const denied = await finish(ticket, codeAt(secret, stepNow()));
    expectRefused(denied, 429, 'too_many_attempts');
    expect(denied.headers['retry-after']).to.match(/^\d+$/);
  });
});

describe('the daily limit of codes for one password (AD-453)', () => {
  for (const state of usual(['redis', 'memory'] as const)) {
    it(`ends the guessing of a thief who has the password, with every ticket and in the account, on ${state}`, async () => {
      // The other limits are as high as the configuration allows.
      const stack = await startAdminStack({ state, config: { 'admin.login.max_attempts': '1000' } });
      try {
        const root = await stack.signIn('superuser');
        const { data } = expectOk(await root.post(`${OWN}/setup`, { password: PASSWORD }));
        const [secret, step] = [String(data.secret), stepNow()];
        const confirmed = expectOk(await root.post(OWN, { ticket: data.ticket, code: codeAt(secret, step) }));
        const own = stack.guest.with({ authorization: `Bearer ${String(confirmed.data.token)}` });
        const ticket = async (password: string) =>
          String(expectOk(await stack.guest.post('/auth/login', { login: 'superuser', password })).data.second_factor);
        const finish = (one: string, code: string) => stack.guest.post('/auth/second-factor', { ticket: one, code });
        const guessing = await ticket('not the password');
        for (let n = 0; n < 30; n += 1) expectRefused(await finish(guessing, '000000'), 401, 'second_factor_invalid');
        // The same answer for a wrong password, so that it does not tell which one is right.
        expectRefused(await finish(guessing, '000000'), 429, 'too_many_attempts');
        const thief = await ticket(PASSWORD);
        for (let n = 0; n < 29; n += 1) expectRefused(await finish(thief, '000000'), 401, 'second_factor_invalid');
        // A right code counts as none.
        expectOk(await finish(await ticket(PASSWORD), codeAfter(secret, step)));
        const wrong = { password: PASSWORD, code: '000000' };
        expect((await own.post(`${OWN}/recovery-codes`, wrong)).status).to.equal(422);
        for (const denied of [
          await finish(thief, codeAt(secret, stepNow() + 1)),
          await finish(await ticket(PASSWORD), codeAt(secret, stepNow() + 1)),
          await own.post(`${OWN}/recovery-codes`, wrong),
          await own.post(`${OWN}/remove`, wrong),
        ]) {
          expectRefused(denied, 429, 'too_many_attempts');
          expect(Number(denied.headers['retry-after'])).to.be.within(80_000, 86_400);
        }
      } finally {
        await stack.stop();
      }
    });
  }
});

describe('a second factor sealed with another secret (AD-249)', () => {
  it('opens with the previous secret, and is sealed anew by its use; recovery codes need no key', async () => {
    const next = 'another secret of the tests, and of the tests alone';
    const stack = await startAdminStack();
    try {
      const root = await stack.signIn('superuser');
      const { data } = expectOk(await root.post(`${OWN}/setup`, { password: PASSWORD }));
      const secret = String(data.secret);
      const step = stepNow();
      const confirmed = expectOk(await root.post(OWN, { ticket: data.ticket, code: codeAt(secret, step) }));
      const recovery = confirmed.data.recovery_codes as readonly string[];
      const sealed = async () =>
        (await stack.sql('SELECT sealed_secret FROM backend_second_factors'))[0]?.['sealed_secret'];
      const before = await sealed();
      const signIn = async (client: ApiClient, code: string) => {
        const step = expectOk(await client.post('/auth/login', { login: 'superuser', password: PASSWORD }));
        return client.post('/auth/second-factor', { ticket: step.data.second_factor, code });
      };
      const foreign = await stack.beside({ 'admin.jwt.secret': next });
      expectRefused(await signIn(foreign, codeAfter(secret, step)), 401, 'second_factor_invalid');
      expectOk(await signIn(foreign, recovery[0] ?? ''));
      expect(await sealed()).to.equal(before);
      const rotating = await stack.beside({ 'admin.jwt.secret': next, 'admin.jwt.secret_previous': ADMIN_SECRET });
      expectOk(await signIn(rotating, codeAfter(secret, step)));
      expect(await sealed()).to.not.equal(before);
      const [row] = await stack.sql('SELECT user_id, sealed_secret FROM backend_second_factors');
      const codes = createOneTimeCodes({ secret: next, applicationName: '' }, { now: () => Date.now() });
      const opened = codes.unseal(String(row?.['sealed_secret']), String(row?.['user_id']));
      expect(opened).to.deep.equal({ secret });
    } finally {
      await stack.stop();
    }
  });
});

describe('a host without second factors (AD-255)', () => {
  it('works as before, and lacks the screens', async () => {
    const stack = await startAdminStack({
      admin: ({ directory: { secondFactors: _, ...directory }, ...options }) => ({ ...options, directory }),
    });
    try {
      const root = await stack.signIn('superuser');
      expect(expectOk(await root.get('/auth/me')).data).to.not.have.property('second_factor');
      for (const path of [OWN, `${OWN}/setup`, '/auth/second-factor']) {
        expectRefused(await root.post(path, {}), 404, 'not_found');
      }
      const { data } = expectOk(await root.get(`${ROLES}/schema/form`));
      const names = (data.fields as readonly { readonly name: string }[]).map(({ name }) => name);
      expect(names).to.include('permissions').and.not.include('requires_second_factor');
      expect((await stack.guest.post('/auth/login', { login: 'nobody-0', password: 'x' })).status).to.equal(401);
    } finally {
      await stack.stop();
    }
  });
});
