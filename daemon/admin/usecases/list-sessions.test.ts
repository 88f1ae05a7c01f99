import { expect } from 'chai';
import { AdminError } from '../api/errors.js';
import type { AdminClaims } from '../auth/tokens.js';
import type { Account, Accounts } from '../ports/accounts.js';
import type { ListedSession, SessionList } from '../ports/session-list.js';
import { ADA } from '../testing/administrator.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';
import { createListSessions } from './list-sessions.js';

const NOW = 1_800_000_000_000;
const DEVICE = { browser: 'Firefox', system: 'Linux', network: '192.0.2.0' };
const [NOT_FOUND, FORBIDDEN] = [new AdminError('not_found'), new AdminError('forbidden')];
const STRONG: Account = { administrator: { ...ADA, id: '8', permissions: ['a'] }, active: true, hasPassword: true };
const LISTED = ['one', 'two'].map((sessionId) => ({ sessionId, device: DEVICE, openedAt: NOW, usedAt: NOW + 1000 }));
const claimsOf = (sid: string) => ({ sid }) as unknown as AdminClaims;

type Ended = Awaited<ReturnType<SessionList['end']>>;

function sessions(account: Account | undefined = STRONG, ended: Ended = 'ended') {
  const find = recorded<Parameters<Accounts['find']>, Account | undefined>(account);
  const list = recorded<Parameters<SessionList['list']>, readonly ListedSession[]>(LISTED);
  const end = recorded<Parameters<SessionList['end']>, Ended>(ended);
  const port = { list: list.method, end: end.method } as unknown as SessionList;
  const calls = { find: find.calls, list: list.calls, end: end.calls };
  return {
    calls,
    ...createListSessions({ accounts: { find: find.method }, sessions: port, clock: { now: () => NOW } }),
  };
}

describe('admin: the list of sessions (AD-250, AD-251)', () => {
  it('shows the own ones with device and times, the current one marked, without a look at the account', async () => {
    const { list, calls } = sessions();
    const times = { opened_at: '2027-01-15T08:00:00.000Z', used_at: '2027-01-15T08:00:01.000Z' };
    expect(await list('7', claimsOf('two'), askingWith())).to.deep.equal([
      { id: 'one', is_current: false, ...DEVICE, ...times },
      { id: 'two', is_current: true, ...DEVICE, ...times },
    ]);
    expect(calls.list).to.deep.equal([['7', NOW, SUPERUSER.call]]);
    expect(calls.find).to.deep.equal([]);
  });

  it('shows those of colleagues to those who may manage them (AD-253)', async () => {
    expect(await sessions().list('8', claimsOf('x'), askingWith('a'))).to.have.length(2);
    for (const [account, asking, refused] of [
      [STRONG, askingWith('b'), FORBIDDEN],
      ['none', SUPERUSER, NOT_FOUND],
    ] as const) {
      const { list, end, calls } = account === 'none' ? without() : sessions(account);
      expect(await list('8', claimsOf('x'), asking)).to.deep.equal(refused);
      expect(await end('8', 'one', asking)).to.deep.equal(refused);
      expect([calls.list, calls.end]).to.deep.equal([[], []]);
    }
  });
});

/** Of an administrator who does not exist. */
function without() {
  const { calls } = sessions();
  const port = { list: () => expect.fail(), end: () => expect.fail() } as unknown as SessionList;
  const accounts = { find: () => Promise.resolve(undefined) };
  return { calls, ...createListSessions({ accounts, sessions: port, clock: { now: () => NOW } }) };
}

describe('admin: the end of one session (AD-252, AD-253)', () => {
  it('is in the name of the caller, as the host decides', async () => {
    const { end, calls } = sessions();
    expect(await end('8', 'one', SUPERUSER)).to.equal(undefined);
    expect(await end('7', 'aZ0_-', SUPERUSER)).to.equal(undefined);
    expect(calls.end).to.deep.equal([
      ['8', 'one', '7', SUPERUSER.call],
      ['7', 'aZ0_-', '7', SUPERUSER.call],
    ]);
    expect(await sessions(STRONG, 'unknown').end('7', 'one', SUPERUSER)).to.deep.equal(NOT_FOUND);
    expect(await sessions(STRONG, 'forbidden').end('7', 'one', SUPERUSER)).to.deep.equal(FORBIDDEN);
  });

  it('is asked for with ids that a session can have', async () => {
    const { end, calls } = sessions();
    for (const id of ['', 'a b', 'é', 'a\n', '\na', 'x'.repeat(65)]) {
      expect(await end('7', id, SUPERUSER), id).to.deep.equal(NOT_FOUND);
    }
    expect(calls.end).to.deep.equal([]);
    expect(await end('7', 'x'.repeat(64), SUPERUSER)).to.equal(undefined);
  });
});
