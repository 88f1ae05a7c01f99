import { expect } from 'chai';
import { hashedKey } from '../../core/crypto.js';
import { challengeOf } from '../auth/passkeys.js';
import { createTickets } from '../auth/tickets.js';
import type { Administrator } from '../model/administrator.js';
import type { Credentials, Directory } from '../ports/directory.js';
import { ADA } from '../testing/administrator.js';
import { recorded } from '../testing/asking.js';
import type { FinishSignInDependencies, SecondStep, SignInTicket } from './finish-sign-in.js';
import { createFinishSignIn, isSignInTicket } from './finish-sign-in.js';
import type { ProveCode, ProvenCode } from './prove-code.js';
import type { ProvePasskey, ProvenPasskey } from './prove-passkey.js';

const NOW = 1_800_000_000_000;
const CALL = { requestId: 'r-1' };
const ADDRESS = '192.0.2.1';
const DEVICE = { browser: 'Firefox', system: 'Linux', network: '' };
const CREDENTIALS: Credentials = { administrator: ADA, passwordHash: 'hash' };
const SESSION = { administrator: ADA, token: 't', expiresIn: 1, refreshableFor: 2 };

const tickets = createTickets(
  { secret: 's'.repeat(32), purpose: 'a test', ttlSeconds: 60, isContent: isSignInTicket },
  { now: () => NOW },
);
const TICKET: SignInTicket = {
  administratorId: '7',
  login: 'ada',
  identifier: 'Ada@Example.test',
  tokenVersion: 3,
  credentials: hashedKey('hash'),
  renewedHash: '',
  verdict: 'right',
  password: 'fingerprint',
};

/** A proof that is accepted if it is wanted, like one of the host. */
function accepting(isRight = true) {
  const wanted: boolean[] = [];
  const spend = async (isWanted: () => Promise<boolean>) => {
    wanted.push(await isWanted());
    return isRight && wanted.at(-1) === true;
  };
  return { wanted, proven: { kind: 'checked', spend } as const };
}

interface Answers {
  readonly code?: ProvenCode;
  readonly passkey?: ProvenPasskey | 'no support';
  readonly found?: Credentials | 'none';
  readonly recorded?: Administrator | 'gone';
  readonly isFresh?: boolean;
  readonly forget?: () => Promise<void>;
}

function finishing(answers: Answers = {}) {
  const { code = accepting().proven, passkey = accepting().proven, found = CREDENTIALS, isFresh = true } = answers;
  const codes = recorded<Parameters<ProveCode>, ProvenCode>(code);
  const passkeys = recorded<Parameters<ProvePasskey>, ProvenPasskey>(
    passkey === 'no support' ? { kind: 'throttled', retryAfterSeconds: 1 } : passkey,
  );
  const find = recorded<Parameters<Directory['findCredentials']>, Credentials | undefined>(
    found === 'none' ? undefined : found,
  );
  const signedIn = recorded<Parameters<Directory['recordSignIn']>, Administrator | undefined>(
    answers.recorded === 'gone' ? undefined : (answers.recorded ?? ADA),
  );
  const attempts = recorded<readonly [{ readonly pair: { readonly key: string } }], object>({ allowed: isFresh });
  const open = recorded<readonly unknown[], typeof SESSION>(SESSION);
  const forgotten: string[] = [];
  const warned: object[] = [];
  const finish = createFinishSignIn({
    tickets,
    directory: { findCredentials: find.method, recordSignIn: signedIn.method },
    proveCode: codes.method,
    ...(passkey !== 'no support' && { provePasskey: passkeys.method }),
    sessions: { open: open.method },
    throttle: {
      attempt: attempts.method,
      forget: ({ pair }: { readonly pair: { readonly key: string } }) => {
        forgotten.push(pair.key);
        return answers.forget?.() ?? Promise.resolve();
      },
    },
    limits: { windowMs: 1000, perLoginAndAddress: 1, perLogin: 2, perAddress: 3 },
    clock: { now: () => NOW },
    logger: { warn: (context: object, message: string) => void warned.push({ ...context, message }) },
  } as unknown as FinishSignInDependencies);
  const step = (more: Partial<SecondStep> = {}) =>
    finish(
      { ticket: tickets.issue(TICKET), proof: { code: '1' }, clientAddress: ADDRESS, device: DEVICE, ...more },
      CALL,
    );
  const withTicket = (more: Partial<SignInTicket>) => step({ ticket: tickets.issue({ ...TICKET, ...more }) });
  return { step, withTicket, codes, passkeys, find, signedIn, attempts, open, forgotten, warned };
}

describe('admin: the second of two steps of a sign-in (AD-256, AD-431, AD-521)', () => {
  it('opens a session with a code, records the sign-in and forgets the counts of the first step', async () => {
    const { step, codes, find, signedIn, attempts, open, forgotten, warned } = finishing();
    expect(await step()).to.deep.equal({ kind: 'signed_in', session: SESSION });
    const prover = { administratorId: '7', password: 'fingerprint', clientAddress: ADDRESS };
    expect(codes.calls).to.deep.equal([[{ ...prover, code: '1' }, CALL]]);
    expect(find.calls).to.deep.equal([['ada', CALL]]);
    expect(signedIn.calls).to.deep.equal([[{ administratorId: '7', at: NOW, passwordHash: 'hash' }, CALL]]);
    expect(open.calls).to.deep.equal([[ADA, DEVICE, CALL]]);
    expect(attempts.calls).to.have.length(1);
    expect(attempts.calls[0]?.[0].pair).to.deep.include({ limit: 1, windowMs: 300_000 });
    // Of the identifier as it was typed, and of the account.
    expect(forgotten).to.have.length(2);
    expect(forgotten[0]).to.contain('ada@example.test');
    expect(forgotten[1]).to.contain('id 7');
    expect(warned).to.deep.equal([]);
  });

  it('takes a passkey for the challenge of the ticket in place of a code', async () => {
    const { step, passkeys, codes } = finishing();
    const ticket = tickets.issue(TICKET);
    expect(await step({ ticket, proof: { credential: { id: 'x' } } })).to.have.property('kind', 'signed_in');
    const prover = { administratorId: '7', password: 'fingerprint', clientAddress: ADDRESS };
    expect(passkeys.calls).to.deep.equal([
      [{ ...prover, credential: { id: 'x' }, challenge: challengeOf(ticket) }, CALL],
    ]);
    expect(codes.calls).to.deep.equal([]);
    const without = finishing({ passkey: 'no support' });
    expect(await without.step({ proof: { credential: {} } })).to.deep.equal({ kind: 'refused' });
    expect(without.open.calls).to.deep.equal([]);
  });

  it('stores the hash that the first step made with the current cost', async () => {
    const { withTicket, signedIn } = finishing();
    await withTicket({ renewedHash: 'renewed' });
    expect(signedIn.calls[0]?.[0]).to.include({ passwordHash: 'hash', renewedPasswordHash: 'renewed' });
  });

  it('does not want a code after a wrong password, or after a change of the account, and says no more', async () => {
    const changes: readonly Partial<SignInTicket>[] = [
      { verdict: 'wrong' },
      { administratorId: '8' },
      { tokenVersion: 2 },
      { credentials: hashedKey('another hash') },
    ];
    for (const change of changes) {
      const { wanted, proven } = accepting();
      const { withTicket, attempts, signedIn, open } = finishing({ code: proven });
      expect(await withTicket(change), JSON.stringify(change)).to.deep.equal({ kind: 'refused' });
      expect(wanted).to.deep.equal([false]);
      expect([attempts.calls, signedIn.calls, open.calls]).to.deep.equal([[], [], []]);
    }
    const { wanted, proven } = accepting();
    expect(await finishing({ code: proven, found: 'none' }).step()).to.deep.equal({ kind: 'refused' });
    expect(wanted).to.deep.equal([false]);
  });

  it('opens no session for a host that accepts whatever it gets', async () => {
    const spend = async (isWanted: () => Promise<boolean>) => {
      await isWanted();
      return true;
    };
    const { withTicket, step, signedIn } = finishing({ code: { kind: 'checked', spend } });
    expect(await withTicket({ verdict: 'wrong' })).to.deep.equal({ kind: 'refused' });
    expect(await withTicket({ tokenVersion: 2 })).to.deep.equal({ kind: 'refused' });
    expect(signedIn.calls).to.deep.equal([]);
    expect(await step()).to.have.property('kind', 'signed_in');
  });

  it('leaves the ticket for another attempt after a wrong code', async () => {
    const { step, attempts, open } = finishing({ code: accepting(false).proven });
    expect(await step()).to.deep.equal({ kind: 'refused' });
    expect([attempts.calls, open.calls]).to.deep.equal([[], []]);
  });

  it('answers with the limit of codes, and with the reason for which a passkey is not accepted', async () => {
    const throttled = { kind: 'throttled', retryAfterSeconds: 30 } as const;
    expect(await finishing({ code: throttled }).step()).to.equal(throttled);
    const problem = { kind: 'not_accepted', problem: 'copied' } as const;
    expect(await finishing({ passkey: problem }).step({ proof: { credential: {} } })).to.equal(problem);
  });

  it('has expired with its ticket, and after one sign-in with it', async () => {
    const { step, codes } = finishing();
    expect(await step({ ticket: 'x' })).to.deep.equal({ kind: 'expired' });
    expect(codes.calls).to.deep.equal([]);
    const used = finishing({ isFresh: false });
    expect(await used.step()).to.deep.equal({ kind: 'expired' });
    expect([used.signedIn.calls, used.open.calls]).to.deep.equal([[], []]);
  });

  it('opens no session if the account was deactivated or its password changed at the last moment', async () => {
    const { step, open, forgotten } = finishing({ recorded: 'gone' });
    expect(await step()).to.deep.equal({ kind: 'refused' });
    expect([open.calls, forgotten]).to.deep.equal([[], []]);
  });

  it('opens the session even if the counts cannot be forgotten, and says so in the log', async () => {
    const err = new Error('away');
    const { step, warned } = finishing({ forget: () => Promise.reject(err) });
    expect(await step()).to.have.property('kind', 'signed_in');
    const message = 'failed to undo the count of a sign-in attempt: it counts until its window ends';
    expect(warned).to.deep.equal(Array(2).fill({ requestId: 'r-1', err, message }));
  });
});
