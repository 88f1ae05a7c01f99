import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { SignInAttempt, SignInLimits } from '../../daemon/admin/model/sign-in-attempt.js';
import { signInAttempt } from '../../daemon/admin/model/sign-in-attempt.js';
import type { SignInVerdict } from '../../daemon/admin/ports/sign-in-throttle.js';
import { concurrently, countOf, daemonFor, type StateUnderTest } from './state-under-test.js';

const MINUTE = 60_000;
const LIMITS: SignInLimits = { perLoginAndAddress: 5, perLogin: 20, perAddress: 30, windowMs: MINUTE };

/** The suite of admin/ports/sign-in-throttle.ts. Failures count, success clears (AD-114). */
export function signInThrottleConformance(open: () => StateUnderTest): void {
  describe('sign-in throttle', () => {
    let store: StateUnderTest;
    before(() => (store = open()));

    const attempt = (subject: SignInAttempt, n = 0): Promise<SignInVerdict> =>
      daemonFor(store, n).signInThrottle.attempt(subject);

    async function fail(subject: SignInAttempt, times: number): Promise<void> {
      for (let n = 0; n < times; n++) expect((await attempt(subject, n)).allowed, `attempt ${n + 1}`).to.equal(true);
    }

    async function succeed(subject: SignInAttempt): Promise<void> {
      await allowed(await attempt(subject)).succeeded();
    }

    it('allows exactly 5 of 100 parallel attempts (AD-114, AD-115)', async () => {
      const subject = newSubject();
      const verdicts = await concurrently(100, (n) => attempt(subject, n));
      expect(countOf(verdicts, (verdict) => verdict.allowed)).to.equal(5);
    });

    it('returns in whole seconds when the next attempt is allowed, and allows it then (AD-114)', async () => {
      const subject = newSubject();
      await fail(subject, 5);
      const denied = await attempt(subject, 1);
      expect(denied.allowed).to.equal(false);
      expect(denied.allowed ? 0 : denied.retryAfterSeconds).to.be.within(1, 60);
      await store.elapse(MINUTE);
      await fail(subject, 5);
    });

    it('clears the failures of a login from an address after the right password', async () => {
      const subject = newSubject();
      await fail(subject, 4);
      await succeed(subject);
      await fail(subject, 5);
      expect((await attempt(subject)).allowed).to.equal(false);
    });

    it('forgets the failures of a login from an address, and not those of the login elsewhere (AD-257)', async () => {
      const subject = newSubject();
      await fail(subject, 5);
      await daemonFor(store, 1).signInThrottle.forget(subject);
      await fail(subject, 5);
      expect((await attempt(subject)).allowed).to.equal(false);
      await daemonFor(store, 0).signInThrottle.forget(newSubject());
      expect((await attempt(subject)).allowed).to.equal(false);
    });

    it("keeps an address's failures with other logins when one of its sign-ins succeeds", async () => {
      const address = newAddress();
      const victims = Array.from({ length: 6 }, () => newSubject(address));
      for (const victim of victims) await fail(victim, 4);
      const own = newSubject(address);
      for (let n = 0; n < 10; n++) await succeed(own);
      for (const victim of victims) await fail(victim, 1);
      expect((await attempt(newSubject(address))).allowed, 'the 31st failure of the address').to.equal(false);
    });

    it('keeps failures of a login from other addresses when its owner signs in', async () => {
      const login = newLogin();
      const from = Array.from({ length: 5 }, () => signInAttempt(login, newAddress(), LIMITS));
      for (const subject of from.slice(0, 4)) await fail(subject, 4);
      await succeed(signInAttempt(login, newAddress(), LIMITS));
      await fail(from[4]!, 4);
      expect((await attempt(signInAttempt(login, newAddress(), LIMITS))).allowed, 'the 21st failure').to.equal(false);
    });

    it('does not count an attempt whose password could not be checked', async () => {
      const address = newAddress();
      const subject = newSubject(address);
      for (let n = 0; n < 40; n++) await allowed(await attempt(subject, n)).withdrawn();
      await fail(subject, 5);
      await fail(newSubject(address), 5);
    });

    it('removes exactly the one withdrawn attempt, in every bucket', async () => {
      const address = newAddress();
      const subject = newSubject(address);
      await fail(subject, 3);
      await allowed(await attempt(subject)).withdrawn();
      await fail(subject, 2);
      expect((await attempt(subject)).allowed, 'the sixth of a login from an address').to.equal(false);
      for (let n = 0; n < 5; n++) await fail(newSubject(address), 5);
      expect((await attempt(newSubject(address))).allowed, 'the 31st of an address').to.equal(false);
      const from = Array.from({ length: 4 }, () => signInAttempt(subject.login.key, newAddress(), LIMITS));
      await allowed(await attempt(from[0]!)).withdrawn();
      for (const each of from) await fail(each, 5);
      const next = signInAttempt(subject.login.key, newAddress(), LIMITS);
      expect((await attempt(next)).allowed, 'the 21st of a login').to.equal(false);
    });

    it('allows both of two logins that one address tries concurrently', async () => {
      const address = newAddress();
      const [flooded, other] = [newSubject(address), newSubject(address)];
      const verdicts = await concurrently(105, (n) => attempt(n < 100 ? flooded : other, n));
      expect(countOf(verdicts.slice(0, 100), (verdict) => verdict.allowed)).to.equal(5);
      expect(countOf(verdicts.slice(100), (verdict) => verdict.allowed)).to.equal(5);
    });

    it('counts a denied attempt nowhere', async () => {
      const address = newAddress();
      const subject = newSubject(address);
      await fail(subject, 5);
      const denied = await concurrently(50, (n) => attempt(subject, n));
      expect(countOf(denied, (verdict) => verdict.allowed)).to.equal(0);
      for (let n = 0; n < 5; n++) await fail(newSubject(address), 5);
    });

    it('does not change a later window', async () => {
      const subject = newSubject();
      await fail(subject, 1);
      await store.elapse(10_000);
      const early = allowed(await attempt(subject));
      await store.elapse(MINUTE - 9000);
      await fail(subject, 5);
      await early.withdrawn();
      expect((await attempt(subject)).allowed).to.equal(false);
    });

    it('does not count if a limit is 0, which means no limit', async () => {
      const limits = { perLoginAndAddress: 0, perLogin: 0, perAddress: 0, windowMs: MINUTE };
      const subject = signInAttempt(newLogin(), newAddress(), limits);
      await fail(subject, 50);
      await succeed(subject);
      await allowed(await attempt(subject)).withdrawn();
    });

    it('accepts any text as a login, of any length', async () => {
      const subject = signInAttempt(`${newLogin()}\0🦉{}${'x'.repeat(1_000_000)}`, newAddress(), LIMITS);
      await fail(subject, 5);
      expect((await attempt(subject)).allowed).to.equal(false);
    });
  });
}

function newLogin(): string {
  return `ada-${randomBytes(8).toString('hex')}`;
}

/** Each is in its own /64. */
function newAddress(): string {
  const [a = 0, b = 0] = new Uint16Array(randomBytes(4).buffer.slice(0, 4));
  return `2001:db8:${a.toString(16)}:${b.toString(16)}::1`;
}

function newSubject(address = newAddress()): SignInAttempt {
  return signInAttempt(newLogin(), address, LIMITS);
}

function allowed(verdict: SignInVerdict): Extract<SignInVerdict, { allowed: true }> {
  if (!verdict.allowed) throw new Error('expected the attempt to be allowed');
  return verdict;
}
