import { rpcOf } from '@gatehouse/proto/rpc';
import { adminAccountService } from '@gatehouse/proto/services';
import type { Accounts } from '../../admin/ports/accounts.js';
import { fromAccountChange } from '../from-proto/account-change.js';
import { fromSameAdministrator } from '../from-proto/administrator.js';
import { present, violation } from '../from-proto/checks.js';
import type { AdminCalls } from './calls.js';

const getRpc = rpcOf(adminAccountService.GetAccount);
const changePasswordRpc = rpcOf(adminAccountService.ChangePassword);
const endSessionsRpc = rpcOf(adminAccountService.EndSessions);
const updateProfileRpc = rpcOf(adminAccountService.UpdateProfile);
const getPreferencesRpc = rpcOf(adminAccountService.GetPreferences);
const setPreferenceRpc = rpcOf(adminAccountService.SetPreference);

/** The accounts of administrators, kept by the host: one rpc per method. */
export function createAccounts(calls: AdminCalls): Accounts {
  return {
    find: (administratorId, call) =>
      calls.read(
        getRpc,
        { administratorId },
        (rpc, { account }) => {
          if (account === null) return undefined;
          const { administrator, active, hasPassword } = account;
          const found = fromSameAdministrator(rpc, present(administrator), administratorId);
          return { administrator: found, active, hasPassword };
        },
        call,
      ),

    changePassword: (change, call) =>
      calls.write(
        changePasswordRpc,
        { ...change },
        (rpc, response) => fromAccountChange(rpc, response, change.administratorId),
        call,
      ),

    endSessions: (administratorId, endedBy, call) =>
      calls.write(
        endSessionsRpc,
        { administratorId, endedBy },
        (rpc, response) => fromAccountChange(rpc, response, administratorId),
        call,
      ),

    updateProfile: (administratorId, { displayName, locale }, call) =>
      calls.write(
        updateProfileRpc,
        { administratorId, displayName, locale },
        (rpc, { administrator }) =>
          administrator === null ? undefined : fromSameAdministrator(rpc, administrator, administratorId),
        call,
      ),

    preferences: (administratorId, keys, call) =>
      calls.read(
        getPreferencesRpc,
        { administratorId, keys: [...keys] },
        (rpc, { preferences }) => {
          const foreign = preferences.find(({ key }) => !keys.includes(key));
          if (foreign !== undefined) throw violation(rpc, 'preferences.key', 'is not one that was requested');
          return new Map(preferences.map(({ key, document }) => [key, document]));
        },
        call,
      ),

    setPreference: (administratorId, key, document, call) =>
      calls.write(
        setPreferenceRpc,
        { administratorId, preference: { key, document } },
        (_rpc, { outcome }) => present(STORED.get(outcome)),
        call,
      ),
  };
}

const STORED = new Map<unknown, 'stored' | 'unknown' | 'tooMany'>([
  ['SET_PREFERENCE_OUTCOME_STORED', 'stored'],
  ['SET_PREFERENCE_OUTCOME_UNKNOWN', 'unknown'],
  ['SET_PREFERENCE_OUTCOME_TOO_MANY', 'tooMany'],
]);
