import { expect } from 'chai';
import { AdminError, invalid } from '../api/errors.js';
import type { Account, Accounts, Changed, NotChanged } from '../ports/accounts.js';
import type { Credentials } from '../ports/directory.js';
import { ADA } from '../testing/administrator.js';
import { recorded } from '../testing/asking.js';
import type { PasswordDependencies } from './choose-password.js';
import { chosenPassword, createChangeOwnPassword, createRedeemPasswordLink, LATEST_LINK } from './choose-password.js';

const CALL = { requestId: 'r-1' };
const CHANGED: Changed = { changed: true, administrator: { ...ADA, tokenVersion: 4 } };

describe('a link to choose a password', () => {
  it('changes nothing if a newer one is made while the password is hashed (AD-245)', async () => {
    const documents = new Map([[LATEST_LINK, '"first"']]);
    const changes: unknown[] = [];
    const administrator = { id: '7', login: 'ada', tokenVersion: 1 };
    const redeem = createRedeemPasswordLink(
      {
        issue: () => expect.fail('no link is made'),
        verify: async () => ({ id: 'first', administratorId: '7', tokenVersion: 1, by: '1' }),
      },
      {
        accounts: {
          find: async () => ({ administrator, active: true, hasPassword: true }),
          preferences: async () => documents,
          changePassword: async (change: unknown) => {
            changes.push(change);
            return { changed: true, administrator };
          },
        } as never,
        passwords: {
          hash: async () => {
            documents.set(LATEST_LINK, '"second"');
            return 'hash';
          },
        } as never,
      },
    );
    const outcome = await redeem(
      { token: 'x', password: 'correct horse battery', clientAddress: '203.0.113.1' },
      { requestId: 'r' },
    );
    expect(outcome).to.be.instanceOf(AdminError).and.have.property('code', 'link_invalid');
    expect(changes).to.deep.equal([]);
  });
});

describe('a link that is redeemed (AD-245)', () => {
  const request = { token: 'x', password: 'correct horse', clientAddress: '203.0.113.1' };
  const LINK = { id: 'first', administratorId: '7', tokenVersion: 3, by: '1' };
  const INVALID = new AdminError('link_invalid');

  interface Stored {
    readonly link?: typeof LINK | 'foreign';
    readonly account?: Account | 'none';
    readonly latest?: string;
    readonly outcome?: Changed | NotChanged;
  }

  const ACTIVE: Account = { administrator: ADA, active: true, hasPassword: true };

  async function redeeming({ link = LINK, account = ACTIVE, latest = '"first"', outcome = CHANGED }: Stored = {}) {
    const changes = recorded<Parameters<Accounts['changePassword']>, typeof outcome>(outcome);
    const hashed: string[] = [];
    const redeem = createRedeemPasswordLink(
      { issue: () => expect.fail('no link is made'), verify: async () => (link === 'foreign' ? undefined : link) },
      {
        accounts: {
          find: async () => (account === 'none' ? undefined : account),
          preferences: async () => new Map([[LATEST_LINK, latest]]),
          changePassword: changes.method,
        } as never,
        passwords: {
          hash: async (password: string, requester: string) => hashed.push(`${password} ${requester}`),
        } as never,
      },
    );
    return { redeemed: await redeem(request, CALL), changes: changes.calls, hashed };
  }

  it('sets the password in the name of the colleague who made it', async () => {
    const { redeemed, changes, hashed } = await redeeming();
    expect(redeemed).to.equal(CHANGED.administrator);
    expect(hashed).to.deep.equal(['correct horse 203.0.113.1']);
    const change = { administratorId: '7', tokenVersion: 3, passwordHash: 1, changedBy: '1', mustChange: false };
    expect(changes).to.deep.equal([[change, CALL]]);
  });

  it('costs no hash if it is foreign, used, replaced, or of an inactive account', async () => {
    const useless: readonly Stored[] = [
      { link: 'foreign' },
      { account: 'none' },
      { account: { ...ACTIVE, active: false } },
      { account: { ...ACTIVE, administrator: { ...ADA, tokenVersion: 4 } } },
      { latest: '"second"' },
      { latest: '' },
    ];
    for (const stored of useless) {
      const { redeemed, changes, hashed } = await redeeming(stored);
      expect(redeemed, JSON.stringify(stored)).to.deep.equal(INVALID);
      expect([changes, hashed]).to.deep.equal([[], []]);
    }
  });

  it('is invalid if the host refuses the change', async () => {
    const { redeemed } = await redeeming({ outcome: { changed: false, reason: 'forbidden' } });
    expect(redeemed).to.deep.equal(INVALID);
  });
});

const OWN = { current: 'old password', password: 'new password', clientAddress: '203.0.113.1' };

interface Answers {
  readonly outcome?: Changed | NotChanged;
  readonly credentials?: Credentials | 'none';
  readonly find?: () => Promise<never>;
  readonly isAllowed?: boolean;
  readonly undo?: () => Promise<void>;
}

/** The account of Ada, whose password is "old password". */
function changing(answers: Answers = {}) {
  const { outcome = CHANGED, credentials = { administrator: ADA, passwordHash: 'old' }, isAllowed = true } = answers;
  const changes = recorded<Parameters<Accounts['changePassword']>, typeof outcome>(outcome);
  const events: string[] = [];
  const warned: object[] = [];
  const note = (event: string) => () => {
    events.push(event);
    return answers.undo?.() ?? Promise.resolve();
  };
  const change = createChangeOwnPassword({
    accounts: { changePassword: changes.method },
    directory: {
      findCredentials: answers.find ?? (() => Promise.resolve(credentials === 'none' ? undefined : credentials)),
    },
    passwords: {
      verify: (password: string, hash: string | undefined, requester: string) => {
        events.push(`verified for ${requester}`);
        return Promise.resolve(hash === 'old' && password === 'old password');
      },
      hash: (password: string, requester: string) => Promise.resolve(`${password} for ${requester}`),
    },
    throttle: {
      attempt: ({ pair }: { readonly pair: { readonly key: string } }) => {
        events.push(pair.key);
        const verdict = { allowed: true, succeeded: note('succeeded'), withdrawn: note('withdrawn') };
        return Promise.resolve(isAllowed ? verdict : { allowed: false, retryAfterSeconds: 30 });
      },
    },
    limits: { windowMs: 1000, perLoginAndAddress: 1, perLogin: 2, perAddress: 3 },
    logger: { warn: (context: object, message: string) => void warned.push({ ...context, message }) },
  } as unknown as PasswordDependencies);
  return { change, changes: changes.calls, events, warned };
}

const COUNTED = 'sign-in:account-pair:203.0.113.1 id 7';
const VERIFIED = 'verified for 203.0.113.1';

describe('the change of the own password (AD-246)', () => {
  it('asks for the current one, and is in the own name', async () => {
    const { change, changes, events } = changing();
    expect(await change(OWN, ADA, CALL)).to.equal(CHANGED.administrator);
    const { id, tokenVersion } = ADA;
    const passwordHash = 'new password for 203.0.113.1';
    expect(changes).to.deep.equal([
      [{ administratorId: id, tokenVersion, passwordHash, changedBy: id, mustChange: false }, CALL],
    ]);
    expect(events).to.deep.equal([COUNTED, VERIFIED, 'succeeded']);
  });

  it('counts a wrong one like an attempt to sign in, and compares none above the limit', async () => {
    const wrong = changing();
    const refused = await wrong.change({ ...OWN, current: 'x' }, ADA, CALL);
    expect(refused).to.deep.equal(invalid('current', { rule: 'password_wrong' }));
    expect([wrong.changes, wrong.events]).to.deep.equal([[], [COUNTED, VERIFIED]]);
    const many = changing({ isAllowed: false });
    const throttled = new AdminError('too_many_attempts', { retryAfterSeconds: 30 });
    expect(await many.change(OWN, ADA, CALL)).to.deep.equal(throttled);
    expect([many.changes, many.events]).to.deep.equal([[], [COUNTED]]);
  });

  it('knows the account by its id: a login may belong to another one by now', async () => {
    for (const credentials of ['none', { administrator: { ...ADA, id: '8' }, passwordHash: 'old' }] as const) {
      const { change, changes } = changing({ credentials });
      expect(await change(OWN, ADA, CALL)).to.deep.equal(invalid('current', { rule: 'password_wrong' }));
      expect(changes).to.deep.equal([]);
    }
  });

  it('needs another password, in whatever spelling (AD-451)', async () => {
    const { change, changes } = changing();
    const same = await change({ ...OWN, password: 'old password' }, ADA, CALL);
    expect(same).to.deep.equal(invalid('password', { rule: 'password_same' }));
    expect(changes).to.deep.equal([]);
  });

  it('ends with the session that asks for it', async () => {
    const { change } = changing({ outcome: { changed: false, reason: 'stale' } });
    expect(await change(OWN, ADA, CALL)).to.deep.equal(new AdminError('unauthenticated'));
  });

  it('takes the count back if the host is away, and goes on if that fails (AD-191)', async () => {
    const away = new Error('away');
    const err = new Error('no store');
    const message = 'failed to undo the count of a password attempt in an account: it counts until its window ends';
    const warning = { requestId: 'r-1', err, message };
    for (const [undo, warnings] of [
      [() => Promise.resolve(), []],
      [() => Promise.reject(err), [warning]],
    ] as const) {
      const { change, events, warned } = changing({ find: () => Promise.reject(away), undo });
      expect(await change(OWN, ADA, CALL).catch((error: unknown) => error)).to.equal(away);
      expect(events).to.deep.equal([COUNTED, 'withdrawn']);
      expect(warned).to.deep.equal(warnings);
    }
    const { change, warned } = changing({ undo: () => Promise.reject(err) });
    expect(await change(OWN, ADA, CALL)).to.equal(CHANGED.administrator);
    expect(warned).to.deep.equal([warning]);
  });
});

describe('a password that an administrator chooses (AD-172)', () => {
  it('has 8 characters or more, at most 72 bytes, and no half characters', () => {
    const chosen = { password: '12345678' };
    expect(chosenPassword('12345678')).to.deep.equal(chosen);
    for (const password of ['', undefined, null, 12345678, ['12345678']]) {
      expect(chosenPassword(password)).to.deep.equal({ rule: 'required' });
    }
    for (const password of ['1234567\ud800', '12345678\0']) {
      expect(chosenPassword(password)).to.deep.equal({ rule: 'string_characters' });
    }
    const short = { rule: 'password_short', parameters: { minimum: 8 } };
    // Counted in characters that people type, and not in their marks or units.
    for (const password of ['1234567', 'e\u0301'.repeat(7), '🎉'.repeat(7)]) {
      expect(chosenPassword(password), password).to.deep.equal(short);
    }
    expect(chosenPassword('🎉'.repeat(8))).to.have.property('password');
    const longest = 'é'.repeat(36);
    expect(chosenPassword(longest)).to.deep.equal({ password: longest });
    expect(chosenPassword('e\u0301'.repeat(36))).to.have.property('password');
    expect(chosenPassword(`${longest}x`)).to.deep.equal({ rule: 'password_long', parameters: { maximum: 72 } });
  });
});
