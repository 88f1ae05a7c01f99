import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import { createPasswords } from '../auth/passwords.js';
import type { Session } from '../auth/sessions.js';
import type { Administrator } from '../model/administrator.js';
import type { Credentials, Directory, SignIn as RecordedSignIn } from '../ports/directory.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';
import { createSignIn } from './sign-in.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const CALL = { requestId: 'r-1' };
const LIMITS = { perLoginAndAddress: 5, perLogin: 50, perAddress: 100, windowMs: 60_000 };
const ADA: Administrator = {
  id: '7',
  login: 'ada',
  email: 'ada@example.test',
  displayName: 'Ada',
  role: '',
  locale: '',
  superuser: false,
  permissions: [],
  tokenVersion: 3,
};

/** The least cost that bcrypt has: what is tested is not how long it takes. */
const passwords = createPasswords(4);

interface Circumstances {
  /** What the directory knows under any login; a fault is thrown. */
  readonly credentials?: Credentials | Error;
  /** The administrator was deactivated, or got another password, while the password was looked at. */
  readonly changedMeanwhile?: true;
  readonly retryAfterSeconds?: number;
  /** The account has no attempts left, whatever was typed. */
  readonly accountIsFull?: true;
  /** The password cannot be compared. */
  readonly comparing?: Error;
  /** What the throttle says to an attempt that is to count no more. */
  readonly settling?: Error;
}

function signingIn(circumstances: Circumstances) {
  const { credentials, changedMeanwhile, retryAfterSeconds, accountIsFull, comparing, settling } = circumstances;
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
  };
  const session: Session = { administrator: ADA, token: 't', expiresIn: 1, refreshableFor: 1 };
  const run = createSignIn({
    directory: directory as Directory,
    throttle,
    passwords: comparing === undefined ? passwords : { ...passwords, verify: () => Promise.reject(comparing) },
    sessions: {
      open: () => Promise.resolve(session),
      refusalOf: () => undefined,
      authenticate: () => Promise.resolve({ kind: 'refused' }),
      refresh: () => Promise.resolve({ kind: 'refused' }),
      close: () => Promise.resolve(),
      claimsOf: () => Promise.resolve(undefined),
    },
    limits: LIMITS,
    clock: { now: () => NOW },
    logger: { debug: log, info: log, warn: log, error: log },
  });
  const signIn = (password: string, identifier = 'Ada') =>
    run({ identifier, password, clientAddress: '192.0.2.1' }, CALL);
  return { steps, recorded, signIn, logged, fields };
}

describe('admin: sign in (AD-110, AD-111, AD-114)', () => {
  let credentials: Credentials;
  before(async () => (credentials = { administrator: ADA, passwordHash: await passwords.hash('right') }));

  it('counts the attempt before anything is looked up, and forgets it when the password was right', async () => {
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

  it('has one answer for unknown, wrong, and changed meanwhile; each attempt stays counted', async () => {
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

  it('never cuts a password: 73 bytes are not the 72 that were set', async () => {
    const passwordHash = await passwords.hash('a'.repeat(72));
    const { signIn } = signingIn({ credentials: { administrator: ADA, passwordHash } });
    expect(await signIn('a'.repeat(72))).to.have.property('kind', 'signed_in');
    expect(await signIn('a'.repeat(73))).to.deep.equal({ kind: 'refused' });
  });

  it('looks at nothing once the limit is reached, however right the password is', async () => {
    const { steps, signIn } = signingIn({ credentials, retryAfterSeconds: 42 });
    expect(await signIn('right')).to.deep.equal({ kind: 'throttled', retryAfterSeconds: 42 });
    expect(steps).to.have.length(1);
  });

  it('refuses an account over its limit like an unknown one, however right the password is', async () => {
    const { steps, recorded, signIn } = signingIn({ credentials, accountIsFull: true });
    expect(await signIn('right')).to.deep.equal({ kind: 'refused' });
    expect(recorded).to.deep.equal([]);
    expect(steps).to.not.include('succeeded').and.to.not.include('withdrawn');
  });

  it('asks the store as often for an unknown login as for a known one', async () => {
    const [unknown, known] = [signingIn({}), signingIn({ credentials })];
    for (const { signIn } of [unknown, known]) await signIn('wrong');
    const kinds = (steps: readonly string[]): string[] => steps.map((step) => step.split(' ')[0]!);
    expect(kinds(unknown.steps)).to.deep.equal(kinds(known.steps));
    expect(unknown.steps[2]).to.equal('attempt sign-in:account-pair:192.0.2.1 none ada');
  });

  it('takes the attempt back when the host could not be asked, and lets nobody in', async () => {
    const fault = new Unavailable('host', 'down');
    const { steps, signIn } = signingIn({ credentials: fault });
    expect(await signIn('right').catch((error: unknown) => error)).to.equal(fault);
    expect(steps.at(-1)).to.equal('withdrawn');
  });

  it('says what went wrong first when the attempt cannot be taken back either, and logs the second fault', async () => {
    const fault = new Unavailable('host', 'down');
    const settling = new Unavailable('state', 'down as well');
    const { signIn, logged, fields } = signingIn({ credentials: fault, settling });
    expect(await signIn('right').catch((error: unknown) => error)).to.equal(fault);
    expect(logged).to.have.length(1);
    expect(fields).to.deep.equal([{ requestId: CALL.requestId, err: settling }]);
  });

  it('takes back what was counted, also of an account over its limit, when the password cannot be compared', async () => {
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

  it('signs in whose password was right although the store could not forget the attempts: they count, and it says so', async () => {
    const { signIn, logged, steps } = signingIn({ credentials, settling: new Unavailable('state', 'down') });
    expect(await signIn('right')).to.have.property('kind', 'signed_in');
    expect(steps.filter((step) => step === 'succeeded')).to.have.length(2);
    expect(logged).to.have.length(2);
  });

  it('renews the hash when the cost has changed', async () => {
    const passwordHash = await createPasswords(5).hash('right');
    const { recorded, signIn } = signingIn({ credentials: { administrator: ADA, passwordHash } });
    await signIn('right');
    const [{ renewedPasswordHash } = { renewedPasswordHash: undefined }] = recorded;
    expect(renewedPasswordHash).to.match(/^\$2b\$04\$/);
    expect(await passwords.verify('right', renewedPasswordHash, '')).to.equal(true);
  });

  for (const identifier of ['a\0b', 'a\nb', '\ud800', 'x'.repeat(256)]) {
    it(`${JSON.stringify(identifier.slice(0, 10))} is nobody's login: the host is not asked, the attempt counts`, async () => {
      const { steps, signIn } = signingIn({ credentials });
      expect(await signIn('right', identifier)).to.deep.equal({ kind: 'refused' });
      expect(steps.map((step) => step.split(' ')[0])).to.deep.equal(['attempt', 'attempt']);
    });
  }
});
