import { CALL, newPasswordHash, newToken } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import type { Colleagues, Outcome } from '../subject/colleagues.js';
import { newCode, newIdentity, outsider, withColleagues, writtenId } from '../subject/colleagues.js';
import { expectSame, expectThat, shown } from '../subject/expectations.js';

/** Administrators who manage their colleagues and the roles. They need a superuser: only with --scratch. */

const ACCOUNTS = { on: 'admin-unary', capability: 'CAPABILITY_ADMIN_ACCOUNTS', scratch: true } as const;
const ADMINISTRATOR_COLUMNS = ['login', 'email', 'name', 'is_superuser', 'is_activated', 'permissions'];

function fieldsOf(outcome: Outcome): string | readonly string[] {
  return outcome.outcome === 'invalid' ? outcome.errors.map(({ field }) => field) : outcome.outcome;
}

/** Refused, or invalid with some field: the contract lets the host choose. */
function expectDenied(what: string, outcome: Outcome, advice: string): void {
  const isDenied = outcome.outcome === 'refused' || outcome.outcome === 'invalid';
  expectThat(isDenied, `refused or invalid: ${what}`, shown(outcome), advice);
}

const created: Check = {
  name: 'accounts/create-colleague',
  citation: 'admin_account.proto: AdminAccountService, gatehouse.backend.administrators',
  ...ACCOUNTS,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { accounts, directory } = subject.admin;
      const texts = { ...newIdentity(), name: 'Ada "Λ" 🦉' };
      const permissions = [`${newCode()}.read`];
      const outcome = await colleagues.create('administrators', { texts, permissions });
      const id = writtenId(outcome, 'a new administrator');
      const expected = { ...texts, is_superuser: 0, is_activated: 1, permissions };
      const advice = 'Store every column exactly as received. A new administrator is active and no superuser.';
      const record = await colleagues.record('administrators', id);
      for (const [what, one] of [
        ['the answer', outcome.outcome === 'written' ? outcome.record : undefined],
        ['GetRecord', record],
      ] as const) {
        const values = one && colleagues.valuesOf('administrators', one, ADMINISTRATOR_COLUMNS);
        expectSame(`a new administrator in ${what}`, values, expected, advice);
      }
      const none = 'A new administrator has no password, and FindAdministrator finds no one without a password hash.';
      const account = await accounts.find(id, CALL);
      expectSame('has_password of a new administrator', account?.hasPassword, false, none);
      expectSame('permissions of the administrator', account?.administrator.permissions, permissions, advice);
      for (const [field, value] of [
        ['login', texts.login.toUpperCase()],
        ['email', texts.email.toUpperCase()],
      ] as const) {
        const taken = await colleagues.create('administrators', { texts: { ...newIdentity(), [field]: value } });
        const unique = 'Logins and email addresses are unique, ignoring case: answer invalid, with the field.';
        expectSame(`a new administrator with a taken ${field}`, fieldsOf(taken), [field], unique);
      }
      const linked = { administratorId: id, tokenVersion: 0, changedBy: id, mustChange: false };
      const first = await accounts.changePassword({ ...linked, passwordHash: newPasswordHash() }, CALL);
      expectSame('the first password', first.changed, true, 'Administrators set their own passwords with a link.');
      const found = await directory.findCredentials(texts.login, CALL);
      expectSame('FindAdministrator afterwards', found?.administrator.id, id, 'It signs in with the new password.');
    }),
};

const updated: Check = {
  name: 'accounts/update-colleague',
  citation: 'admin_account.proto: AdminAccountService, "Deactivating an administrator raises the token version"',
  ...ACCOUNTS,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { accounts, directory } = subject.admin;
      const colleague = await colleagues.colleague();
      const { id, tokenVersion } = colleague;
      const version = (await colleagues.record('administrators', id))?.version ?? '';
      const renamed = await colleagues.update('administrators', id, { texts: { name: 'Grace' } });
      writtenId(renamed, 'a changed administrator');
      const now = await colleagues.now(id);
      const only = 'Change the written columns, and nothing else.';
      expectSame('the administrator with another name', now, { ...colleague, displayName: 'Grace' }, only);
      const late = await colleagues.update('administrators', id, { texts: { name: 'Lin' } }, undefined, version);
      expectSame('an update with the version before', late.outcome, 'conflict', 'Compare the version of the record.');
      const deleted = await colleagues.delete('administrators', id);
      expectSame('DeleteRecords of an administrator', deleted.outcome, 'refused', 'Administrators are never deleted.');

      await colleagues.deactivate(colleague);
      const advice = 'Raise the token version when an administrator is deactivated, and refuse everything afterwards.';
      const account = await accounts.find(id, CALL);
      expectSame('active after the deactivation', account?.active, false, 'GetAccount finds inactive administrators.');
      expectSame('the token version afterwards', account?.administrator.tokenVersion, tokenVersion + 1, advice);
      const verdict = await directory.authenticate(newToken(colleague), Date.now(), CALL);
      expectSame('AuthenticateToken afterwards', verdict.stands, false, advice);
      const unknown = { changed: false, reason: 'unknown' };
      const password = { administratorId: id, passwordHash: newPasswordHash(), changedBy: id, mustChange: false };
      const changed = await accounts.changePassword({ ...password, tokenVersion: tokenVersion + 1 }, CALL);
      expectSame('ChangePassword of an inactive administrator', changed, unknown, 'Return UNKNOWN.');
      const { superuser } = colleagues;
      expectSame(
        'EndSessions of an inactive administrator',
        await accounts.endSessions(id, superuser.id, CALL),
        unknown,
        'Return UNKNOWN.',
      );
      const profile = await accounts.updateProfile(id, { displayName: 'X', locale: 'en' }, CALL);
      expectSame('UpdateProfile of an inactive administrator', profile, undefined, 'Leave administrator unset.');
      const stored = await accounts.setPreference(id, 'check-host', '{}', CALL);
      expectSame('SetPreference of an inactive administrator', stored, 'unknown', 'Return UNKNOWN.');

      const active = await colleagues.update('administrators', id, { flags: { is_activated: true } });
      writtenId(active, 'an administrator who is activated again');
      const back = (await colleagues.now(id)).tokenVersion;
      expectSame('the token version after the activation', back, tokenVersion + 1, 'Tokens from before stay refused.');
    }),
};

const managed: Check = {
  name: 'accounts/manage-colleague',
  citation: 'admin_account.proto: ChangePassword, EndSessions',
  ...ACCOUNTS,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { accounts, directory } = subject.admin;
      const advice = 'A superuser manages every administrator; the token version rises by one.';
      const { id, tokenVersion, login } = await colleagues.colleague();
      const passwordHash = newPasswordHash();
      const change = { administratorId: id, changedBy: colleagues.superuser.id, mustChange: true };
      const changed = await accounts.changePassword({ ...change, tokenVersion, passwordHash }, CALL);
      const version = changed.changed ? changed.administrator.tokenVersion : changed.reason;
      expectSame('the token version after a password by a superuser', version, tokenVersion + 1, advice);
      const found = await directory.findCredentials(login, CALL);
      const got = [found?.passwordHash === passwordHash, found?.administrator.mustChangePassword];
      expectSame('the new hash and must_change_password', got, [true, true], 'Store both in the same transaction.');
      const own = { ...change, changedBy: id, mustChange: false, passwordHash: newPasswordHash() };
      await accounts.changePassword({ ...own, tokenVersion: tokenVersion + 1 }, CALL);
      const chosen = (await colleagues.now(id)).mustChangePassword;
      expectSame('must_change_password after a new password', chosen, undefined, 'must_change is the new state.');
      const ended = await accounts.endSessions(id, colleagues.superuser.id, CALL);
      const last = ended.changed ? ended.administrator.tokenVersion : ended.reason;
      expectSame('the token version after EndSessions by a superuser', last, tokenVersion + 3, advice);
    }),
};

/** A manager with some codes: what it may grant, and whom it may manage. */
const bounded: Check = {
  name: 'accounts/grants-no-more',
  citation: 'admin_account.proto: AdminAccountService, "holds every code that the administrator holds"',
  ...ACCOUNTS,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { accounts } = subject.admin;
      const area = newCode();
      const role = await colleagues.role(['backend.administrators']);
      const manager = await colleagues.colleague({ role: role.id, permissions: [`${area}.*`, `${area}x.read`] });
      const advice = 'An administrator grants and manages only what "backend.administrators" and its own codes cover.';
      const create = (fields: Parameters<Colleagues['colleague']>[0], by = manager) =>
        colleagues.create('administrators', { ...fields, texts: newIdentity() }, by);
      const allowed = await create({ permissions: [`${area}.read`, `${area}.a.*`], role: role.id });
      const own = writtenId(allowed, 'a colleague with fewer permissions, by a manager who is no superuser, not');
      const more = await colleagues.role([`${newCode()}.read`]);
      const grants: readonly (readonly [string, Parameters<Colleagues['colleague']>[0]])[] = [
        ['another code', { permissions: [`${newCode()}.read`] }],
        ['a code of which a part is held', { permissions: [`${area}x.write`] }],
        ['a wider code than the one held', { permissions: [`${area}x.*`] }],
        ['a role with another code', { role: more.id }],
        ['a superuser', { flags: { is_superuser: true } }],
      ];
      for (const [what, fields = {}] of grants) {
        expectDenied(`a new administrator with ${what}`, await create(fields), advice);
        expectDenied(`an update to ${what}`, await colleagues.update('administrators', own, fields, manager), advice);
      }
      const richer = [
        await colleagues.colleague({ permissions: [`${newCode()}.read`] }),
        await colleagues.colleague({ role: more.id }),
        await colleagues.colleague({ flags: { is_superuser: true } }),
      ];
      const password = { changedBy: manager.id, passwordHash: newPasswordHash(), mustChange: false };
      const forbidden = { changed: false, reason: 'forbidden' };
      for (const { id, tokenVersion } of richer) {
        const renamed = await colleagues.update('administrators', id, { texts: { name: 'X' } }, manager);
        expectDenied('an update of an administrator who holds more', renamed, advice);
        const changed = await accounts.changePassword({ ...password, administratorId: id, tokenVersion }, CALL);
        expectSame('ChangePassword of one who holds more', changed, forbidden, advice);
        expectSame(
          'EndSessions of one who holds more',
          await accounts.endSessions(id, manager.id, CALL),
          forbidden,
          advice,
        );
      }
      const ended = await accounts.endSessions(own, manager.id, CALL);
      expectSame('EndSessions of one who holds less', ended.changed, true, advice);
      const other = await outsider(subject);
      await colleagues.deactivate(manager);
      const inactive = await accounts.endSessions(other.id, manager.id, CALL);
      expectSame('EndSessions by an inactive manager', inactive, forbidden, 'The caller must be active.');
      expectDenied('a new administrator by an inactive manager', await create({}), 'The caller must be active.');
    }),
};

const roles: Check = {
  name: 'accounts/roles',
  citation: 'admin_account.proto: AdminAccountService, gatehouse.backend.roles',
  ...ACCOUNTS,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const area = newCode();
      const { id, code } = await colleagues.role([`${area}.read`]);
      const record = await colleagues.record('roles', id);
      const values = record && colleagues.valuesOf('roles', record, ['code', 'permissions']);
      const stored = 'Store every column exactly as received.';
      expectSame('a new role', values, { code, permissions: [`${area}.read`] }, stored);
      const again = await colleagues.create('roles', {
        texts: { code: code.toUpperCase(), name: 'X' },
        permissions: [],
      });
      const unique = 'Codes of roles are unique, ignoring case: answer invalid, with the field.';
      expectSame('a role with a taken code', fieldsOf(again), ['code'], unique);

      const colleague = await colleagues.colleague({ role: id, permissions: [`${area}.write`] });
      const joined = 'An administrator holds the codes of the role and its own.';
      const codes = (all: readonly string[]) => [...all].sort();
      const both = [`${area}.read`, `${area}.write`];
      expectSame('role and permissions', [colleague.role, codes(colleague.permissions)], [code, both], joined);
      writtenId(await colleagues.update('roles', id, { permissions: [`${area}.list`] }), 'a changed role');
      const now = await colleagues.now(colleague.id);
      const changed = [`${area}.list`, `${area}.write`];
      expectSame('permissions after a change of the role', codes(now.permissions), changed, joined);

      const used = await colleagues.delete('roles', id);
      const inUse = 'A role that an administrator has is not deleted.';
      expectSame('DeleteRecords of a role in use', used.outcome, 'refused', inUse);
      const manager = await colleagues.colleague({ permissions: ['backend.administrators', `${area}.list`] });
      const advice = 'The caller holds every code of the role, before and after.';
      const wider = await colleagues.update('roles', id, { permissions: [`${area}.*`] }, manager);
      expectDenied('a role with more codes than the caller', wider, advice);
      // The colleague, who holds another code, has the role.
      const foreignRole = await colleagues.update('roles', id, { permissions: [] }, manager);
      const all = 'The codes of a role change only by a caller who could change everyone who has it.';
      expectDenied('fewer codes of a role that an administrator has who holds more than the caller', foreignRole, all);
      const more = await colleagues.role([`${area}.write`]);
      const narrower = await colleagues.update('roles', more.id, { permissions: [] }, manager);
      expectDenied('an update of a role with more codes than the caller', narrower, advice);
      const create = { texts: { code: newCode(), name: 'X' }, permissions: [`${area}.write`] };
      expectDenied(
        'a new role with more codes than the caller',
        await colleagues.create('roles', create, manager),
        advice,
      );
      const foreign = await colleagues.delete('roles', more.id, manager);
      expectSame('DeleteRecords of a role with more codes', foreign.outcome, 'refused', advice);
      const deleted = await colleagues.delete('roles', more.id);
      expectSame('DeleteRecords of an unused role', deleted.outcome, 'deleted', 'A superuser deletes unused roles.');
      expectSame('the role afterwards', await colleagues.record('roles', more.id), undefined, 'It is gone.');
    }),
};

export const COLLEAGUE_CHECKS: readonly Check[] = [created, updated, managed, bounded, roles];
