import { expect } from 'chai';
import { AdminError, invalid } from '../api/errors.js';
import type { OneTimeCodes } from '../auth/one-time-codes.js';
import { recoveryHash } from '../auth/one-time-codes.js';
import { createTickets } from '../auth/tickets.js';
import type { Changed, NotChanged } from '../ports/accounts.js';
import type { Passkey, Passkeys } from '../ports/passkeys.js';
import type { SecondFactor, SecondFactors } from '../ports/second-factors.js';
import { ADA } from '../testing/administrator.js';
import { recorded } from '../testing/asking.js';
import { ownRequest } from '../testing/own-request.js';
import { passkeyBody } from './passkeys.js';
import type { ProveOwner } from './prove-owner.js';
import { createSecondFactor, isSetupTicket } from './second-factor.js';

const { call: CALL } = ownRequest();
const WRONG = invalid('password', { rule: 'password_wrong' });
const PROOF = { code: '123456' };
const CHANGED: Changed = { changed: true, administrator: { ...ADA, tokenVersion: 4 } };
const WITH_APP: SecondFactor = { sealedSecret: 'sealed', recoveryCodesLeft: 9 };
/** Of an administrator with passkeys alone. */
const WITHOUT_APP: SecondFactor = { sealedSecret: '', recoveryCodesLeft: 8 };

const REQUEST = ownRequest();
const WITH_FACTOR = ownRequest({ hasSecondFactor: true });

const tickets = createTickets(
  { secret: 's'.repeat(32), purpose: 'a test', ttlSeconds: 60, isContent: isSetupTicket },
  { now: () => 1_800_000_000_000 },
);
const ticketOf = (more: object = {}) =>
  tickets.issue({ administratorId: '7', tokenVersion: 3, secret: 'BASE32', ...more });

const codes: OneTimeCodes = {
  newSecret: () => 'BASE32',
  uriOf: (secret, login) => `otpauth://${login}?${secret}`,
  stepOf: (secret, code) => (secret === 'BASE32' && code === '123456' ? 42 : undefined),
  seal: (secret, administratorId) => `${secret} of ${administratorId}`,
  unseal: () => undefined,
};

interface Answers {
  readonly factor?: SecondFactor;
  readonly passkeys?: readonly Passkey[];
  readonly outcome?: Changed | NotChanged;
  readonly replaced?: boolean;
  readonly refused?: AdminError;
}

function account({ factor, passkeys, outcome = CHANGED, replaced = true, refused }: Answers = {}) {
  const set = recorded<Parameters<SecondFactors['set']>, Changed | NotChanged>(outcome);
  const remove = recorded<Parameters<SecondFactors['remove']>, Changed | NotChanged>(outcome);
  const setRecoveryCodes = recorded<Parameters<SecondFactors['setRecoveryCodes']>, boolean>(replaced);
  const byBoth = recorded<Parameters<ProveOwner['byBoth']>, AdminError | undefined>(refused);
  const byAll = recorded<Parameters<ProveOwner['byAll']>, AdminError | undefined>(refused);
  const list = () => Promise.resolve(passkeys ?? []);
  const own = createSecondFactor({
    factors: {
      find: () => Promise.resolve(factor),
      set: set.method,
      use: () => Promise.resolve(false),
      setRecoveryCodes: setRecoveryCodes.method,
      remove: remove.method,
    },
    ...(passkeys && { passkeys: { list } as unknown as Passkeys }),
    codes,
    tickets,
    proveOwner: { byBoth: byBoth.method, byAll: byAll.method },
  });
  return { ...own, calls: { set, remove, setRecoveryCodes, byBoth, byAll } };
}

describe('admin: the second factor of an account (AD-255)', () => {
  it('is shown with its app, its recovery codes and its passkeys', async () => {
    const off = { is_on: false, is_required: false, has_app: false, recovery_codes_left: 0 };
    expect(await account().show(REQUEST)).to.deep.equal(off);
    const required = ownRequest({ mustHaveSecondFactor: true });
    expect(await account({ passkeys: [] }).show(required)).to.deep.equal({ ...off, is_required: true, passkeys: [] });
    const app = { is_on: true, is_required: false, has_app: true, recovery_codes_left: 9 };
    expect(await account({ factor: WITH_APP }).show(REQUEST)).to.deep.equal(app);
    const key: Passkey = {
      credentialId: 'c',
      publicKey: 'k',
      signCount: 0,
      transports: [],
      backedUp: true,
      name: 'Key',
      createdAt: 0,
    };
    expect(await account({ factor: WITHOUT_APP, passkeys: [key] }).show(REQUEST)).to.deep.equal({
      is_on: true,
      is_required: false,
      has_app: false,
      recovery_codes_left: 8,
      passkeys: [passkeyBody(key)],
    });
  });
});

describe('admin: the setup of an app (AD-255, AD-525)', () => {
  it('asks for the password, and returns a secret with a ticket', async () => {
    const { setUp, calls } = account();
    const setup = await setUp('secret', undefined, REQUEST);
    if (setup instanceof AdminError) return expect.fail(setup.code);
    const { ticket, ...rest } = setup;
    expect(rest).to.deep.equal({ secret: 'BASE32', uri: 'otpauth://ada?BASE32', expires_in: 1800 });
    expect(tickets.open(ticket)).to.deep.equal({ administratorId: '7', tokenVersion: 3, secret: 'BASE32' });
    expect(calls.byAll.calls).to.deep.equal([['secret', undefined, REQUEST]]);
  });

  it('asks those who have passkeys for one as well, or for a recovery code', async () => {
    const { setUp, calls } = account({ factor: WITHOUT_APP });
    expect(await setUp('secret', PROOF, WITH_FACTOR)).to.have.property('secret', 'BASE32');
    expect(calls.byAll.calls).to.deep.equal([['secret', PROOF, WITH_FACTOR]]);
  });

  it('is refused beside another app, and with a wrong password', async () => {
    const exists = new AdminError('second_factor_exists');
    const { setUp, calls } = account({ factor: WITH_APP });
    expect(await setUp('secret', PROOF, WITH_FACTOR)).to.deep.equal(exists);
    // The factor was removed by another request.
    expect(await account().setUp('secret', PROOF, WITH_FACTOR)).to.deep.equal(exists);
    expect(calls.byAll.calls).to.deep.equal([]);
    expect(await account({ refused: WRONG }).setUp('x', undefined, REQUEST)).to.equal(WRONG);
    expect(await account({ factor: WITHOUT_APP, refused: WRONG }).setUp('x', PROOF, WITH_FACTOR)).to.equal(WRONG);
  });

  it('is confirmed with a code, also with spaces; the host gets the sealed secret and the hashes of recovery codes', async () => {
    const { confirm, calls } = account();
    const confirmed = await confirm(ticketOf(), ' 123 456 ', REQUEST);
    if (confirmed instanceof AdminError) return expect.fail(confirmed.code);
    const { administrator, recoveryCodes = [] } = confirmed;
    expect(administrator).to.equal(CHANGED.administrator);
    expect(recoveryCodes).to.have.length(10);
    const recoveryHashes = recoveryCodes.map(recoveryHash);
    const factor = { administratorId: '7', tokenVersion: 3, step: 42, sealedSecret: 'BASE32 of 7', recoveryHashes };
    expect(calls.set.calls).to.deep.equal([[factor, CALL]]);
  });

  it('leaves the recovery codes of an administrator who has passkeys', async () => {
    const { confirm, calls } = account();
    const confirmed = await confirm(ticketOf(), '123456', WITH_FACTOR);
    expect(confirmed).to.deep.equal({ administrator: CHANGED.administrator });
    expect(calls.set.calls[0]?.[0].recoveryHashes).to.deep.equal([]);
  });

  it('is not confirmed with a wrong code, a foreign ticket, or after a change of the account', async () => {
    const { confirm, calls } = account();
    expect(await confirm(ticketOf(), '654321', REQUEST)).to.deep.equal(invalid('code', { rule: 'code_wrong' }));
    for (const ticket of [ticketOf({ administratorId: '8' }), ticketOf({ tokenVersion: 2 }), 'x']) {
      expect(await confirm(ticket, '123456', REQUEST)).to.deep.equal(new AdminError('second_factor_expired'));
    }
    expect(calls.set.calls).to.deep.equal([]);
    for (const [reason, code] of [
      ['forbidden', 'second_factor_exists'],
      ['stale', 'unauthenticated'],
      ['unknown', 'unauthenticated'],
    ] as const) {
      const refused = await account({ outcome: { changed: false, reason } }).confirm(ticketOf(), '123456', REQUEST);
      expect(refused).to.deep.equal(new AdminError(code));
    }
  });
});

describe('admin: new recovery codes, and the removal of the second factor (AD-258)', () => {
  it('replaces all codes of the factor that is stored', async () => {
    const { renewCodes, calls } = account({ factor: WITH_APP });
    const renewed = await renewCodes('secret', PROOF, WITH_FACTOR);
    if (renewed instanceof AdminError) return expect.fail(renewed.code);
    expect(renewed).to.have.length(10);
    expect(calls.byBoth.calls).to.deep.equal([['secret', PROOF, WITH_FACTOR]]);
    expect(calls.setRecoveryCodes.calls).to.deep.equal([['7', 'sealed', renewed.map(recoveryHash), CALL]]);
  });

  it('replaces none if the factor has changed or is gone', async () => {
    const conflict = new AdminError('conflict');
    expect(await account({ factor: WITH_APP, replaced: false }).renewCodes('p', PROOF, WITH_FACTOR)).to.deep.equal(
      conflict,
    );
    const { renewCodes, calls } = account();
    expect(await renewCodes('p', PROOF, WITH_FACTOR)).to.deep.equal(conflict);
    expect(calls.setRecoveryCodes.calls).to.deep.equal([]);
  });

  it('removes the factor in the name of its owner, unless it is gone', async () => {
    const { remove, calls } = account();
    expect(await remove('secret', PROOF, WITH_FACTOR)).to.equal(CHANGED.administrator);
    expect(calls.remove.calls).to.deep.equal([['7', '7', CALL]]);
    const gone = await account({ outcome: { changed: false, reason: 'stale' } }).remove('p', PROOF, WITH_FACTOR);
    expect(gone).to.deep.equal(new AdminError('conflict'));
  });

  it('changes nothing without the password and the second factor', async () => {
    const { renewCodes, remove, calls } = account({ factor: WITH_APP, refused: WRONG });
    expect(await renewCodes('x', PROOF, WITH_FACTOR)).to.equal(WRONG);
    expect(await remove('x', PROOF, WITH_FACTOR)).to.equal(WRONG);
    expect([calls.setRecoveryCodes.calls, calls.remove.calls]).to.deep.equal([[], []]);
  });
});
