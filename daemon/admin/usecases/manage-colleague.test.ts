import { expect } from 'chai';
import { AdminError, invalid } from '../api/errors.js';
import type { PasswordLinks } from '../auth/password-links.js';
import type { Passwords } from '../auth/passwords.js';
import { PermissionSet } from '../auth/permission-set.js';
import type { Administrator } from '../model/administrator.js';
import type { Account, Accounts, Changed, NotChanged } from '../ports/accounts.js';
import type { SecondFactors } from '../ports/second-factors.js';
import { ADA } from '../testing/administrator.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';
import { createManageColleague, createResetSecondFactor, findAccount, mayManage } from './manage-colleague.js';

const BOB: Administrator = { ...ADA, id: '8', login: 'bob', tokenVersion: 5 };
const ACTIVE: Account = { administrator: BOB, active: true, hasPassword: true };
const CHANGED: Changed = { changed: true, administrator: BOB };
const [NOT_FOUND, FORBIDDEN] = [new AdminError('not_found'), new AdminError('forbidden')];
const LINK = { id: 'link', token: 't', expiresAt: 9 };

interface Answers {
  readonly account?: Account | 'none';
  readonly outcome?: Changed | NotChanged;
  readonly stored?: Awaited<ReturnType<Accounts['setPreference']>>;
  readonly secondFactor?: boolean;
}

function managing({ account = ACTIVE, outcome = CHANGED, stored = 'stored', secondFactor = true }: Answers = {}) {
  const find = recorded<Parameters<Accounts['find']>, Account | undefined>(account === 'none' ? undefined : account);
  const changePassword = recorded<Parameters<Accounts['changePassword']>, typeof outcome>(outcome);
  const endSessions = recorded<Parameters<Accounts['endSessions']>, typeof outcome>(outcome);
  const setPreference = recorded<Parameters<Accounts['setPreference']>, typeof stored>(stored);
  const issue = recorded<Parameters<PasswordLinks['issue']>, typeof LINK>(LINK);
  const remove = recorded<Parameters<SecondFactors['remove']>, typeof outcome>(outcome);
  const accounts = {
    find: find.method,
    changePassword: changePassword.method,
    endSessions: endSessions.method,
    setPreference: setPreference.method,
  } as unknown as Accounts;
  const passwords = { hash: (text: string, by: string) => Promise.resolve(`${text} by ${by}`) };
  const colleague = createManageColleague({
    accounts,
    passwords: passwords as unknown as Passwords,
    links: { issue: issue.method } as unknown as PasswordLinks,
    secondFactor,
  });
  const resetSecondFactor = createResetSecondFactor({ accounts, secondFactors: { remove: remove.method } });
  const calls = { find, changePassword, endSessions, setPreference, issue, remove };
  const writes = () =>
    [changePassword, endSessions, setPreference, issue, remove].reduce((sum, one) => sum + one.calls.length, 0);
  const acts = [
    (id: string, asking = SUPERUSER) => colleague.setPassword(id, 'secret', asking),
    (id: string, asking = SUPERUSER) => colleague.issueLink(id, asking),
    (id: string, asking = SUPERUSER) => colleague.endSessions(id, asking),
    (id: string, asking = SUPERUSER) => resetSecondFactor(id, asking),
  ];
  return { ...colleague, resetSecondFactor, acts, calls, writes };
}

describe('admin: who may manage whom (AD-242)', () => {
  const set = (...codes: readonly string[]) => new PermissionSet(false, codes);

  it('superusers everybody, others those with no more permissions than their own', () => {
    const held = { ...BOB, permissions: ['a', 'b'] };
    expect(mayManage(new PermissionSet(true, []), { ...held, superuser: true })).to.equal(true);
    expect(mayManage(set('a', 'b', 'c'), held)).to.equal(true);
    expect(mayManage(set('a'), held)).to.equal(false);
    expect(mayManage(set(), held)).to.equal(false);
    expect(mayManage(set(), BOB)).to.equal(true);
    expect(mayManage(set('a', 'b'), { ...held, superuser: true })).to.equal(false);
    expect(mayManage(set('a', 'b'), { ...BOB, superuser: true })).to.equal(false);
  });
});

describe('admin: the account of a colleague (AD-245, AD-253, AD-254)', () => {
  it('is shown with what the administrator may do', async () => {
    const shown = { active: true, has_password: true, may_manage: true, is_own: false };
    expect(await managing().show('8', SUPERUSER)).to.deep.equal({ ...shown, has_second_factor: false });
    expect(await managing({ secondFactor: false }).show('8', SUPERUSER)).to.deep.equal(shown);
    const administrator = { ...BOB, permissions: ['a'], hasSecondFactor: true } as const;
    const account = { administrator, active: false, hasPassword: false };
    expect(await managing({ account }).show('8', askingWith())).to.deep.equal({
      active: false,
      has_password: false,
      may_manage: false,
      is_own: false,
      has_second_factor: true,
    });
    expect(await managing({ account: { ...ACTIVE, administrator: ADA } }).show('7', SUPERUSER)).to.include({
      is_own: true,
    });
    expect(await managing({ account: 'none' }).show('8', SUPERUSER)).to.deep.equal(NOT_FOUND);
  });

  it('gets a password that it must replace, in the name of the administrator', async () => {
    const { setPassword, calls } = managing();
    expect(await setPassword('8', 'secret', SUPERUSER)).to.equal(undefined);
    const change = { administratorId: '8', tokenVersion: 5, changedBy: '7', mustChange: true };
    expect(calls.changePassword.calls).to.deep.equal([[{ ...change, passwordHash: 'secret by 7' }, SUPERUSER.call]]);
  });

  it('gets a link, of which the latest is stored', async () => {
    const { issueLink, calls } = managing();
    expect(await issueLink('8', SUPERUSER)).to.equal(LINK);
    expect(calls.issue.calls).to.deep.equal([[{ administratorId: '8', tokenVersion: 5, by: '7' }]]);
    expect(calls.setPreference.calls).to.deep.equal([['8', 'gatehouse.password-link', '"link"', SUPERUSER.call]]);
    expect(await managing({ stored: 'unknown' }).issueLink('8', SUPERUSER)).to.deep.equal(NOT_FOUND);
    expect(await managing({ stored: 'tooMany' }).issueLink('8', SUPERUSER)).to.deep.equal(
      invalid('link', { rule: 'preference_count' }),
    );
  });

  it('loses its sessions and its second factor, in the name of the administrator', async () => {
    const { endSessions, resetSecondFactor, calls } = managing();
    expect(await endSessions('8', SUPERUSER)).to.equal(undefined);
    expect(await resetSecondFactor('8', SUPERUSER)).to.equal(undefined);
    expect(calls.endSessions.calls).to.deep.equal([['8', '7', SUPERUSER.call]]);
    expect(calls.remove.calls).to.deep.equal([['8', '7', SUPERUSER.call]]);
  });

  it('is not changed if it is unknown, inactive, of someone with more rights, or the own one', async () => {
    const strong = { ...ACTIVE, administrator: { ...BOB, permissions: ['a'] } };
    const own = { ...ACTIVE, administrator: ADA };
    for (const [account, id, asking, error] of [
      ['none', '8', SUPERUSER, NOT_FOUND],
      [{ ...ACTIVE, active: false }, '8', SUPERUSER, NOT_FOUND],
      [strong, '8', askingWith('b'), FORBIDDEN],
      [own, '7', SUPERUSER, FORBIDDEN],
    ] as const) {
      const { acts, writes } = managing({ account });
      for (const act of acts) expect(await act(id, asking)).to.deep.equal(error);
      expect(writes()).to.equal(0);
    }
  });

  it('is not changed if the host refuses', async () => {
    for (const [reason, code] of [
      ['unknown', 'not_found'],
      ['stale', 'conflict'],
      ['forbidden', 'forbidden'],
    ] as const) {
      const { setPassword, endSessions, resetSecondFactor } = managing({ outcome: { changed: false, reason } });
      const refused = new AdminError(code);
      expect(await setPassword('8', 'secret', SUPERUSER)).to.deep.equal(refused);
      expect(await endSessions('8', SUPERUSER)).to.deep.equal(refused);
      expect(await resetSecondFactor('8', SUPERUSER)).to.deep.equal(refused);
    }
  });

  it('is not looked up with an id that no account can have', async () => {
    const { acts, show, calls } = managing();
    for (const id of ['', 'a\0', 'x'.repeat(256)]) {
      expect(await show(id, SUPERUSER)).to.deep.equal(NOT_FOUND);
      for (const act of acts) expect(await act(id)).to.deep.equal(NOT_FOUND);
      expect(await findAccount({ find: calls.find.method }, id, SUPERUSER.call)).to.equal(undefined);
    }
    expect(calls.find.calls).to.deep.equal([]);
  });
});
