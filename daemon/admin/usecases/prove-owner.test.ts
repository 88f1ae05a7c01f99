import { expect } from 'chai';
import { AdminError, invalid } from '../api/errors.js';
import { challengeOf } from '../auth/passkeys.js';
import { createTickets } from '../auth/tickets.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';
import { ADA } from '../testing/administrator.js';
import { recorded } from '../testing/asking.js';
import { ownRequest } from '../testing/own-request.js';
import type { ProveCode, ProvenCode } from './prove-code.js';
import type { ProofTicket, ProveOwnerDependencies } from './prove-owner.js';
import { createProveOwner, isProofTicket } from './prove-owner.js';
import type { ProvePasskey, ProvenPasskey } from './prove-passkey.js';

const THROTTLED = { kind: 'throttled', retryAfterSeconds: 30 } as const;
const TOO_MANY = new AdminError('too_many_attempts', { retryAfterSeconds: 30 });
const REQUEST = ownRequest();
const WITH_FACTOR = ownRequest({ hasSecondFactor: true });
const { call: CALL } = REQUEST;
const checked = (accepted: boolean) => ({ kind: 'checked', spend: () => Promise.resolve(accepted) }) as const;

const proofTickets = createTickets<ProofTicket>(
  { secret: 's'.repeat(32), purpose: 'a test', ttlSeconds: 60, isContent: isProofTicket },
  { now: () => 1_800_000_000_000 },
);
const ownTicket = (more: Partial<ProofTicket> = {}) =>
  proofTickets.issue({ administratorId: ADA.id, tokenVersion: ADA.tokenVersion, ...more });

interface Answers {
  readonly password?: AdminError;
  readonly code?: ProvenCode;
  readonly passkey?: ProvenPasskey | 'no support';
  /** Whether the ticket was not used before. */
  readonly isFresh?: boolean;
}

function proving({ password, code = checked(true), passkey = checked(true), isFresh = true }: Answers = {}) {
  const passwords = recorded<Parameters<ProveOwnerDependencies['provePassword']>, AdminError | undefined>(password);
  const codes = recorded<Parameters<ProveCode>, ProvenCode>(code);
  const passkeys = recorded<Parameters<ProvePasskey>, ProvenPasskey>(passkey === 'no support' ? THROTTLED : passkey);
  const uses = recorded<Parameters<SignInThrottle['attempt']>, object>({ allowed: isFresh, retryAfterSeconds: 1 });
  const { byBoth, byAll } = createProveOwner({
    provePassword: passwords.method,
    proveCode: codes.method,
    ...(passkey !== 'no support' && { provePasskey: passkeys.method }),
    fingerprintOf: (id, text) => `${id} ${text}`,
    proofTickets,
    throttle: { attempt: uses.method } as unknown as SignInThrottle,
  });
  return { passwords, codes, passkeys, uses, byBoth, byAll };
}

describe('admin: the proof of an owner (AD-258, AD-523)', () => {
  it('is the password and a code, counted for the account, the password and the address', async () => {
    const { byBoth, passwords, codes, passkeys, uses } = proving();
    expect(await byBoth('secret', { code: '123456' }, REQUEST)).to.equal(undefined);
    expect(passwords.calls).to.deep.equal([[{ current: 'secret', clientAddress: '192.0.2.1' }, ADA, CALL, 'password']]);
    expect(codes.calls).to.deep.equal([
      [{ administratorId: '7', password: '7 secret', clientAddress: '192.0.2.1', code: '123456' }, CALL],
    ]);
    expect([passkeys.calls, uses.calls]).to.deep.equal([[], []]);
  });

  it('tries no code and no passkey with a wrong password', async () => {
    const password = invalid('password', { rule: 'password_wrong' });
    const { byBoth, byAll, codes, passkeys } = proving({ password });
    for (const request of [REQUEST, WITH_FACTOR]) {
      expect(await byAll('x', { code: '123456' }, request)).to.equal(password);
    }
    expect(await byBoth('x', { code: '123456' }, REQUEST)).to.equal(password);
    expect(await byBoth('x', { ticket: ownTicket(), credential: {} }, REQUEST)).to.equal(password);
    expect([codes.calls, passkeys.calls]).to.deep.equal([[], []]);
  });

  it('is the password alone without a second factor, and not without a code with one (AD-520, AD-525)', async () => {
    const { byAll, passwords, codes } = proving();
    expect(await byAll('secret', { code: '123456' }, REQUEST)).to.equal(undefined);
    expect(await byAll('secret', undefined, REQUEST)).to.equal(undefined);
    expect([passwords.calls.length, codes.calls.length]).to.deep.equal([2, 0]);
    const missing = await byAll('secret', undefined, WITH_FACTOR);
    expect(missing).to.deep.equal(invalid('code', { rule: 'required' }));
    expect([passwords.calls.length, codes.calls.length]).to.deep.equal([2, 0]);
    expect(await byAll('secret', { code: '123456' }, WITH_FACTOR)).to.equal(undefined);
    expect([passwords.calls.length, codes.calls.length]).to.deep.equal([3, 1]);
  });

  it('fails with a code that is wrong or spent, and with one too many', async () => {
    const wrong = await proving({ code: checked(false) }).byBoth('secret', { code: '1' }, REQUEST);
    expect(wrong).to.deep.equal(invalid('code', { rule: 'code_wrong' }));
    expect(await proving({ code: THROTTLED }).byBoth('secret', { code: '1' }, REQUEST)).to.deep.equal(TOO_MANY);
  });

  it('spends what is proven in any case: the password was right', async () => {
    const wanted: boolean[] = [];
    const spend = async (isWanted: () => Promise<boolean>) => {
      wanted.push(await isWanted());
      return true;
    };
    const { byBoth } = proving({ code: { kind: 'checked', spend }, passkey: { kind: 'checked', spend } });
    await byBoth('secret', { code: '1' }, REQUEST);
    await byBoth('secret', { ticket: ownTicket(), credential: {} }, REQUEST);
    expect(wanted).to.deep.equal([true, true]);
  });

  it('is the password and a passkey for the challenge of a ticket, which is used up (AD-531)', async () => {
    const { byBoth, passkeys, codes, uses } = proving();
    const ticket = ownTicket();
    expect(await byBoth('secret', { ticket, credential: { id: 'x' } }, REQUEST)).to.equal(undefined);
    const prover = { administratorId: '7', password: '7 secret', clientAddress: '192.0.2.1' };
    expect(passkeys.calls).to.deep.equal([
      [{ ...prover, credential: { id: 'x' }, challenge: challengeOf(ticket) }, CALL],
    ]);
    expect(codes.calls).to.deep.equal([]);
    expect(uses.calls).to.have.length(1);
    const [[{ pair }] = expect.fail()] = uses.calls;
    expect(pair).to.deep.include({ limit: 1, windowMs: 300_000 });
    expect(pair.key).to.contain(ticket);
    const used = await proving({ isFresh: false }).byBoth('secret', { ticket, credential: {} }, REQUEST);
    expect(used).to.deep.equal(new AdminError('second_factor_expired'));
  });

  it('fails with the reason for which a passkey is not accepted, without using up the ticket', async () => {
    for (const problem of ['unknown', 'wrong_site', 'refused', 'copied'] as const) {
      const { byBoth, uses } = proving({ passkey: { kind: 'not_accepted', problem } });
      const refused = await byBoth('secret', { ticket: ownTicket(), credential: {} }, REQUEST);
      expect(refused).to.deep.equal(new AdminError(`passkey_${problem}`));
      expect(uses.calls).to.deep.equal([]);
    }
    // Another request has used the same counter in the meantime.
    const late = await proving({ passkey: checked(false) }).byBoth(
      'p',
      { ticket: ownTicket(), credential: {} },
      REQUEST,
    );
    expect(late).to.deep.equal(new AdminError('passkey_copied'));
    const many = await proving({ passkey: THROTTLED }).byBoth('p', { ticket: ownTicket(), credential: {} }, REQUEST);
    expect(many).to.deep.equal(TOO_MANY);
  });

  it('takes no ticket of another administrator, of an earlier password, a foreign one, or for a host without passkeys', async () => {
    const expired = new AdminError('second_factor_expired');
    for (const ticket of [ownTicket({ administratorId: '8' }), ownTicket({ tokenVersion: 2 }), 'x', '']) {
      const { byBoth, passkeys } = proving();
      expect(await byBoth('secret', { ticket, credential: {} }, REQUEST), ticket).to.deep.equal(expired);
      expect(passkeys.calls).to.deep.equal([]);
    }
    const without = proving({ passkey: 'no support' });
    expect(await without.byBoth('secret', { ticket: ownTicket(), credential: {} }, REQUEST)).to.deep.equal(expired);
  });
});
