import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import type { SignInMethod } from '../api/answers.js';
import { createPasswords } from '../auth/passwords.js';
import type { Session } from '../auth/sessions.js';
import type { Credentials, Directory, SignIn as RecordedSignIn } from '../ports/directory.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';
import { ADA } from '../testing/administrator.js';
import type { BeginSteps } from './finish-sign-in.js';
import { createSignIn } from './sign-in.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const CALL = { requestId: 'r-1' };
const LIMITS = { perLoginAndAddress: 5, perLogin: 50, perAddress: 100, windowMs: 60_000 };

/** bcrypt's lowest cost: these tests do not measure its duration. */
const passwords = createPasswords(4);

interface Circumstances {
  /** The directory's answer for any login; a fault is thrown. */
  readonly credentials?: Credentials | Error;
  /** The administrator was deactivated or changed the password during the comparison. */
  readonly changedMeanwhile?: true;
  readonly retryAfterSeconds?: number;
  /** The account has no attempts left, whatever the user typed. */
  readonly accountIsFull?: true;
  /** The error that the password comparison throws. */
  readonly comparing?: Error;
  /** The error that the throttle throws when it should take an attempt back. */
  readonly settling?: Error;
  /** The second factors of the account, if it has some; undefined for a host that keeps no passkeys. */
  readonly factor?: { readonly methods: readonly SignInMethod[] | undefined };
}

function signingIn(circumstances: Circumstances) {
  const { credentials, changedMeanwhile, retryAfterSeconds, accountIsFull, comparing, settling, factor } =
    circumstances;
  const steps: string[] = [];
  const logged: string[] = [];
  const fields: object[] = [];
  const log = (about: object, message: string): void => {
    fields.push(about);
    logged.push(message);
  };
  const recorded: RecordedSignIn[] = [];
  const directory: Pick<Directory, 'findCredentials' | 'recordSignIn'> = {
    findCredentials(identifier) {
      steps.push(`find ${identifier}`);
      return credentials instanceof Error ? Promise.reject(credentials) : Promise.resolve(credentials);
    },
    recordSignIn(signIn) {
      steps.push('record');
      recorded.push(signIn);
      return Promise.resolve(changedMeanwhile ? undefined : ADA);
    },
  };
  const throttle: SignInThrottle = {
    attempt({ pair }) {
      steps.push(`attempt ${pair.key}`);
      if (retryAfterSeconds !== undefined) return Promise.resolve({ allowed: false, retryAfterSeconds });
      if (accountIsFull && pair.key.includes('account')) {
        return Promise.resolve({ allowed: false, retryAfterSeconds: 42 });
      }
      const step = (name: string) => () => {
        steps.push(name);
        return settling === undefined ? Promise.resolve() : Promise.reject(settling);
      };
      return Promise.resolve({ allowed: true, succeeded: step('succeeded'), withdrawn: step('withdrawn') });
    },
    forget: () => Promise.resolve(),
  };
  const session: Session = { administrator: ADA, token: 't', expiresIn: 1, refreshableFor: 1 };
  const begun: unknown[] = [];
  const beginSteps = {
    needsCode: (found: Credentials | undefined): found is Credentials => found !== undefined && factor !== undefined,
    begin: (...given: Parameters<BeginSteps['begin']>) => {
      begun.push(given);
      return comparing === undefined ? Promise.resolve('ticket') : Promise.reject(comparing);
    },
  };
  const run = createSignIn({
    directory: directory as Directory,
    throttle,
    passwords: comparing === undefined ? passwords : { ...passwords, verify: () => Promise.reject(comparing) },
    sessions: {
      open: () => Promise.resolve(session),
      reopen: () => Promise.resolve(session),
      used: () => undefined,
      refusalOf: () => undefined,
      authenticate: () => Promise.resolve({ kind: 'refused' }),
      expected: () => Promise.resolve(undefined),
      refresh: () => Promise.resolve({ kind: 'refused' }),
      close: () => Promise.resolve(),
      claimsOf: () => undefined,
    },
    steps: beginSteps,
    ...(factor?.methods && { methodsOf: (id: string) => Promise.resolve(id === '7' ? factor.methods! : []) }),
    limits: LIMITS,
    clock: { now: () => NOW },
    logger: { debug: log, info: log, warn: log, error: log },
  });
  const signIn = (password: string, identifier = 'Ada') =>
    run({ identifier, password, clientAddress: '192.0.2.1', device: DEVICE }, CALL);
  return { steps, recorded, begun, signIn, logged, fields };
}

const DEVICE = { browser: '', system: '', network: '' };

describe('admin: sign in (AD-110, AD-111, AD-114)', () => {
  let credentials: Credentials;
  before(async () => (credentials = { administrator: ADA, passwordHash: await passwords.hash('right') }));

  it('counts the attempt before any lookup, and forgets it after a correct password', async () => {
    const { steps, recorded, signIn } = signingIn({ credentials });
    expect(await signIn('right')).to.have.property('kind', 'signed_in');
    expect(steps).to.deep.equal([
      'attempt sign-in:pair:192.0.2.1 ada',
      'find Ada',
      'attempt sign-in:account-pair:192.0.2.1 id 7',
      'record',
      'succeeded',
      'succeeded',
    ]);
    expect(recorded).to.deep.equal([{ administratorId: '7', at: NOW, passwordHash: credentials.passwordHash }]);
  });

  it('gives the same answer for unknown, wrong and changed during the comparison, and keeps each attempt counted', async () => {
    for (const [circumstances, password] of [
      [{}, 'right'],
      [{ credentials }, 'wrong'],
      [{ credentials }, ''],
      [{ credentials }, 'right\0'],
      [{ credentials }, `right${'x'.repeat(100)}`],
      [{ credentials, changedMeanwhile: true }, 'right'],
    ] as const) {
      const { steps, signIn } = signingIn(circumstances);
      expect(await signIn(password)).to.deep.equal({ kind: 'refused' });
      expect(steps).not.to.include.members(['succeeded']).and.not.to.include.members(['withdrawn']);
    }
  });

  it('never truncates a password: 73 bytes do not match their first 72', async () => {
    const passwordHash = await passwords.hash('a'.repeat(72));
    const { signIn } = signingIn({ credentials: { administrator: ADA, passwordHash } });
    expect(await signIn('a'.repeat(72))).to.have.property('kind', 'signed_in');
    expect(await signIn('a'.repeat(73))).to.deep.equal({ kind: 'refused' });
  });

  it('looks up nothing once the limit is reached, even for a correct password', async () => {
    const { steps, signIn } = signingIn({ credentials, retryAfterSeconds: 42 });
    expect(await signIn('right')).to.deep.equal({ kind: 'throttled', retryAfterSeconds: 42 });
    expect(steps).to.have.length(1);
  });

  it('refuses an account over its limit like an unknown one, even for a correct password', async () => {
    const { steps, recorded, signIn } = signingIn({ credentials, accountIsFull: true });
    expect(await signIn('right')).to.deep.equal({ kind: 'refused' });
    expect(recorded).to.deep.equal([]);
    expect(steps).to.not.include('succeeded').and.to.not.include('withdrawn');
  });

  it('makes the same number of store calls for an unknown login as for a known one', async () => {
    const [unknown, known] = [signingIn({}), signingIn({ credentials })];
    for (const { signIn } of [unknown, known]) await signIn('wrong');
    const kinds = (steps: readonly string[]): string[] => steps.map((step) => step.split(' ')[0]!);
    expect(kinds(unknown.steps)).to.deep.equal(kinds(known.steps));
    expect(unknown.steps[2]).to.equal('attempt sign-in:account-pair:192.0.2.1 none ada');
  });

  it('takes the attempt back if the host call fails, and does not sign in', async () => {
    const fault = new Unavailable('host', 'down');
    const { steps, signIn } = signingIn({ credentials: fault });
    expect(await signIn('right').catch((error: unknown) => error)).to.equal(fault);
    expect(steps.at(-1)).to.equal('withdrawn');
  });

  it('throws the first error if taking the attempt back fails too, and logs the second', async () => {
    const fault = new Unavailable('host', 'down');
    const settling = new Unavailable('state', 'down as well');
    const { signIn, logged, fields } = signingIn({ credentials: fault, settling });
    expect(await signIn('right').catch((error: unknown) => error)).to.equal(fault);
    expect(logged).to.have.length(1);
    expect(fields).to.deep.equal([{ requestId: CALL.requestId, err: settling }]);
  });

  it('takes back the counted attempts if the password comparison fails, also for an account over its limit', async () => {
    const comparing = new Error('busy');
    for (const [accountIsFull, withdrawn] of [
      [{ accountIsFull: true }, 1],
      [{}, 2],
    ] as const) {
      const { steps, signIn, logged } = signingIn({ credentials, comparing, ...accountIsFull });
      expect(await signIn('right').catch((error: unknown) => error)).to.equal(comparing);
      expect(steps.filter((step) => step === 'withdrawn')).to.have.length(withdrawn);
      expect(logged).to.deep.equal([]);
    }
  });

  it('signs in after a correct password even if the store cannot forget the attempts, which then count, and logs it', async () => {
    const { signIn, logged, steps } = signingIn({ credentials, settling: new Unavailable('state', 'down') });
    expect(await signIn('right')).to.have.property('kind', 'signed_in');
    expect(steps.filter((step) => step === 'succeeded')).to.have.length(2);
    expect(logged).to.have.length(2);
  });

  it('asks for the second factor, whether or not the password is right, and keeps each attempt counted (AD-256, AD-331)', async () => {
    for (const password of ['right', 'wrong']) {
      const { steps, begun, recorded, signIn } = signingIn({ credentials, factor: { methods: undefined } });
      expect(await signIn(password)).to.deep.equal({ kind: 'code_required', ticket: 'ticket' });
      expect(begun).to.deep.equal([[credentials, true, { identifier: 'Ada', password, requester: '192.0.2.1' }]]);
      expect(steps.map((step) => step.split(' ')[0])).to.deep.equal(['attempt', 'find', 'attempt']);
      expect(recorded).to.deep.equal([]);
    }
    const full = signingIn({ credentials, factor: { methods: ['passkey', 'app'] }, accountIsFull: true });
    expect(await full.signIn('right')).to.deep.equal({
      kind: 'code_required',
      ticket: 'ticket',
      methods: ['passkey', 'app'],
    });
    expect(full.begun).to.have.nested.property('[0][1]', false);
    const failing = signingIn({ credentials, factor: { methods: undefined }, comparing: new Error('busy') });
    expect(String(await failing.signIn('right').catch((error: unknown) => error))).to.equal('Error: busy');
    expect(failing.steps.slice(3)).to.deep.equal(['withdrawn', 'withdrawn']);
  });

  it('renews the hash after a change of the cost', async () => {
    const passwordHash = await createPasswords(5).hash('right');
    const { recorded, signIn } = signingIn({ credentials: { administrator: ADA, passwordHash } });
    await signIn('right');
    const [{ renewedPasswordHash } = { renewedPasswordHash: undefined }] = recorded;
    expect(renewedPasswordHash).to.match(/^\$2b\$04\$/);
    expect(await passwords.verify('right', renewedPasswordHash, '')).to.equal(true);
  });

  for (const identifier of ['a\0b', 'a\nb', '\ud800', 'x'.repeat(256)]) {
    it(`counts an attempt with ${JSON.stringify(identifier.slice(0, 10))}, which is not a valid login, without asking the host`, async () => {
      const { steps, signIn } = signingIn({ credentials });
      expect(await signIn('right', identifier)).to.deep.equal({ kind: 'refused' });
      expect(steps.map((step) => step.split(' ')[0])).to.deep.equal(['attempt', 'attempt']);
    });
  }
});
