import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
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
import type { Oddities } from '../../../daemon/admin/testing/authenticator.js';
import { certified } from '../../../daemon/admin/testing/attestations.js';
import { Authenticator } from '../../../daemon/admin/testing/authenticator.js';

usuallyOn('postgres', 'attacks on passkeys', (database) => {
  let stack: AdminStack;
  let root: ApiClient;
  let people: PasskeyPeople;

  before(async () => {
    stack = await startAdminStack({ database, config: WITH_PASSKEYS });
    root = await stack.signIn('superuser');
    people = passkeyPeople(stack, root);
  });
  after(() => stack.stop());

  const statuses = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status).sort();

  it('a passkey from another site, for another name or from a frame is refused, in both directions (AD-530)', async () => {
    const elsewhere: readonly Oddities[] = [
      { origin: 'http://evil.example' },
      { origin: `${SITE}:8443` },
      { origin: 'https://admin.localhost' },
      { origin: 'http://admin.localhost.evil.example' },
      { rpId: 'localhost' },
      { rpId: 'evil.example' },
      { crossOrigin: true },
    ];
    const { client } = await people.created();
    const person = await people.withPasskey();
    for (const odd of elsewhere) {
      const { options, ticket } = await people.setup(client);
      const credential = new Authenticator(SITE, 0).create(options, odd);
      const refused = await client.post(PASSKEYS, { ticket, name: 'Key', credential });
      expectRefused(refused, 422, 'passkey_wrong_site');
      const step = await people.first(person.name);
      const used = await people.finish(step.ticket, person.device.assert(step.options?.challenge ?? '', odd));
      expectRefused(used, 422, 'passkey_wrong_site');
    }
    expect((await people.shown(client)).is_on).to.equal(false);
    expectOk(await people.signIn(person));
  });

  it('a signature without its user, of another kind, for another challenge or changed is refused (AD-530)', async () => {
    const { client } = await people.created();
    const person = await people.withPasskey();
    for (const odd of [
      { isPresent: false },
      { type: 'webauthn.payment' },
      { challenge: 'AAAA' },
      { algorithm: -65_535 },
      { attestation: certified() },
      { attestation: certified('android-key') },
    ] satisfies readonly Oddities[]) {
      const { options, ticket } = await people.setup(client);
      const credential = new Authenticator(SITE, 0).create(options, odd);
      const refused = await client.post(PASSKEYS, { ticket, name: 'Key', credential });
      expectRefused(refused, 422, 'passkey_refused');
    }
    for (const odd of [
      { isPresent: false },
      { type: 'webauthn.create' },
      { challenge: 'AAAA' },
    ] satisfies readonly Oddities[]) {
      const step = await people.first(person.name);
      const credential = person.device.assert(step.options?.challenge ?? '', odd);
      expectRefused(await people.finish(step.ticket, credential), 422, 'passkey_refused');
    }
    const step = await people.first(person.name);
    const sound = person.device.assert(step.options?.challenge ?? '');
    const { response } = sound;
    const signature = Buffer.from(response.signature, 'base64url');
    signature.writeUInt8(signature.readUInt8(20) ^ 1, 20);
    for (const credential of [
      { ...sound, response: { ...response, signature: signature.toString('base64url') } },
      { ...sound, response: { ...response, signature: '' } },
      { ...sound, response: { ...response, authenticatorData: response.authenticatorData.slice(0, 44) } },
      { ...sound, rawId: 'AAAA' },
      { ...sound, type: 'password' },
      { ...sound, response: {} },
      { ...sound, response: { ...response, clientDataJSON: '!!' } },
      null,
      'text',
      [],
      undefined,
    ]) {
      expectRefused(await people.finish(step.ticket, credential), 422, 'passkey_refused');
    }
    expectOk(await people.finish(step.ticket, sound));
  });

  it('a signature completes one sign-in, whatever its ticket, its spelling and its counter (AD-531)', async () => {
    for (const device of [new Authenticator(SITE, 0), new Authenticator(SITE)]) {
      const person = await people.withPasskey(device);
      const [one, other] = [await people.first(person.name), await people.first(person.name)];
      const credential = device.assert(one.options?.challenge ?? '');
      // For another ticket, as of another tab.
      expectRefused(await people.finish(other.ticket, credential), 422, 'passkey_refused');
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => people.finish(one.ticket, credential)));
      expect(
        statuses(answers).filter((status) => status === 200),
        statuses(answers).join(),
      ).to.have.lengthOf(1);
      const replayed = await people.finish(one.ticket, credential);
      if (device.counter === undefined) expectRefused(replayed, 410, 'second_factor_expired');
      else expectRefused(replayed, 422, 'passkey_copied');
      // Neither does a code with that ticket any more.
      const [first = ''] = person.recovery;
      const late = await stack.guest.post('/auth/second-factor', { ticket: one.ticket, code: first });
      expectRefused(late, 410, 'second_factor_expired');
      expectOk(await people.finish(other.ticket, device.assert(other.options?.challenge ?? '')));
    }
  });

  it('tickets are for their own purpose, and forged ones for none (AD-531)', async () => {
    const person = await people.withPasskey();
    const { client, device } = person;
    const step = await people.first(person.name);
    const proof = await people.challenge(client);
    const setup = await people.setup(client, await people.proof(client, device));
    for (const ticket of [proof.ticket, setup.ticket, 'x', step.ticket.slice(4), `${step.ticket}=`]) {
      const challenge = ticket === proof.ticket ? proof.options.challenge : (step.options?.challenge ?? '');
      expectRefused(await people.finish(ticket, device.assert(challenge)), 410, 'second_factor_expired');
    }
    for (const { ticket, challenge } of [
      { ticket: step.ticket, challenge: step.options?.challenge ?? '' },
      { ticket: setup.ticket, challenge: setup.options.challenge },
    ]) {
      const passkey = { ticket, credential: device.assert(challenge) };
      const refused = await client.post(`${OWN}/remove`, { password: PASSWORD, passkey });
      expectRefused(refused, 410, 'second_factor_expired');
    }
    const credential = new Authenticator(SITE).create(setup.options);
    for (const ticket of [step.ticket, proof.ticket]) {
      expectRefused(await client.post(PASSKEYS, { ticket, name: 'Key', credential }), 410, 'second_factor_expired');
    }
  });

  it('a counter that does not rise is refused, noted in the log, and harms no one else (AD-532)', async () => {
    const person = await people.withPasskey(new Authenticator(SITE, 40));
    const { device } = person;
    expectOk(await people.signIn(person));
    const copy = device.counter ?? 0;
    expectOk(await people.signIn(person));
    device.counter = copy - 1;
    expectRefused(await people.signIn(person), 422, 'passkey_copied');
    device.counter = copy;
    expectRefused(await people.signIn(person), 422, 'passkey_copied');
    // Back to none.
    device.counter = 0;
    const step = await people.first(person.name);
    const zero = device.assert(step.options?.challenge ?? '', { keepsCount: true });
    expectRefused(await people.finish(step.ticket, zero), 422, 'passkey_copied');
    expect(stack.gatehouse.log()).to.contain('refused a passkey whose counter did not rise');
    device.counter = copy + 1;
    expectOk(await people.signIn(person));
  });

  it('the passkey of another administrator opens nothing, and is registered once (AD-533)', async () => {
    const [one, other] = [await people.withPasskey(), await people.withPasskey()];
    const step = await people.first(one.name);
    const foreign = other.device.assert(step.options?.challenge ?? '');
    expectRefused(await people.finish(step.ticket, foreign), 422, 'passkey_unknown');
    // Under the id of the account's own passkey, too.
    const { id, rawId } = one.device.assert('');
    const disguised = { ...foreign, id, rawId };
    expectRefused(await people.finish(step.ticket, disguised), 422, 'passkey_unknown');
    const nameless = { ...disguised, response: { ...disguised.response, userHandle: null } };
    expectRefused(await people.finish(step.ticket, nameless), 422, 'passkey_refused');
    const own = one.device.assert(step.options?.challenge ?? '', { userHandle: 'AAAA' });
    expectRefused(await people.finish(step.ticket, own), 422, 'passkey_unknown');
    // Its ids and its tickets in another account.
    const { id: passkey } = await people.onlyPasskey(one.client);
    const proof = await people.proof(other.client, other.device);
    const body = { password: PASSWORD, ...proof };
    expectRefused(await other.client.post(`${PASSKEYS}/${passkey}/remove`, body), 404, 'not_found');
    expectRefused(await other.client.put(`${PASSKEYS}/${passkey}`, { name: 'Mine' }), 404, 'not_found');
    expectRefused(await one.client.post(`${OWN}/remove`, body), 410, 'second_factor_expired');
    const setup = await people.setup(one.client, await people.proof(one.client, one.device));
    const made = new Authenticator(SITE).create(setup.options);
    const stolen = await other.client.post(PASSKEYS, { ticket: setup.ticket, name: 'Mine', credential: made });
    expectRefused(stolen, 410, 'second_factor_expired');
    const taken = other.device.create(setup.options);
    const twice = await one.client.post(PASSKEYS, { ticket: setup.ticket, name: 'Theirs', credential: taken });
    expectRefused(twice, 409, 'passkey_registered');
  });

  it('two tabs that add or remove at once leave a whole second factor, or none (AD-534)', async () => {
    const { client, name } = await people.created();
    const setups = [await people.setup(client), await people.setup(client), await people.setup(client)];
    const answers = await Promise.all(
      setups.map(({ options, ticket }) =>
        client.post(PASSKEYS, { ticket, name: 'Key', credential: new Authenticator(SITE).create(options) }),
      ),
    );
    expect(statuses(answers)).to.deep.equal([200, 401, 401]);
    const added = answers.find(({ status }) => status === 200) ?? expect.fail('none was added');
    const codes = added.data.recovery_codes as readonly string[];
    const own = people.bearer(added);
    const { id } = await people.onlyPasskey(own);
    const removals = await Promise.all(
      [0, 1].map((n) => own.post(`${PASSKEYS}/${id}/remove`, { password: PASSWORD, code: codes[n] })),
    );
    expect(removals.filter(({ status }) => status === 200)).to.have.lengthOf(1);
    people.bearer(await people.login(name));
    const [{ kept } = { kept: '' }] = await stack.sql(
      'SELECT (SELECT count(*) FROM backend_passkeys p WHERE p.user_id = u.id) AS kept FROM backend_users u ' +
        `WHERE u.login = '${name}'`,
    );
    expect(Number(kept)).to.equal(0);
  });

  it('a reset, a deactivation or a password between the steps ends the sign-in with a passkey (AD-531)', async () => {
    for (const act of ['deactivation', 'reset', 'password'] as const) {
      const person = await people.withPasskey();
      const step = await people.first(person.name);
      if (act === 'deactivation') expectOk(await root.put(`${ADMINISTRATORS}/${person.id}`, { is_activated: false }));
      if (act === 'reset') expectOk(await root.post(`${ADMINISTRATORS}/${person.id}/reset-second-factor`, {}));
      if (act === 'password')
        expectOk(await root.post(`${ADMINISTRATORS}/${person.id}/password`, { password: 'Another one' }));
      const refused = await people.finish(step.ticket, person.device.assert(step.options?.challenge ?? ''));
      if (act === 'password') expectRefused(refused, 401, 'second_factor_invalid');
      else expectRefused(refused, 422, 'passkey_unknown');
    }
  });
});

describe('the throttle of passkeys (AD-535)', () => {
  it('counts them with codes, by account and address', async () => {
    const config = { ...WITH_PASSKEYS, 'admin.login.max_attempts': '3' };
    const stack = await startAdminStack({ state: 'redis', config });
    try {
      const root = await stack.signIn('superuser');
      const people = passkeyPeople(stack, root);
      const device = new Authenticator(SITE);
      const added = await people.add(root, device);
      const { recovery_codes: recovery } = expectOk(added).data as { readonly recovery_codes: readonly string[] };
      const { ticket, options } = await people.first('superuser');
      const challenge = options?.challenge ?? '';
      const wrong = await people.finish(ticket, device.assert(challenge, { challenge: 'AAAA' }));
      expectRefused(wrong, 422, 'passkey_refused');
      const code = await stack.guest.post('/auth/second-factor', { ticket, code: '000000' });
      expectRefused(code, 401, 'second_factor_invalid');
      // Success clears the counts of both steps.
      expectOk(await people.finish(ticket, device.assert(challenge)));
      const next = await people.first('superuser');
      for (let n = 0; n < 3; n += 1) {
        const refused = await people.finish(next.ticket, new Authenticator(SITE).assert(next.options?.challenge ?? ''));
        expectRefused(refused, 422, 'passkey_unknown');
      }
      for (const denied of [
        await people.finish(next.ticket, device.assert(next.options?.challenge ?? '')),
        await stack.guest.post('/auth/second-factor', { ticket: next.ticket, code: recovery[0] }),
      ]) {
        expectRefused(denied, 429, 'too_many_attempts');
        expect(denied.headers['retry-after']).to.match(/^\d+$/);
      }
    } finally {
      await stack.stop();
    }
  });
});
