import { expect } from 'chai';
import type { ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import type { PasskeyPeople } from '../../support/admin/passkey-people.js';
import {
  ADMINISTRATORS,
  OWN,
  passkeyPeople,
  PASSKEYS,
  SITE,
  WITH_PASSKEYS,
} from '../../support/admin/passkey-people.js';
import { PASSWORD, startAdminStack, type AdminStack, usuallyOn } from '../../support/admin-stack.js';
import { Authenticator } from '../../../daemon/admin/testing/authenticator.js';
import { detail } from '../../support/every-test.js';
import { codeAfter } from '../../support/one-time-code.js';

const ROLES = '/gatehouse/backend/roles';

usuallyOn('sqlite', 'passkeys', (database) => {
  let stack: AdminStack;
  let root: ApiClient;
  let people: PasskeyPeople;

  before(async () => {
    stack = await startAdminStack({ database, config: WITH_PASSKEYS });
    root = await stack.signIn('superuser');
    people = passkeyPeople(stack, root);
  });
  after(() => stack.stop());

  const code = (ticket: string, text: string) => stack.guest.post('/auth/second-factor', { ticket, code: text });

  it('are added with the password; the first one brings recovery codes and ends the sessions without it (AD-520)', async () => {
    const person = await people.created();
    const other = people.bearer(await people.login(person.name));
    expect(expectOk(await person.client.get('/auth/me')).data).to.include({ has_passkeys: true, second_factor: 'off' });
    expectInvalid(await person.client.post(`${PASSKEYS}/setup`, { password: 'wrong' }), 'password');
    expectInvalid(await person.client.post(`${PASSKEYS}/setup`, {}), 'password');
    const { options, ticket } = await people.setup(person.client);
    expect(options).to.deep.include({
      rp: { id: 'admin.localhost', name: 'Test application' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    });
    expect(JSON.stringify(options.user)).to.not.contain('@');
    expect(options.user).to.include({ name: person.name });
    expect(options.user.id).to.not.equal(person.id);
    const device = new Authenticator(SITE, 0);
    for (const name of ['', ' ', 'a\u0000b', 'n'.repeat(61)]) {
      expectInvalid(await person.client.post(PASSKEYS, { ticket, name, credential: device.create(options) }), 'name');
    }
    expect(await people.shown(person.client)).to.deep.equal({
      ...{ is_on: false, is_required: false, has_app: false, recovery_codes_left: 0, passkeys: [] },
    });
    const credential = device.create(options);
    const before = Date.now();
    const added = await person.client.post(PASSKEYS, { ticket, name: ' Laptop ', credential });
    expect(expectOk(added).data.recovery_codes).to.have.lengthOf(10);
    for (const ended of [person.client, other]) expectRefused(await ended.get('/auth/me'), 401, 'unauthenticated');
    const client = people.bearer(added);
    expect(expectOk(await client.get('/auth/me')).data).to.include({ second_factor: 'on' });
    const { passkeys = [], ...state } = await people.shown(client);
    expect(state).to.deep.equal({ is_on: true, is_required: false, has_app: false, recovery_codes_left: 10 });
    expect(passkeys).to.have.lengthOf(1);
    expect(passkeys[0]).to.include({ name: 'Laptop', used_at: null, is_synced: false });
    expect(Date.parse(passkeys[0]?.created_at ?? '')).to.be.within(before, Date.now());
    // The same ticket adds nothing more.
    const again = await client.post(PASSKEYS, { ticket, name: 'Again', credential });
    expectRefused(again, 410, 'second_factor_expired');
  });

  it('complete a sign-in in place of a code, with and without a counter (AD-521)', async () => {
    for (const device of [new Authenticator(SITE, 0), new Authenticator(SITE)]) {
      const person = await people.withPasskey(device);
      const { methods, options, ticket } = await people.first(person.name);
      expect(methods).to.deep.equal(['passkey', 'recovery_code']);
      expect(options).to.include({ rpId: 'admin.localhost', userVerification: 'preferred' });
      const client = people.bearer(await people.finish(ticket, device.assert(options?.challenge ?? '')));
      expectOk(await client.get('/auth/me'));
      expect(Date.parse((await people.onlyPasskey(client)).used_at ?? '')).to.be.greaterThan(0);
      expectOk(await people.signIn(person));
      // A recovery code still does, once.
      const [first = ''] = person.recovery;
      expectOk(await code((await people.first(person.name)).ticket, first));
      expectRefused(await code((await people.first(person.name)).ticket, first), 401, 'second_factor_invalid');
      expectRefused(await code((await people.first(person.name)).ticket, '123456'), 401, 'second_factor_invalid');
    }
  });

  it('give a page its session only as a cookie (AD-521)', async () => {
    const person = await people.withPasskey();
    const { ticket, options } = await people.first(person.name);
    const spa = stack.guest.with({ 'x-requested-with': 'XMLHttpRequest' });
    const credential = person.device.assert(options?.challenge ?? '');
    const done = await spa.post('/auth/second-factor/passkey', { ticket, credential });
    expect(expectOk(done).data).to.not.have.property('token');
    expect(String(done.headers['set-cookie'])).to.contain('backend_token=');
  });

  it('are offered whether or not the password was right, and name no credential (AD-522)', async () => {
    const person = await people.withPasskey();
    const [right, wrong] = [await people.login(person.name), await people.login(person.name, 'wrong')];
    const shape = ({ data: { second_factor: ticket, passkey, ...rest } }: typeof right) => {
      const { challenge, ...options } = passkey as { readonly challenge: string };
      return { ...(rest as object), options, lengths: [String(ticket).length, challenge.length] };
    };
    expect(shape(wrong)).to.deep.equal(shape(right));
    for (const { body } of [right, wrong]) expect(body).to.not.contain(person.device.id);
    // The right passkey does not help a wrong password, and is not used up by it.
    const { second_factor: ticket, passkey } = wrong.data;
    const { challenge } = passkey as { readonly challenge: string };
    const credential = person.device.assert(challenge);
    expectRefused(await people.finish(String(ticket), credential), 401, 'second_factor_invalid');
    expect((await people.onlyPasskey(person.client)).used_at).to.equal(null);
    expectOk(await people.signIn(person));
  });

  it('confirm changes in the account, like a code (AD-523)', async () => {
    const person = await people.withPasskey();
    const { client, device } = person;
    expectInvalid(await client.post(`${OWN}/recovery-codes`, { password: PASSWORD }), 'code');
    const wrong = { password: 'wrong', ...(await people.proof(client, device)) };
    expectInvalid(await client.post(`${OWN}/recovery-codes`, wrong), 'password');
    const body = { password: PASSWORD, ...(await people.proof(client, device)) };
    const renewed = expectOk(await client.post(`${OWN}/recovery-codes`, body)).data.recovery_codes as string[];
    expect(renewed).to.have.lengthOf(10);
    expectRefused(
      await code((await people.first(person.name)).ticket, person.recovery[0] ?? ''),
      401,
      'second_factor_invalid',
    );
    // One proof confirms one change.
    const again = await client.post(`${OWN}/recovery-codes`, body);
    expectRefused(again, 422, 'passkey_copied');
    // Another passkey asks for the first one, too.
    expectInvalid(await client.post(`${PASSKEYS}/setup`, { password: PASSWORD }), 'code');
    const second = new Authenticator(SITE);
    const added = await people.add(client, second, await people.proof(client, device), 'Phone');
    expect(expectOk(added).data).to.not.have.property('recovery_codes');
    expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
    const now = people.bearer(added);
    const { passkeys = [], recovery_codes_left: left } = await people.shown(now);
    expect([passkeys.map(({ name }) => name), left]).to.deep.equal([['Key', 'Phone'], 10]);
    const { options } = await people.setup(now, await people.proof(now, second));
    expect(options.excludeCredentials.map(({ id }) => id)).to.deep.equal([device.id, second.id]);
  });

  it('are renamed, and removed with a proof; the last one takes the second factor with it (AD-524)', async () => {
    const person = await people.withPasskey();
    const second = new Authenticator(SITE);
    const added = await people.add(person.client, second, await people.proof(person.client, person.device), 'Phone');
    const client = people.bearer(added);
    const [first, phone] = (await people.shown(client)).passkeys ?? [];
    const pathOf = (id: string | undefined) => `${PASSKEYS}/${id ?? ''}`;
    expectInvalid(await client.put(pathOf(phone?.id), { name: '' }), 'name');
    expectOk(await client.put(pathOf(phone?.id), { name: 'Blue phone' }));
    expectRefused(await client.put(pathOf('x'), { name: 'Nothing' }), 404, 'not_found');
    expect((await people.shown(client)).passkeys?.map(({ name }) => name)).to.deep.equal(['Key', 'Blue phone']);
    const remove = async (from: ApiClient, id: string | undefined, proof: object) =>
      from.post(`${pathOf(id)}/remove`, { password: PASSWORD, ...proof });
    expectInvalid(await remove(client, first?.id, {}), 'code');
    expectRefused(await remove(client, 'x', await people.proof(client, second)), 404, 'not_found');
    const other = people.bearer(await people.signIn({ ...person, device: second }));
    const removed = await remove(client, first?.id, await people.proof(client, second));
    const left = people.bearer(removed);
    for (const ended of [client, other]) expectRefused(await ended.get('/auth/me'), 401, 'unauthenticated');
    expectRefused(await people.signIn(person), 422, 'passkey_unknown');
    expectOk(await people.signIn({ ...person, device: second }));
    const last = people.bearer(await remove(left, phone?.id, await people.proof(left, second)));
    expect(await people.shown(last)).to.deep.include({ is_on: false, recovery_codes_left: 0, passkeys: [] });
    people.bearer(await people.login(person.name));
  });

  it('exist beside an app: either completes a sign-in, and each can be removed alone (AD-525)', async () => {
    const person = await people.created();
    const app = await people.setUpApp(person.client);
    const recovery = app.confirmed.data.recovery_codes as readonly string[];
    const device = new Authenticator(SITE, 7);
    expectInvalid(await app.client.post(`${PASSKEYS}/setup`, { password: PASSWORD }), 'code');
    const added = await people.add(app.client, device, { code: recovery[0] ?? '' });
    expect(expectOk(added).data).to.not.have.property('recovery_codes');
    let client = people.bearer(added);
    expect(await people.shown(client)).to.include({ has_app: true, recovery_codes_left: 9 });
    expect((await people.first(person.name)).methods).to.deep.equal(['passkey', 'app', 'recovery_code']);
    expectOk(await people.signIn({ ...person, device }));
    expectOk(await code((await people.first(person.name)).ticket, codeAfter(app.secret, app.step)));
    expectRefused(await client.post(`${OWN}/setup`, { password: PASSWORD }), 409, 'second_factor_exists');
    // Without the app.
    const without = { password: PASSWORD, ...(await people.proof(client, device)) };
    client = people.bearer(await client.post(`${OWN}/remove-app`, without));
    expect(await people.shown(client)).to.include({ is_on: true, has_app: false, recovery_codes_left: 9 });
    expectRefused(
      await code((await people.first(person.name)).ticket, codeAfter(app.secret, app.step)),
      401,
      'second_factor_invalid',
    );
    expectRefused(
      await client.post(`${OWN}/remove-app`, { password: PASSWORD, ...(await people.proof(client, device)) }),
      409,
      'conflict',
    );
    expectOk(await people.signIn({ ...person, device }));
    // With a new app, and without the passkey.
    expectInvalid(await client.post(`${OWN}/setup`, { password: PASSWORD }), 'code');
    const again = await people.setUpApp(client, await people.proof(client, device));
    expect(again.confirmed.data).to.not.have.property('recovery_codes');
    expect(await people.shown(again.client)).to.include({ has_app: true, recovery_codes_left: 9 });
    const { id } = await people.onlyPasskey(again.client);
    const removed = await again.client.post(`${PASSKEYS}/${id}/remove`, {
      password: PASSWORD,
      code: recovery[1] ?? '',
    });
    client = people.bearer(removed);
    expect(await people.shown(client)).to.include({ is_on: true, has_app: true, recovery_codes_left: 8 });
    expect((await people.first(person.name)).methods).to.deep.equal(['app', 'recovery_code']);
    expectOk(await code((await people.first(person.name)).ticket, codeAfter(again.secret, again.step)));
  });

  it('are removed with the second factor, by oneself, by a colleague and by an operator (AD-526)', async () => {
    for (const who of ['oneself', 'colleague', 'operator'] as const) {
      const person = await people.withPasskey();
      if (who === 'oneself') {
        const body = { password: PASSWORD, ...(await people.proof(person.client, person.device)) };
        expectOk(await person.client.post(`${OWN}/remove`, body));
      }
      if (who === 'colleague') {
        const account = expectOk(await root.get(`${ADMINISTRATORS}/${person.id}/account`));
        expect(account.data).to.include({ has_second_factor: true });
        expectOk(await root.post(`${ADMINISTRATORS}/${person.id}/reset-second-factor`, {}));
      }
      if (who === 'operator') await stack.command('admin:reset-second-factor', person.name);
      expectRefused(await person.client.get('/auth/me'), 401, 'unauthenticated');
      const client = people.bearer(await people.login(person.name));
      expect(await people.shown(client), who).to.deep.include({ is_on: false, passkeys: [] });
      // The device may be added again.
      expectOk(await people.add(client, person.device));
    }
  });

  it('satisfy a role that demands a second factor (AD-527)', async () => {
    const role = {
      code: `keyed-${database}`,
      name: 'Keyed',
      permissions: ['acme.shop.*'],
      requires_second_factor: true,
    };
    const { data: made } = expectOk(await root.post(ROLES, role), 201);
    const person = await people.created({ role: made.id });
    expectRefused(await person.client.get('/acme/shop/items'), 403, 'second_factor_required');
    expectRefused(await person.client.post(`${PASSKEYS}/challenge`, {}), 403, 'second_factor_required');
    const added = await people.add(person.client, new Authenticator(SITE));
    const client = people.bearer(added);
    expect(expectOk(await client.get('/auth/me')).data).to.not.have.property('must_set_up_second_factor');
    expectOk(await client.get('/acme/shop/items'));
  });

  it('are at most 20 of one administrator (AD-520)', async () => {
    let { client, device } = await people.withPasskey(new Authenticator(SITE));
    for (let n = 1; n < 20; n += 1) {
      const next = new Authenticator(SITE);
      client = people.bearer(await people.add(client, next, await people.proof(client, device)));
      device = next;
    }
    const refused = await people.add(client, new Authenticator(SITE), await people.proof(client, device));
    expectRefused(refused, 409, 'passkey_limit');
  });

  it('leave their credential ids out of lists, forms, addresses and logs (AD-528)', async () => {
    const person = await people.withPasskey();
    expectOk(await people.signIn(person));
    const { id } = await people.onlyPasskey(person.client);
    expect(person.device.id).to.not.contain(id);
    for (const [client, path] of [
      [root, ADMINISTRATORS],
      [root, `${ADMINISTRATORS}/${person.id}`],
      [root, `${ADMINISTRATORS}/${person.id}/account`],
      [person.client, OWN],
      [person.client, '/auth/me'],
    ] as const) {
      expect((await client.get(path)).body).to.not.contain(person.device.id);
    }
    expectOk(await person.client.put(`${PASSKEYS}/${id}`, { name: 'Renamed' }));
    expect(stack.gatehouse.log()).to.not.contain(person.device.id);
    expect(stack.gatehouse.log()).to.contain('an administrator added a passkey');
  });
});

describe('administrators with passkeys, where there can be none', () => {
  it('use recovery codes if the address of the pages has no name, and no endpoint for passkeys exists (AD-529)', async () => {
    const stack = await startAdminStack({ config: WITH_PASSKEYS });
    try {
      const people = passkeyPeople(stack, await stack.signIn('superuser'));
      const person = await people.withPasskey();
      const guest = await stack.beside({ 'app.url': 'https://192.0.2.7', 'backend.cookie_secure': 'true' });
      const step = expectOk(await guest.post('/auth/login', { login: person.name, password: PASSWORD }));
      expect(step.data).to.have.all.keys('second_factor', 'expires_in');
      const body = { ticket: step.data.second_factor, credential: {} };
      expectRefused(await guest.post('/auth/second-factor/passkey', body), 404, 'not_found');
      const done = await guest.post('/auth/second-factor', { ticket: body.ticket, code: person.recovery[0] });
      const client = guest.with({ authorization: `Bearer ${String(expectOk(done).data.token)}` });
      expect(expectOk(await client.get('/auth/me')).data).to.not.have.property('has_passkeys');
      expect(expectOk(await client.get(OWN)).data).to.not.have.property('passkeys');
      expectRefused(await client.post(`${PASSKEYS}/setup`, { password: PASSWORD }), 404, 'not_found');
      expectOk(await client.post(`${OWN}/remove`, { password: PASSWORD, code: person.recovery[1] }));
    } finally {
      await stack.stop();
    }
  });

  detail('are as before with a host without the capability (AD-529)', async () => {
    const stack = await startAdminStack({ config: WITH_PASSKEYS, withholds: ['CAPABILITY_ADMIN_PASSKEYS'] });
    try {
      const people = passkeyPeople(stack, await stack.signIn('superuser'));
      const person = await people.created();
      const app = await people.setUpApp(person.client);
      expect(app.confirmed.data.recovery_codes).to.have.lengthOf(10);
      expect(expectOk(await people.login(person.name)).data).to.have.all.keys('second_factor', 'expires_in');
      expect(expectOk(await app.client.get('/auth/me')).data).to.not.have.property('has_passkeys');
      expectRefused(await app.client.post(`${PASSKEYS}/challenge`, {}), 404, 'not_found');
      expectRefused(await app.client.post(`${OWN}/remove-app`, { password: PASSWORD, code: '1' }), 404, 'not_found');
    } finally {
      await stack.stop();
    }
  });
});
