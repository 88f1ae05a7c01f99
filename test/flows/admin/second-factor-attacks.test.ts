import { Unavailable } from '@gatehouse/host';
import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { PASSWORD, startAdminStack, type AdminStack, usuallyOn } from '../../support/admin-stack.js';
import { codeAfter, codeAt, stepNow } from '../../support/one-time-code.js';

const ADMINISTRATORS = '/gatehouse/backend/administrators';
const OWN = '/auth/account/second-factor';

usuallyOn('postgres', 'attacks on accounts and second factors', (database) => {
  let stack: AdminStack;
  let root: ApiClient;
  /** The next calls of OpenSession fail. */
  let sessionsFail = false;
  let count = 0;

  before(async () => {
    stack = await startAdminStack({
      database,
      errorsExpected: true,
      admin: (options) => {
        const { sessions } = options.directory;
        if (sessions === undefined) expect.fail('the directory keeps no sessions');
        const open: typeof sessions.open = (...given) =>
          sessionsFail ? Promise.reject(new Unavailable('the database is away')) : sessions.open(...given);
        return { ...options, directory: { ...options.directory, sessions: { ...sessions, open } } };
      },
    });
    root = await stack.signIn('superuser');
  });
  afterEach(() => (sessionsFail = false));
  after(() => stack.stop());

  const bearer = (answer: ApiAnswer) =>
    stack.guest.with({ authorization: `Bearer ${String(expectOk(answer).data.token)}` });
  const login = (name: string, password = PASSWORD) => stack.guest.post('/auth/login', { login: name, password });
  const finish = (ticket: string, code: string) => stack.guest.post('/auth/second-factor', { ticket, code });
  const ticketOf = async (name: string) => String(expectOk(await login(name)).data.second_factor);

  async function created() {
    count += 1;
    const name = `attacked-${String(count)}`;
    const made = await root.post(ADMINISTRATORS, { login: name, email: `${name}@example.test` });
    const { id } = expectOk(made, 201).data as { readonly id: string };
    const link = expectOk(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
    const token = String(link.data.path).split('#')[1] ?? '';
    expectOk(await stack.guest.post('/auth/set-password', { token, password: PASSWORD }));
    return { id, name, client: bearer(await login(name)) };
  }

  async function setUp(client: ApiClient) {
    const { secret, ticket } = expectOk(await client.post(`${OWN}/setup`, { password: PASSWORD })).data as {
      readonly secret: string;
      readonly ticket: string;
    };
    const step = stepNow();
    const confirmed = await client.post(OWN, { ticket, code: codeAt(secret, step) });
    return { secret, step, confirmed };
  }

  it('accepts a recovery code once, if it arrives many times at once, in sign-ins and in an account (AD-258)', async () => {
    const { name, client } = await created();
    const { confirmed } = await setUp(client);
    const own = bearer(confirmed);
    const { recovery_codes: codes } = confirmed.data as { readonly recovery_codes: readonly string[] };
    const [code = ''] = codes;
    const tickets = await Promise.all(Array.from({ length: 8 }, () => ticketOf(name)));
    const answers = await Promise.all([
      ...tickets.map((ticket) => finish(ticket, code)),
      ...[1, 2, 3].map(() => own.post(`${OWN}/recovery-codes`, { password: PASSWORD, code })),
    ]);
    expect(
      answers.filter(({ status }) => status === 200),
      answers.map(({ status }) => status).join(),
    ).to.have.lengthOf(1);
    expectRefused(await finish(await ticketOf(name), code), 401, 'second_factor_invalid');
  });

  it('a ticket is for one administrator: the code of another does not finish the sign-in (AD-256)', async () => {
    const [one, other] = [await created(), await created()];
    await setUp(one.client);
    const { secret, step } = await setUp(other.client);
    expectRefused(await finish(await ticketOf(one.name), codeAfter(secret, step)), 401, 'second_factor_invalid');
    expectOk(await finish(await ticketOf(other.name), codeAfter(secret, step)));
  });

  it('a ticket finishes one sign-in, in no spelling a second one, and stays valid after a wrong code (AD-431)', async () => {
    const { name, client } = await created();
    const { secret, step, confirmed } = await setUp(client);
    const { recovery_codes: codes } = confirmed.data as { readonly recovery_codes: readonly string[] };
    const ticket = await ticketOf(name);
    expectRefused(await finish(ticket, '000000'), 401, 'second_factor_invalid');
    expectOk(await finish(ticket, codeAfter(secret, step)));
    const [again = '', padded = ''] = codes;
    expectRefused(await finish(ticket, again), 410, 'second_factor_expired');
    for (const other of [`${ticket}=`, `${ticket} `, ticket.replaceAll('-', '+').replaceAll('_', '/')]) {
      if (other !== ticket) expectRefused(await finish(other, padded), 410, 'second_factor_expired');
    }
    // Another ticket is another sign-in.
    expectOk(await finish(await ticketOf(name), padded));
  });

  it('a deactivation, a reset and a password ended between the steps end the sign-in (AD-256)', async () => {
    for (const act of ['deactivation', 'reset', 'password'] as const) {
      const { id, name, client } = await created();
      const { secret, step } = await setUp(client);
      const ticket = await ticketOf(name);
      if (act === 'deactivation') expectOk(await root.put(`${ADMINISTRATORS}/${id}`, { is_activated: false }));
      if (act === 'reset') expectOk(await root.post(`${ADMINISTRATORS}/${id}/reset-second-factor`, {}));
      if (act === 'password')
        expectOk(await root.post(`${ADMINISTRATORS}/${id}/password`, { password: 'Another one' }));
      expectRefused(await finish(ticket, codeAfter(secret, step)), 401, 'second_factor_invalid');
    }
  });

  it('a change that is done is not told as an outage if the session after it cannot be recorded (AD-332)', async () => {
    const { name, client } = await created();
    sessionsFail = true;
    const changed = await client.put('/auth/account/password', { current: PASSWORD, password: 'Quite another one' });
    expectOk(changed);
    // Of no use: no list shows it, so nothing could end it.
    expectRefused(await bearer(changed).get('/auth/me'), 401, 'unauthenticated');
    // A sign-in changes nothing, and can be repeated.
    expectRefused(await login(name, 'Quite another one'), 503, 'service_unavailable');
    sessionsFail = false;
    expectOk(await login(name, 'Quite another one'));
  });

  it('a second factor that is set up shows its recovery codes, whatever happens to the session (AD-332)', async () => {
    const { name, client } = await created();
    sessionsFail = true;
    const { confirmed } = await setUp(client);
    sessionsFail = false;
    const [code = ''] = expectOk(confirmed).data.recovery_codes as string[];
    expectOk(await finish(await ticketOf(name), code));
  });
});
