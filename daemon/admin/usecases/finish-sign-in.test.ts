import { expect } from 'chai';
import type { Passwords } from '../auth/passwords.js';
import { Unavailable } from '../../core/faults.js';
import { hashedKey } from '../../core/crypto.js';
import { ADA } from '../testing/administrator.js';
import { createOneTimeCodes } from '../auth/one-time-codes.js';
import { createTickets } from '../auth/tickets.js';
import type { Administrator } from '../model/administrator.js';
import type { Passkey } from '../ports/passkeys.js';
import type { SecondFactor } from '../ports/second-factors.js';
import type { FinishSignInDependencies, SignInTicket } from './finish-sign-in.js';
import { createBeginSteps, createFinishSignIn, createMethodsOf, isSignInTicket } from './finish-sign-in.js';
import { createPasswordFingerprint, createProveCode } from './prove-code.js';

const tickets = createTickets(
  { secret: 's'.repeat(32), purpose: 'a test', ttlSeconds: 60, isContent: isSignInTicket },
  { now: () => 1_800_000_000_000 },
);
const passwords = {
  verify: (password: string) => Promise.resolve(password === 'right'),
  isOutdated: () => false,
} as unknown as Passwords;

const fingerprintOf = createPasswordFingerprint({ secret: 's'.repeat(32) });

describe('admin: the first of two steps of a sign-in (AD-331)', () => {
  it('is the first of two for those who have a second factor (AD-256)', () => {
    const { needsCode } = createBeginSteps({ tickets, passwords, fingerprintOf });
    expect(needsCode(undefined)).to.equal(false);
    expect(needsCode({ administrator: ADA, passwordHash: 'hash' })).to.equal(false);
    expect(needsCode({ administrator: { ...ADA, hasSecondFactor: true }, passwordHash: 'hash' })).to.equal(true);
  });

  it('compares no password above the limit of the account, and renews an outdated hash of a sound one', async () => {
    const compared: (string | undefined)[] = [];
    const outdated = {
      verify: (_password: string, hash: string | undefined) => Promise.resolve(compared.push(hash) > 0),
      isOutdated: (hash: string) => hash === 'old',
      hash: (password: string) => Promise.resolve(`hash of ${password}`),
    } as unknown as Passwords;
    const { begin } = createBeginSteps({ tickets, passwords: outdated, fingerprintOf });
    const ticketFor = async (passwordHash: string, isAllowed: boolean, password = 'long enough') => {
      const given = { identifier: 'Ada', password, requester: '' };
      return tickets.open(await begin({ administrator: ADA, passwordHash }, isAllowed, given));
    };
    expect(await ticketFor('old', true)).to.deep.equal({
      administratorId: '7',
      login: 'ada',
      identifier: 'Ada',
      tokenVersion: 3,
      credentials: hashedKey('old'),
      renewedHash: 'hash of long enough',
      verdict: 'right',
      password: fingerprintOf('7', 'long enough'),
    });
    expect(await ticketFor('new', false)).to.include({ renewedHash: '' });
    // One with NUL has no hash.
    expect(await ticketFor('old', true, 'long\0enough')).to.include({ renewedHash: '' });
    expect(compared).to.deep.equal(['old', undefined, 'old']);
  });

  it('answers a wrong password with a ticket as long as that for the right one, whatever the length of the login', async () => {
    const { begin } = createBeginSteps({ tickets, passwords, fingerprintOf });
    for (let length = 1; length <= 255; length += 1) {
      for (const identifier of ['l'.repeat(length), '"'.repeat(length), '\u{1F600}'.repeat(length)]) {
        const administrator = { id: '7', login: identifier, tokenVersion: 3 } as Administrator;
        const ticketFor = (password: string) =>
          begin({ administrator, passwordHash: 'hash' }, true, { identifier, password, requester: '' });
        const [right, wrong] = [await ticketFor('right'), await ticketFor('wrong')];
        expect(wrong.length, String(length)).to.equal(right.length);
        // Each password has a limit of codes of its own (AD-453).
        expect(tickets.open(right)?.password).to.not.equal(tickets.open(wrong)?.password);
        expect([tickets.open(right)?.verdict, tickets.open(wrong)?.verdict]).to.deep.equal(['right', 'wrong']);
      }
    }
  });
});

const TICKET: SignInTicket = {
  administratorId: '7',
  login: 'ada',
  identifier: 'ada',
  tokenVersion: 3,
  credentials: 'hash',
  renewedHash: '',
  verdict: 'right',
  password: 'fingerprint',
};

describe('admin: the second of two steps of a sign-in while the host is away (AD-191)', () => {
  const away = (): Promise<never> => Promise.reject(new Unavailable('host', 'away'));
  const unknown = () => Promise.resolve(undefined);

  // An outage must not use up the attempts of an administrator who types the right code.
  for (const [what, find, findCredentials] of [
    ['when the factor is read', away, unknown],
    ['when the account is read again', unknown, away],
  ] as const) {
    it(`counts no attempt if the host goes away ${what}`, async () => {
      let counted = 0;
      const throttle = {
        attempt: () => {
          counted += 1;
          return Promise.resolve({
            allowed: true,
            withdrawn: () => Promise.resolve(void (counted -= 1)),
            succeeded: () => Promise.resolve(),
          });
        },
      };
      const finish = createFinishSignIn({
        tickets,
        directory: { findCredentials },
        proveCode: createProveCode({
          factors: { find },
          codes: createOneTimeCodes(
            { secret: 's'.repeat(32), applicationName: 'Notes' },
            { now: () => 1_800_000_000_000 },
          ),
          throttle,
          limits: {},
          logger: {},
        } as unknown as Parameters<typeof createProveCode>[0]),
        throttle,
      } as unknown as FinishSignInDependencies);
      const step = { ticket: tickets.issue(TICKET), proof: { code: '123456' }, clientAddress: '192.0.2.1', device: {} };
      const thrown: unknown = await finish(step as unknown as Parameters<typeof finish>[0], { requestId: 'r' }).catch(
        (error: unknown) => error,
      );
      expect(thrown).to.be.instanceOf(Unavailable);
      expect(counted).to.equal(0);
    });
  }
});

describe('admin: the second factors that a sign-in offers (AD-522)', () => {
  const offered = async (factor: SecondFactor | undefined, passkeys: number) => {
    const methodsOf = createMethodsOf(
      { find: (id) => Promise.resolve(id === '7' ? factor : undefined) },
      { list: (id) => Promise.resolve(id === '7' ? Array<Passkey>(passkeys).fill({} as Passkey) : []) },
    );
    return methodsOf('7', { requestId: 'r' });
  };

  it('are those that the administrator has', async () => {
    expect(await offered(undefined, 0)).to.deep.equal([]);
    expect(await offered(undefined, 1)).to.deep.equal(['passkey']);
    expect(await offered({ sealedSecret: 'x', recoveryCodesLeft: 1 }, 2)).to.deep.equal([
      'passkey',
      'app',
      'recovery_code',
    ]);
    expect(await offered({ sealedSecret: 'x', recoveryCodesLeft: 0 }, 0)).to.deep.equal(['app']);
    expect(await offered({ sealedSecret: '', recoveryCodesLeft: 9 }, 1)).to.deep.equal(['passkey', 'recovery_code']);
  });
});
