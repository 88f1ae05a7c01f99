import { expect } from 'chai';
import { AdminError, invalid } from '../api/errors.js';
import { recoveryHash } from '../auth/one-time-codes.js';
import type { PasskeyProblem, PasskeyVerifier, VerifiedPasskey } from '../auth/passkeys.js';
import { challengeOf, passkeyIdOf, userHandleOf } from '../auth/passkeys.js';
import { createTickets } from '../auth/tickets.js';
import type { Changed } from '../ports/accounts.js';
import type { Passkey, PasskeyNotAdded, Passkeys } from '../ports/passkeys.js';
import { ADA } from '../testing/administrator.js';
import { recorded } from '../testing/asking.js';
import { ownRequest } from '../testing/own-request.js';
import { createPasskeys, isPasskeyTicket, passkeyBody } from './passkeys.js';
import type { ProofTicket, ProveOwner } from './prove-owner.js';
import { isProofTicket } from './prove-owner.js';

const NOW = 1_800_000_000_000;
const clock = { now: () => NOW };
const { call: CALL } = ownRequest();
const EXPIRED = new AdminError('second_factor_expired');
const WRONG = invalid('password', { rule: 'password_wrong' });
const PROOF = { code: '123456' };

const VERIFIED: VerifiedPasskey = {
  credentialId: 'credential',
  publicKey: 'key',
  signCount: 5,
  transports: ['usb'],
  backedUp: false,
};
const KEY: Passkey = { ...VERIFIED, name: 'Key', createdAt: NOW };
const ID = passkeyIdOf(KEY);

const ticketsFor = <T>(isContent: (value: unknown) => value is T, purpose: string) =>
  createTickets({ secret: 's'.repeat(32), purpose, ttlSeconds: 60, isContent }, clock);
const tickets = ticketsFor(isPasskeyTicket, 'a passkey');
const proofTickets = ticketsFor<ProofTicket>(isProofTicket, 'a proof');

const REQUEST = ownRequest();
const WITH_FACTOR = ownRequest({ hasSecondFactor: true });
const CHANGED: Changed = { changed: true, administrator: { ...ADA, tokenVersion: 4 } };

interface Answers {
  readonly kept?: readonly Passkey[];
  readonly added?: Changed | PasskeyNotAdded;
  readonly removed?: Awaited<ReturnType<Passkeys['remove']>>;
  readonly renamed?: boolean;
  readonly verified?: VerifiedPasskey | PasskeyProblem;
  readonly refused?: AdminError;
  readonly applicationName?: string;
}

function account(answers: Answers = {}) {
  const { kept = [KEY], added = CHANGED, removed = CHANGED, renamed = true, verified = VERIFIED } = answers;
  const add = recorded<Parameters<Passkeys['add']>, Changed | PasskeyNotAdded>(added);
  const rename = recorded<Parameters<Passkeys['rename']>, boolean>(renamed);
  const remove = recorded<Parameters<Passkeys['remove']>, typeof removed>(removed);
  const removeApp = recorded<Parameters<Passkeys['removeApp']>, typeof removed>(removed);
  const registered = recorded<Parameters<PasskeyVerifier['registered']>, typeof verified>(verified);
  const byBoth = recorded<Parameters<ProveOwner['byBoth']>, AdminError | undefined>(answers.refused);
  const byAll = recorded<Parameters<ProveOwner['byAll']>, AdminError | undefined>(answers.refused);
  const logged: string[] = [];
  const ignore = () => undefined;
  const passkeys = createPasskeys({
    passkeys: {
      list: (id) => Promise.resolve(id === ADA.id ? kept : []),
      add: add.method,
      rename: rename.method,
      remove: remove.method,
      removeApp: removeApp.method,
      use: () => Promise.resolve(false),
    },
    verifier: { registered: registered.method } as unknown as PasskeyVerifier,
    site: { origin: 'https://notes.example.com', rpId: 'notes.example.com' },
    applicationName: answers.applicationName ?? 'Notes',
    tickets,
    proofTickets,
    proveOwner: { byBoth: byBoth.method, byAll: byAll.method },
    clock,
    logger: {
      debug: ignore,
      warn: ignore,
      error: ignore,
      info: (context: object, message: string) => void logged.push(`${message} ${JSON.stringify(context)}`),
    },
  });
  return { ...passkeys, calls: { add, rename, remove, removeApp, registered, byBoth, byAll }, logged };
}

const ticketOf = (more: object = {}) =>
  tickets.issue({ administratorId: ADA.id, tokenVersion: ADA.tokenVersion, passkey: true, ...more });

describe('admin: the challenge for a passkey that confirms a change (AD-531)', () => {
  it('belongs to a ticket of the administrator', () => {
    const { options, ticket, expires_in } = account().challenge(REQUEST);
    expect(proofTickets.open(ticket)).to.deep.equal({ administratorId: '7', tokenVersion: 3 });
    expect(options).to.deep.include({ challenge: challengeOf(ticket), rpId: 'notes.example.com' });
    expect(expires_in).to.equal(300);
  });
});

describe('admin: the options for a new passkey (AD-520, AD-528)', () => {
  it('ask for the password, and for the second factor of those who have one', async () => {
    const { setUp, calls } = account();
    await setUp('secret', PROOF, WITH_FACTOR);
    await setUp('secret', undefined, REQUEST);
    expect(calls.byAll.calls).to.deep.equal([
      ['secret', PROOF, WITH_FACTOR],
      ['secret', undefined, REQUEST],
    ]);
    expect(await account({ refused: WRONG }).setUp('x', PROOF, WITH_FACTOR)).to.equal(WRONG);
  });

  it('name the site, the administrator without personal data, and the passkeys that the account has', async () => {
    const setup = await account().setUp('secret', undefined, REQUEST);
    if (setup instanceof AdminError) return expect.fail(setup.code);
    const { ticket, options, expires_in } = setup;
    expect(tickets.open(ticket)).to.deep.equal({ administratorId: '7', tokenVersion: 3, passkey: true });
    expect(expires_in).to.equal(600);
    expect(options).to.deep.equal({
      challenge: challengeOf(ticket),
      rp: { id: 'notes.example.com', name: 'Notes' },
      user: { id: userHandleOf('7'), name: 'ada', displayName: 'Ada' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: [{ type: 'public-key', id: 'credential', transports: ['usb'] }],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
      timeout: 300_000,
    });
    const nameless = await account({ applicationName: '' }).setUp('secret', undefined, REQUEST);
    expect(nameless).to.have.nested.property('options.rp.name', 'notes.example.com');
  });
});

describe('admin: a new passkey (AD-520)', () => {
  const made = { name: ' Key ', credential: { id: 'x' } };

  it('is stored with its name; with the first second factor come recovery codes, of which the host has the hashes', async () => {
    const { confirm, calls, logged } = account();
    const ticket = ticketOf();
    const confirmed = await confirm({ ...made, ticket }, REQUEST);
    if (confirmed instanceof AdminError) return expect.fail(confirmed.code);
    const { administrator, recoveryCodes = [] } = confirmed;
    expect(administrator).to.equal(CHANGED.administrator);
    expect(recoveryCodes).to.have.length(10);
    expect(calls.registered.calls).to.deep.equal([[{ id: 'x' }, challengeOf(ticket)]]);
    const recoveryHashes = recoveryCodes.map(recoveryHash);
    expect(calls.add.calls).to.deep.equal([
      [{ administratorId: '7', tokenVersion: 3, passkey: KEY, recoveryHashes }, CALL],
    ]);
    expect(logged).to.deep.equal(['an administrator added a passkey {"requestId":"r-1","administrator":"7"}']);
  });

  it('leaves the recovery codes of an administrator who has a second factor', async () => {
    const { confirm, calls } = account();
    const confirmed = await confirm({ ...made, ticket: ticketOf() }, WITH_FACTOR);
    expect(confirmed).to.deep.equal({ administrator: CHANGED.administrator });
    expect(calls.add.calls[0]?.[0].recoveryHashes).to.deep.equal([]);
  });

  it('is refused with a ticket of another administrator, of an earlier password, or a foreign one', async () => {
    const { confirm, calls } = account();
    for (const ticket of [ticketOf({ administratorId: '8' }), ticketOf({ tokenVersion: 2 }), 'x']) {
      expect(await confirm({ ...made, ticket }, REQUEST)).to.deep.equal(EXPIRED);
    }
    expect(calls.registered.calls).to.deep.equal([]);
  });

  it('is refused with the reason of the verifier or of the host', async () => {
    for (const problem of ['wrong_site', 'refused'] as const) {
      const { confirm, calls, logged } = account({ verified: problem });
      const refused = await confirm({ ...made, ticket: ticketOf() }, REQUEST);
      expect(refused).to.deep.equal(new AdminError(`passkey_${problem}`));
      expect([calls.add.calls, logged]).to.deep.equal([[], []]);
    }
    for (const [reason, code] of [
      ['unknown', 'unauthenticated'],
      ['stale', 'unauthenticated'],
      ['registered', 'passkey_registered'],
      ['tooMany', 'passkey_limit'],
    ] as const) {
      const { confirm, logged } = account({ added: { changed: false, reason } });
      expect(await confirm({ ...made, ticket: ticketOf() }, REQUEST)).to.deep.equal(new AdminError(code));
      expect(logged).to.deep.equal([]);
    }
  });
});

describe('admin: the name of a passkey (AD-524)', () => {
  it('has 1 to 60 characters of Unicode without control characters, for a new one and for a change', async () => {
    const problems = [
      ['  ', { rule: 'required' }],
      ['a\nb', { rule: 'string_characters' }],
      ['\ud800', { rule: 'string_characters' }],
      ['🔑'.repeat(61), { rule: 'string_length', parameters: { maximum: 60 } }],
    ] as const;
    for (const [name, problem] of problems) {
      const { confirm, rename, calls } = account();
      const expected = invalid('name', problem);
      expect(await confirm({ ticket: ticketOf(), name, credential: {} }, REQUEST)).to.deep.equal(expected);
      expect(await rename(ID, name, REQUEST)).to.deep.equal(expected);
      expect([calls.registered.calls, calls.rename.calls]).to.deep.equal([[], []]);
    }
    const { rename, calls } = account();
    const longest = '🔑'.repeat(60);
    expect(await rename(ID, ` ${longest} `, REQUEST)).to.equal(undefined);
    expect(calls.rename.calls).to.deep.equal([['7', 'credential', longest, CALL]]);
  });

  it('changes only for a passkey of the administrator', async () => {
    const { rename, calls } = account();
    for (const id of ['', 'credential', passkeyIdOf({ credentialId: 'other' })]) {
      expect(await rename(id, 'Key', REQUEST)).to.deep.equal(new AdminError('not_found'));
    }
    expect(calls.rename.calls).to.deep.equal([]);
    expect(await account({ renamed: false }).rename(ID, 'Key', REQUEST)).to.deep.equal(new AdminError('not_found'));
  });
});

describe('admin: the removal of a passkey or of the app (AD-524, AD-525)', () => {
  it('asks for the password and the second factor, and says so in the log', async () => {
    const { remove, calls, logged } = account();
    expect(await remove(ID, 'secret', PROOF, REQUEST)).to.equal(CHANGED.administrator);
    expect(calls.byBoth.calls).to.deep.equal([['secret', PROOF, REQUEST]]);
    expect(calls.remove.calls).to.deep.equal([['7', 'credential', CALL]]);
    expect(logged).to.deep.equal(['an administrator removed a passkey {"requestId":"r-1","administrator":"7"}']);
    expect(await account().removeApp('secret', PROOF, REQUEST)).to.equal(CHANGED.administrator);
  });

  it('does not happen without them, nor for an unknown passkey', async () => {
    const { remove, removeApp, calls, logged } = account({ refused: WRONG });
    expect(await remove(ID, 'x', PROOF, REQUEST)).to.equal(WRONG);
    expect(await removeApp('x', PROOF, REQUEST)).to.equal(WRONG);
    expect([calls.remove.calls, calls.removeApp.calls, logged]).to.deep.equal([[], [], []]);
    const unknown = account();
    expect(await unknown.remove('other', 'secret', PROOF, REQUEST)).to.deep.equal(new AdminError('not_found'));
    expect(unknown.calls.byBoth.calls).to.deep.equal([]);
  });

  it('fails if it is gone, or if the session has ended', async () => {
    for (const [reason, ofPasskey, ofApp] of [
      ['stale', 'not_found', 'conflict'],
      ['unknown', 'unauthenticated', 'unauthenticated'],
      ['forbidden', 'unauthenticated', 'unauthenticated'],
    ] as const) {
      const { remove, removeApp, logged } = account({ removed: { changed: false, reason } });
      expect(await remove(ID, 'secret', PROOF, REQUEST)).to.deep.equal(new AdminError(ofPasskey));
      expect(await removeApp('secret', PROOF, REQUEST)).to.deep.equal(new AdminError(ofApp));
      expect(logged).to.deep.equal([]);
    }
  });
});

describe('admin: a passkey in answers (AD-524, AD-528)', () => {
  it('has an id of its own, and the times of its registration and its latest use', () => {
    const body = { id: ID, name: 'Key', created_at: '2027-01-15T08:00:00.000Z', used_at: null, is_synced: false };
    expect(passkeyBody(KEY)).to.deep.equal(body);
    expect(passkeyBody({ ...KEY, usedAt: NOW + 1000, backedUp: true })).to.deep.equal({
      ...body,
      used_at: '2027-01-15T08:00:01.000Z',
      is_synced: true,
    });
  });
});
