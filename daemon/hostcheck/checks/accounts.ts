import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import { randomToken } from '../../core/crypto.js';
import { CALL, newAdministrator, newPasswordHash, newToken } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { expectSame, expectThat } from '../subject/expectations.js';

/**
 * The accounts of administrators. Every administrator here is one that the run has created, without any permission: a check
 * never makes a superuser, and so cannot see the rules for the last one.
 */

const unknownId = (): string => `check-host-${randomToken(9)}`;

const accountGet: Check = {
  name: 'accounts/get',
  citation: 'admin_account.proto: GetAccount',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: async ({ admin: { directory, accounts } }) => {
    const { administrator } = await newAdministrator(directory);
    const advice = 'Return every administrator by id, active or not, and whether it has a password.';
    expectSame(
      'GetAccount',
      await accounts.find(administrator.id, CALL),
      { administrator, active: true, hasPassword: true },
      advice,
    );
    const missing = 'Leave account unset for an id that you do not know, whatever its form. It is not a fault.';
    for (const id of [unknownId(), '999999999999999999999', "' OR 1=1 --"]) {
      expectSame(`GetAccount of "${id}"`, await accounts.find(id, CALL), undefined, missing);
    }
  },
};

const accountChangePassword: Check = {
  name: 'accounts/change-password',
  citation: 'admin_account.proto: ChangePassword',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: async ({ admin: { directory, accounts } }) => {
    const { administrator } = await newAdministrator(directory);
    const { id, tokenVersion } = administrator;
    const own = { administratorId: id, changedBy: id, mustChange: false };
    const passwordHash = newPasswordHash();
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => accounts.changePassword({ ...own, tokenVersion, passwordHash }, CALL)),
    );
    const reasons = outcomes.map((one) => (one.changed ? 'changed' : one.reason)).sort();
    expectSame(
      'three changes from one token version at once',
      reasons,
      ['changed', 'stale', 'stale'],
      'Compare the token version and raise it in the statement that writes the password, or lock the row.',
    );
    const stale = await directory.authenticate(newToken(administrator), Date.now(), CALL);
    const ends = 'Raise the token version with the password: it ends every session.';
    expectSame('AuthenticateToken with the earlier version', stale, { stands: false, reason: 'stale' }, ends);
    const credentials = await directory.findCredentials(administrator.login, CALL);
    const stored = 'Store the hash exactly as received.';
    expectSame('the new hash is stored', credentials?.passwordHash === passwordHash, true, stored);

    const next = credentials?.administrator.tokenVersion ?? 0;
    const demanding = { ...own, tokenVersion: next, passwordHash: newPasswordHash(), mustChange: true };
    await accounts.changePassword(demanding, CALL);
    const found = (await directory.findCredentials(administrator.login, CALL))?.administrator;
    const kept = 'Store must_change, and return it as must_change_password wherever an administrator is returned.';
    expectSame('must_change_password after must_change', found?.mustChangePassword, true, kept);
    const unknown = await accounts.changePassword({ ...demanding, administratorId: unknownId() }, CALL);
    const advice = 'Return UNKNOWN for an administrator that does not exist.';
    expectSame('a change for an unknown administrator', unknown, { changed: false, reason: 'unknown' }, advice);
  },
};

const accountEndSessions: Check = {
  name: 'accounts/end-sessions',
  citation: 'admin_account.proto: EndSessions',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: async ({ admin: { directory, accounts } }) => {
    const { administrator } = await newAdministrator(directory);
    const { id } = administrator;
    const ended = await accounts.endSessions(id, id, CALL);
    const advice = 'Raise the token version: it ends every session and every link.';
    expectSame('EndSessions of one’s own', ended.changed, true, advice);
    const verdict = await directory.authenticate(newToken(administrator), Date.now(), CALL);
    expectSame('AuthenticateToken afterwards', verdict, { stands: false, reason: 'stale' }, advice);
    const unknown = await accounts.endSessions(unknownId(), id, CALL);
    const missing = 'Return UNKNOWN for an administrator that does not exist.';
    expectSame('EndSessions of an unknown one', unknown, { changed: false, reason: 'unknown' }, missing);
  },
};

const accountForbidden: Check = {
  name: 'accounts/forbidden',
  citation: 'admin_account.proto: AdminAccountService, FORBIDDEN',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: async ({ admin: { directory, accounts } }) => {
    const { administrator } = await newAdministrator(directory);
    const { administrator: other } = await newAdministrator(directory);
    const forbidden = { changed: false, reason: 'forbidden' };
    const advice =
      'Only superusers and holders of "backend.administrators" manage others, and only those who hold no more than they do.';
    const change = {
      administratorId: administrator.id,
      tokenVersion: administrator.tokenVersion,
      passwordHash: newPasswordHash(),
      mustChange: false,
    };
    for (const by of [other.id, unknownId()]) {
      const changed = await accounts.changePassword({ ...change, changedBy: by }, CALL);
      expectSame('a new password by an administrator without permission', changed, forbidden, advice);
      const ended = await accounts.endSessions(administrator.id, by, CALL);
      expectSame('EndSessions by an administrator without permission', ended, forbidden, advice);
    }
    const verdict = await directory.authenticate(newToken(administrator), Date.now(), CALL);
    const untouched = 'A refused change must not change anything.';
    expectSame('the session afterwards', verdict, { stands: true, administrator }, untouched);
  },
};

const accountProfile: Check = {
  name: 'accounts/profile',
  citation: 'admin_account.proto: UpdateProfile',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: async ({ admin: { directory, accounts } }) => {
    const { administrator } = await newAdministrator(directory);
    const { administrator: other } = await newAdministrator(directory);
    const profile = { displayName: 'Ada "Λ" 🦉', locale: 'pt-br' };
    const expected = { ...administrator, ...profile };
    const advice = 'Store name and language exactly as received, and nothing else.';
    const updated = await accounts.updateProfile(administrator.id, profile, CALL);
    expectSame('UpdateProfile', updated, expected, advice);
    const found = await accounts.find(administrator.id, CALL);
    expectSame('the administrator afterwards', found?.administrator, expected, advice);
    const beside = (await accounts.find(other.id, CALL))?.administrator;
    expectSame('another administrator afterwards', beside, other, 'Change only the administrator with that id.');
    const missing = await accounts.updateProfile(unknownId(), profile, CALL);
    expectSame('UpdateProfile of an unknown one', missing, undefined, 'Leave administrator unset if none exists.');
  },
};

const accountPreferences: Check = {
  name: 'accounts/preferences',
  citation: 'admin_account.proto: GetPreferences, SetPreference',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: async ({ admin: { directory, accounts } }) => {
    const { administrator } = await newAdministrator(directory);
    const { administrator: other } = await newAdministrator(directory);
    const key = 'list:check-host';
    const read = async (id: string) => [...(await accounts.preferences(id, [key, 'check-host'], CALL))];
    const advice = 'Keep one document for each administrator and key, exactly as received.';
    for (const document of ['{"a": [1, "Λ"]}', '[]']) {
      expectSame(
        'SetPreference',
        await accounts.setPreference(administrator.id, key, document, CALL),
        'stored',
        advice,
      );
      expectSame('GetPreferences', await read(administrator.id), [[key, document]], advice);
    }
    expectSame('GetPreferences of another administrator', await read(other.id), [], advice);
    expectSame(
      'GetPreferences of an unknown one',
      await read(unknownId()),
      [],
      'Return no documents. It is not a fault.',
    );
    const unknown = await accounts.setPreference(unknownId(), key, '{}', CALL);
    expectSame(
      'SetPreference of an unknown one',
      unknown,
      'unknown',
      'Return UNKNOWN if there is no such administrator.',
    );
    await accounts.setPreference(administrator.id, key, '', CALL);
    expectSame('GetPreferences after an empty document', await read(administrator.id), [], 'It removes the document.');
  },
};

const MAX_PREFERENCES = 200;

const accountPreferenceLimit: Check = {
  name: 'accounts/preferences-limit',
  citation: 'admin_account.proto: SetPreference, "at most 200"',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: async ({ admin: { directory, accounts } }) => {
    const { administrator } = await newAdministrator(directory);
    const set = (key: string, document = '{}') => accounts.setPreference(administrator.id, key, document, CALL);
    const own = 'Do not count keys that begin with "gatehouse.", and never refuse them.';
    expectSame('SetPreference of an own key of Gatehouse', await set('gatehouse.check-host'), 'stored', own);
    for (let count = 1; count <= MAX_PREFERENCES; count += 1) {
      expectSame(`the preference ${count}`, await set(`check-host.${count}`), 'stored', own);
    }
    const advice = 'An administrator has at most 200 documents: refuse the 201st, and change nothing.';
    expectSame('the 201st preference', await set('check-host.201'), 'tooMany', advice);
    const found = await accounts.preferences(administrator.id, ['check-host.201'], CALL);
    expectSame('GetPreferences of the 201st', found.size, 0, advice);
    expectSame('another key of Gatehouse', await set('gatehouse.check-host-2'), 'stored', own);
    const again = 'Replacing a document adds none: allow it at the limit too.';
    expectSame('a changed preference', await set('check-host.1', '[]'), 'stored', again);
    await set('check-host.1', '');
    expectSame('the 201st after one was removed', await set('check-host.201'), 'stored', 'Count what is there now.');
  },
};

const createRpc = rpcOf(adminRecordService.CreateRecord);
const updateRpc = rpcOf(adminRecordService.UpdateRecord);
const deleteRpc = rpcOf(adminRecordService.DeleteRecords);

const NOTHING = { columns: [], relations: [] };

/** The caller claims to be a superuser; the directory knows better. */
async function attempts({ admin: { directory }, adminTransport }: Subject) {
  const { administrator } = await newAdministrator(directory);
  const { administrator: target } = await newAdministrator(directory);
  const { id: administratorId, login } = administrator;
  const caller = { administratorId, login, superuser: true, permissions: ['backend.administrators'], locale: 'en' };
  const fresh = `check-host-${randomToken(9)}`;
  const text = (column: string, stringValue: string) => ({ column, value: { stringValue } });
  const controller = 'gatehouse.backend.administrators';
  const created = await adminTransport.call(createRpc, {
    ...{ caller, controller, relations: [], selection: NOTHING },
    values: [text('login', fresh), text('email', `${fresh}@check-host.example`)],
  });
  const role = await adminTransport.call(createRpc, {
    ...{ caller, controller: 'gatehouse.backend.roles', relations: [], selection: NOTHING },
    values: [text('code', `check-host-${randomToken(6).toLowerCase().replaceAll('_', '-')}`), text('name', fresh)],
  });
  const updated = await adminTransport.call(updateRpc, {
    ...{ caller, controller, id: target.id, relations: [], selection: NOTHING },
    values: [{ column: 'is_superuser', value: { int64Value: 1 } }],
  });
  const deleted = await adminTransport.call(deleteRpc, {
    ...{ caller, controller, ids: [target.id], scope: 'ADMIN_SCOPE_LIST' },
  });
  const now = await directory.authenticate(newToken(target), Date.now(), CALL);
  return { created, role, updated, deleted, target, now };
}

const accountGranting: Check = {
  name: 'accounts/caller-as-stored',
  citation: 'admin_account.proto: AdminAccountService, "the caller as the directory has it at that moment"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: async (subject) => {
    const { created, role, updated, deleted, target, now } = await attempts(subject);
    const advice =
      'Look the caller up in the directory, in the transaction of the write, and refuse one without "backend.administrators".';
    const got = { created, role, updated, deleted };
    for (const [what, answer] of Object.entries(got)) {
      expectThat(
        Boolean(answer.refused),
        `refused, for a caller without permission: ${what}`,
        'another outcome',
        advice,
      );
    }
    expectSame('the administrator afterwards', now, { stands: true, administrator: target }, advice);
  },
};

export const ACCOUNT_CHECKS: readonly Check[] = [
  accountGet,
  accountChangePassword,
  accountEndSessions,
  accountForbidden,
  accountProfile,
  accountPreferences,
  accountPreferenceLimit,
  accountGranting,
];
