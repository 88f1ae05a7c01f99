import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { PASSWORD, startAdminStack, type AdminStack, usuallyOn } from '../../support/admin-stack.js';
import { codeAfter, codeAt, stepNow } from '../../support/one-time-code.js';

const ADMINISTRATORS = '/gatehouse/backend/administrators';
const ROLES = '/gatehouse/backend/roles';
const OWN = '/auth/account/second-factor';

interface Person {
  readonly id: string;
  readonly login: string;
  client: ApiClient;
  readonly secret: string;
  readonly recovery: readonly string[];
  /** The step of the code that confirmed it. */
  readonly step: number;
  /** A code that was not used yet: one of the app, then the last recovery codes. */
  nextCode(): string;
}

usuallyOn('sqlite', 'second factor (AD-249, AD-254 to AD-259)', (database) => {
  let stack: AdminStack;
  let root: ApiClient;
  let count = 0;

  before(async () => {
    stack = await startAdminStack({ database });
    root = await stack.signIn('superuser');
  });
  after(() => stack.stop());

  const bearer = (answer: ApiAnswer) =>
    stack.guest.with({ authorization: `Bearer ${String(expectOk(answer).data.token)}` });
  const login = (name: string, password = PASSWORD) => stack.guest.post('/auth/login', { login: name, password });

  async function created(values: object = {}) {
    count += 1;
    const name = `factor-${String(count)}`;
    const made = await root.post(ADMINISTRATORS, { login: name, email: `${name}@example.test`, ...values });
    const { id } = expectOk(made, 201).data as { readonly id: string };
    const link = expectOk(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
    const token = String(link.data.path).split('#')[1] ?? '';
    expectOk(await stack.guest.post('/auth/set-password', { token, password: PASSWORD }));
    return { id, login: name };
  }

  async function setUp(client: ApiClient) {
    const { data } = expectOk(await client.post(`${OWN}/setup`, { password: PASSWORD }));
    return data as { readonly secret: string; readonly uri: string; readonly ticket: string };
  }

  async function withFactor(values: object = {}): Promise<Person> {
    const { id, login: name } = await created(values);
    const client = bearer(await login(name));
    const { secret, ticket } = await setUp(client);
    const step = stepNow();
    const confirmed = await client.post(OWN, { ticket, code: codeAt(secret, step) });
    const { recovery_codes: recovery } = expectOk(confirmed).data as { readonly recovery_codes: readonly string[] };
    const unused = [() => codeAfter(secret, step), ...recovery.map((code) => () => code).reverse()];
    const nextCode = () => (unused.shift() ?? expect.fail('no code is left'))();
    return { ...{ id, login: name, secret, recovery, step, nextCode }, client: bearer(confirmed) };
  }

  async function ticketOf(name: string, password = PASSWORD): Promise<string> {
    const { data } = expectOk(await login(name, password));
    expect(data).to.have.all.keys('second_factor', 'expires_in');
    return String(data.second_factor);
  }

  const finish = (ticket: string, code: string) => stack.guest.post('/auth/second-factor', { ticket, code });

  it('is set up with the password and one code, and ends the sessions without it (AD-255)', async () => {
    const { login: name } = await created();
    const [client, other] = [bearer(await login(name)), bearer(await login(name))];
    expect(expectOk(await client.get('/auth/me')).data).to.include({ second_factor: 'off' });
    expectInvalid(await client.post(`${OWN}/setup`, { password: 'wrong' }), 'password');
    expectInvalid(await client.post(`${OWN}/setup`, {}), 'password');
    const { secret, uri, ticket } = await setUp(client);
    expect(secret).to.match(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).to.equal(secret);
    expect(decodeURIComponent(uri)).to.contain(name);
    for (const wrong of [
      '000000',
      codeAt(secret, stepNow() - 3),
      codeAt(secret, stepNow() + 4),
      'abc',
      '١٢٣٤٥٦',
      secret,
    ]) {
      expectInvalid(await client.post(OWN, { ticket, code: wrong }), 'code');
    }
    expectRefused(
      await client.post(OWN, { ticket: ticket.slice(4), code: codeAt(secret, stepNow()) }),
      410,
      'second_factor_expired',
    );
    expectRefused(
      await other.post(OWN, { ticket: 'x', code: codeAt(secret, stepNow()) }),
      410,
      'second_factor_expired',
    );
    // Nothing is stored before the confirmation.
    expect(expectOk(await client.get(OWN)).data).to.deep.equal({
      is_on: false,
      is_required: false,
      has_app: false,
      recovery_codes_left: 0,
    });
    const confirmed = expectOk(await client.post(OWN, { ticket, code: codeAt(secret, stepNow()) }));
    expect(confirmed.data.recovery_codes).to.have.lengthOf(10);
    for (const ended of [client, other]) expectRefused(await ended.get('/auth/me'), 401, 'unauthenticated');
    const renewed = stack.guest.with({ authorization: `Bearer ${String(confirmed.data.token)}` });
    expect(expectOk(await renewed.get('/auth/me')).data).to.include({ second_factor: 'on' });
    expectRefused(await renewed.post(`${OWN}/setup`, { password: PASSWORD }), 409, 'second_factor_exists');
    expectRefused(
      await renewed.post(OWN, { ticket, code: codeAt(secret, stepNow() + 1) }),
      410,
      'second_factor_expired',
    );
  });

  it('belongs to one administrator: the setup of another does not confirm it (AD-255)', async () => {
    const [one, other] = [await created(), await created()];
    const { secret, ticket } = await setUp(bearer(await login(one.login)));
    const refused = await bearer(await login(other.login)).post(OWN, { ticket, code: codeAt(secret, stepNow()) });
    expectRefused(refused, 410, 'second_factor_expired');
  });

  it('is asked for after the password, for pages and for API clients alike (AD-256)', async () => {
    const person = await withFactor();
    const ticket = await ticketOf(person.login);
    expectRefused(await finish(ticket, '000000'), 401, 'second_factor_invalid');
    const client = bearer(await finish(ticket, person.nextCode()));
    expectOk(await client.get('/auth/me'));
    const spa = stack.guest.with({ 'x-requested-with': 'XMLHttpRequest' });
    const step = await spa.post('/auth/login', { login: person.login, password: PASSWORD });
    expect(step.headers['set-cookie']).to.equal(undefined);
    const done = await spa.post('/auth/second-factor', { ticket: step.data.second_factor, code: person.nextCode() });
    expect(expectOk(done).data).to.not.have.property('token');
    expect(String(done.headers['set-cookie'])).to.contain('backend_token=');
    // A ticket is no session, and a session is no ticket.
    expectRefused(
      await stack.guest.with({ authorization: `Bearer ${ticket}` }).get('/auth/me'),
      401,
      'unauthenticated',
    );
    const session = (client.headers['authorization'] ?? '').slice('Bearer '.length);
    for (const forged of [session, ticket.slice(4), `AAAA${ticket.slice(4)}`, 'x', '!', 'x'.repeat(3000)]) {
      expectRefused(await finish(forged, '123456'), 410, 'second_factor_expired');
    }
    expectInvalid(await stack.guest.post('/auth/second-factor', { ticket, code: 7 }), 'code');
  });

  it('does not tell before the code whether the password was right (AD-256)', async () => {
    const person = await withFactor();
    const [right, wrong] = [await login(person.login), await login(person.login, 'wrong')];
    const shape = ({ status, data }: ApiAnswer): unknown[] => [status, Object.keys(data as object), data.expires_in];
    expect(shape(wrong)).to.deep.equal(shape(right));
    expect(String(wrong.data.second_factor)).to.have.lengthOf(String(right.data.second_factor).length);
    // The right code, or a recovery code, does not help a wrong password, and is not spent by it.
    const code = person.nextCode();
    expectRefused(await finish(String(wrong.data.second_factor), code), 401, 'second_factor_invalid');
    const [recovery = ''] = person.recovery;
    expectRefused(await finish(String(wrong.data.second_factor), recovery), 401, 'second_factor_invalid');
    expectOk(await finish(String(right.data.second_factor), code));
    expectOk(await finish(await ticketOf(person.login), recovery));
  });

  it('refuses logins that do not exist in the first step, as it does wrong passwords without a second factor (AD-256)', async () => {
    for (let n = 0; n < 20; n += 1) {
      expectRefused(
        await stack.guest.post('/auth/login', { login: `nobody-${String(n)}`, password: 'x' }),
        401,
        'invalid_credentials',
      );
    }
    expectRefused(
      await stack.guest.post('/auth/login', { login: 'editor', password: 'x' }),
      401,
      'invalid_credentials',
    );
  });

  it('accepts each code once, also at the same time (AD-257)', async () => {
    const person = await withFactor();
    const tickets = await Promise.all(Array.from({ length: 5 }, () => ticketOf(person.login)));
    const code = person.nextCode();
    const statuses = (await Promise.all(tickets.map((ticket) => finish(ticket, code)))).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 401, 401, 401, 401]);
    // That was the code of the next step: now no earlier one is accepted, nor one of a step that is too far away.
    for (const steps of [0, 1, 5, -3]) {
      const other = codeAt(person.secret, person.step + steps);
      expectRefused(await finish(await ticketOf(person.login), other), 401, 'second_factor_invalid');
    }
  });

  it('accepts each recovery code once, as people type it (AD-258)', async () => {
    const person = await withFactor();
    const [first = '', second = ''] = person.recovery;
    expect(first).to.match(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/);
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expectOk(await finish(await ticketOf(person.login), typed));
    expectRefused(await finish(await ticketOf(person.login), first), 401, 'second_factor_invalid');
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(person.login)));
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, second)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401, 401]);
    expect(expectOk(await person.client.get(OWN)).data).to.include({ recovery_codes_left: 8 });
    expectInvalid(await person.client.post(`${OWN}/recovery-codes`, { password: PASSWORD, code: first }), 'code');
    expectInvalid(
      await person.client.post(`${OWN}/recovery-codes`, { password: 'x', code: person.nextCode() }),
      'password',
    );
    const renewed = await person.client.post(`${OWN}/recovery-codes`, { password: PASSWORD, code: person.nextCode() });
    const fresh = expectOk(renewed).data.recovery_codes as readonly string[];
    expect(fresh).to.have.lengthOf(10);
    expect(person.recovery.filter((code) => fresh.includes(code))).to.deep.equal([]);
    expectRefused(await finish(await ticketOf(person.login), person.recovery[3] ?? ''), 401, 'second_factor_invalid');
    expectOk(await finish(await ticketOf(person.login), fresh[0] ?? ''));
  });

  it('is turned off with password and code, which ends the other sessions (AD-258)', async () => {
    const person = await withFactor();
    expectInvalid(
      await person.client.post(`${OWN}/remove`, { password: 'wrong', code: person.nextCode() }),
      'password',
    );
    expectInvalid(await person.client.post(`${OWN}/remove`, { password: PASSWORD, code: '000000' }), 'code');
    expectInvalid(await person.client.post(`${OWN}/remove`, { password: PASSWORD }), 'code');
    expectOk(await person.client.get('/auth/me'));
    const removed = bearer(await person.client.post(`${OWN}/remove`, { password: PASSWORD, code: person.nextCode() }));
    expectRefused(await person.client.get('/auth/me'), 401, 'unauthenticated');
    expect(expectOk(await removed.get('/auth/me')).data).to.include({ second_factor: 'off' });
    bearer(await login(person.login));
  });

  it('ends a sign-in between its two steps if the password or the factor changes (AD-256)', async () => {
    const person = await withFactor();
    const ticket = await ticketOf(person.login);
    expectOk(await root.post(`${ADMINISTRATORS}/${person.id}/end-sessions`, {}));
    expectRefused(await finish(ticket, person.nextCode()), 401, 'second_factor_invalid');
  });

  it('is demanded by a role: nothing else is possible before it is set up (AD-259)', async () => {
    const role = { code: 'guarded', name: 'Guarded', permissions: ['acme.shop.*'], requires_second_factor: true };
    const { data: made } = expectOk(await root.post(ROLES, role), 201);
    expect(made.requires_second_factor).to.equal(1);
    const { login: name } = await created({ role: made.id });
    const client = bearer(await login(name));
    expect(expectOk(await client.get('/auth/me')).data).to.include({ must_set_up_second_factor: true });
    for (const path of ['/navigation', '/settings', '/acme/shop/items', '/auth/account/sessions', OWN]) {
      expectRefused(await client.get(path), 403, 'second_factor_required');
    }
    expectRefused(
      await client.put('/auth/account/profile', { name: 'x', locale: null }),
      403,
      'second_factor_required',
    );
    expectRefused(await client.post(`${OWN}/remove`, { password: PASSWORD, code: '1' }), 403, 'second_factor_required');
    const { secret, ticket } = await setUp(client);
    const confirmed = bearer(await client.post(OWN, { ticket, code: codeAt(secret, stepNow()) }));
    expect(expectOk(await confirmed.get('/auth/me')).data).to.not.have.property('must_set_up_second_factor');
    expectOk(await confirmed.get('/acme/shop/items'));
    expect(expectOk(await confirmed.get(OWN)).data).to.include({ is_required: true });
    // A change of the role reaches an open session with its next request, also with a read that the host authenticates.
    const { id, login: other } = await created({ permissions: ['acme.shop.*'] });
    const open = bearer(await login(other));
    for (let n = 0; n < 2; n += 1) expectOk(await open.get('/acme/shop/items'));
    expectOk(await root.put(`${ADMINISTRATORS}/${id}`, { role: made.id }));
    expectRefused(await open.get('/acme/shop/items'), 403, 'second_factor_required');
  });

  it('is removed by those who may manage the administrator, and by no others (AD-254)', async () => {
    const person = await withFactor({ permissions: ['acme.shop.access_items'] });
    const superuser = await withFactor({ is_superuser: true });
    const manager = await created({ permissions: ['backend.administrators', 'acme.shop.*'] });
    const [managing, editor] = [bearer(await login(manager.login)), await stack.signIn('editor')];
    const reset = (client: ApiClient, id: string) => client.post(`${ADMINISTRATORS}/${id}/reset-second-factor`, {});
    const attempts: readonly (readonly [string, ApiClient, string, number])[] = [
      ['guest', stack.guest, person.id, 401],
      ['editor', editor, person.id, 403],
      ['manager of a superuser', managing, superuser.id, 403],
      ['manager of oneself', managing, manager.id, 403],
      ['manager of nobody', managing, '999999', 404],
      ['oneself without a code', superuser.client, superuser.id, 403],
      ['manager', managing, person.id, 200],
      ['manager once more', managing, person.id, 409],
      ['superuser', root, superuser.id, 200],
    ];
    const account = expectOk(await managing.get(`${ADMINISTRATORS}/${person.id}/account`));
    expect(account.data).to.include({ has_second_factor: true, may_manage: true });
    for (const [who, client, id, status] of attempts) expect((await reset(client, id)).status, who).to.equal(status);
    expectRefused(await person.client.get('/auth/me'), 401, 'unauthenticated');
    bearer(await login(person.login));
  });

  it('is removed by an operator, also for the last superuser (AD-254)', async () => {
    const person = await withFactor({ is_superuser: true });
    const output = await stack.command('admin:reset-second-factor', person.login);
    expect(output).to.contain(`second factor of ${person.login} removed`);
    expectRefused(await person.client.get('/auth/me'), 401, 'unauthenticated');
    bearer(await login(person.login));
    const failure = await stack.command('admin:reset-second-factor', person.login).then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(failure).to.contain('has no second factor');
  });

  it('keeps no secret that the database could use, and shows none (AD-249)', async () => {
    const person = await withFactor();
    const rows = await stack.sql('SELECT * FROM backend_second_factors');
    expect(rows).not.to.have.length(0);
    const kept = JSON.stringify(rows);
    for (const secret of [person.secret, ...person.recovery]) expect(kept).to.not.contain(secret);
    expect(kept).to.not.contain(Buffer.from(person.secret).toString('base64url'));
    for (const path of ['', `/${person.id}`, `/${person.id}/account`]) {
      const { body } = await root.get(`${ADMINISTRATORS}${path}`);
      for (const row of rows) expect(body).to.not.contain(String(row['sealed_secret']));
    }
    for (const column of ['sealed_secret', 'recovery_hashes', 'last_step']) {
      expect((await root.get(`${ADMINISTRATORS}?sort=${column}`)).status).to.equal(422);
    }
  });
});
