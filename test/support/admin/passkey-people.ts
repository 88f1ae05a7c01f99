import { expect } from 'chai';
import type { SecondFactorBody, SignInMethod } from '../../../daemon/admin/api/answers.js';
import type { PasskeyChallengeBody, PasskeySetupBody } from '../../../daemon/admin/api/passkey-answers.js';
import type { AssertedCredential, PasskeyRequestOptions } from '../../../daemon/admin/api/passkeys.js';
import { Authenticator } from '../../../daemon/admin/testing/authenticator.js';
import { codeAt, stepNow } from '../one-time-code.js';
import type { AdminStack } from '../admin-stack.js';
import { PASSWORD } from '../admin-stack.js';
import type { ApiAnswer, ApiClient } from './client.js';
import { expectOk } from './expect.js';

/** Where the pages of the tests are, as the configuration says. */
export const SITE = 'http://admin.localhost';
/** For `startAdminStack`. */
export const WITH_PASSKEYS = { 'app.url': SITE } as const;

export const ADMINISTRATORS = '/gatehouse/backend/administrators';
export const OWN = '/auth/account/second-factor';
export const PASSKEYS = '/auth/account/passkeys';

let count = 0;

export interface FirstStep {
  readonly ticket: string;
  readonly methods: readonly SignInMethod[];
  readonly options: PasskeyRequestOptions | undefined;
}

/** Administrators with passkeys, on one stack. */
export function passkeyPeople(stack: AdminStack, root: ApiClient) {
  const bearer = (answer: ApiAnswer): ApiClient =>
    stack.guest.with({ authorization: `Bearer ${String(expectOk(answer).data.token)}` });
  const login = (name: string, password = PASSWORD) => stack.guest.post('/auth/login', { login: name, password });

  async function created(more: object = {}) {
    count += 1;
    const name = `keyed-${String(count)}`;
    const made = await root.post(ADMINISTRATORS, { login: name, email: `${name}@example.test`, ...more });
    const { id } = expectOk(made, 201).data as { readonly id: string };
    const link = expectOk(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
    const token = String(link.data.path).split('#')[1] ?? '';
    expectOk(await stack.guest.post('/auth/set-password', { token, password: PASSWORD }));
    return { id, name, client: bearer(await login(name)) };
  }

  /** @param proof as in a body: `code` or `passkey` */
  async function setup(client: ApiClient, proof: object = {}): Promise<PasskeySetupBody> {
    const answer = await client.post(`${PASSKEYS}/setup`, { password: PASSWORD, ...proof });
    return expectOk(answer).data as PasskeySetupBody;
  }

  async function add(client: ApiClient, device: Authenticator, proof: object = {}, name = 'Key') {
    const { options, ticket } = await setup(client, proof);
    return client.post(PASSKEYS, { ticket, name, credential: device.create(options) });
  }

  /** An administrator whose only second factor is a passkey. */
  async function withPasskey(device = new Authenticator(SITE, 0), more: object = {}) {
    const person = await created(more);
    const added = await add(person.client, device);
    const recovery = expectOk(added).data.recovery_codes as readonly string[];
    return { ...person, device, recovery, before: person.client, client: bearer(added) };
  }

  async function setUpApp(client: ApiClient, proof: object = {}) {
    const begun = expectOk(await client.post(`${OWN}/setup`, { password: PASSWORD, ...proof }));
    const [secret, step] = [String(begun.data.secret), stepNow()];
    const confirmed = await client.post(OWN, { ticket: begun.data.ticket, code: codeAt(secret, step) });
    return { secret, step, confirmed: expectOk(confirmed), client: bearer(confirmed) };
  }

  async function first(name: string, password = PASSWORD): Promise<FirstStep> {
    const { data } = expectOk(await login(name, password));
    return {
      ticket: String(data.second_factor),
      methods: data.methods as readonly SignInMethod[],
      options: data.passkey as PasskeyRequestOptions | undefined,
    };
  }

  const finish = (ticket: string, credential: unknown) =>
    stack.guest.post('/auth/second-factor/passkey', { ticket, credential });

  async function signIn({ name, device }: { readonly name: string; readonly device: Authenticator }) {
    const { ticket, options } = await first(name);
    return finish(ticket, device.assert(options?.challenge ?? ''));
  }

  async function challenge(client: ApiClient): Promise<PasskeyChallengeBody> {
    return expectOk(await client.post(`${PASSKEYS}/challenge`, {})).data as PasskeyChallengeBody;
  }

  /** The proof of a change, as in a body. */
  async function proof(client: ApiClient, device: Authenticator) {
    const { ticket, options } = await challenge(client);
    return { passkey: { ticket, credential: device.assert(options.challenge) satisfies AssertedCredential } };
  }

  async function shown(client: ApiClient): Promise<SecondFactorBody> {
    return expectOk(await client.get(OWN)).data as SecondFactorBody;
  }

  async function onlyPasskey(client: ApiClient) {
    const { passkeys = [] } = await shown(client);
    expect(passkeys).to.have.lengthOf(1);
    return passkeys[0] ?? expect.fail('no passkey');
  }

  return {
    bearer,
    login,
    created,
    setup,
    add,
    withPasskey,
    setUpApp,
    first,
    finish,
    signIn,
    challenge,
    proof,
    shown,
    onlyPasskey,
  };
}

export type PasskeyPeople = ReturnType<typeof passkeyPeople>;
