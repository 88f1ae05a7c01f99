import type { AdminAccountServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminAccountService';
import type { SetPreferenceOutcome__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetPreferenceOutcome';
import { adminAccountService } from '@gatehouse/proto/services';
import { present } from '../../wire/fields.js';
import type { Accounts } from '../accounts/accounts.js';
import { toAccountChange } from './account-change.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';
import { toAdministrator } from './serve-directory.js';

/** AdminAccountService over Accounts. */
export function serveAccounts(accounts: Accounts, logger: AdminLogger): AdminRpcs<AdminAccountServiceDefinition> {
  return {
    GetAccount: adminRpc(adminAccountService.GetAccount, logger, async ({ administratorId }, limits) => {
      const account = await accounts.find(administratorId, limits);
      if (account === undefined) return {};
      const { administrator, active, hasPassword } = account;
      return { account: { administrator: toAdministrator(administrator), active, hasPassword } };
    }),

    ChangePassword: adminRpc(adminAccountService.ChangePassword, logger, async (request, limits) => {
      const { administratorId, tokenVersion, passwordHash, changedBy, mustChange } = request;
      const change = { administratorId, tokenVersion, passwordHash, changedBy, mustChange };
      return toAccountChange(await accounts.changePassword(change, limits));
    }),

    EndSessions: adminRpc(adminAccountService.EndSessions, logger, async ({ administratorId, endedBy }, limits) =>
      toAccountChange(await accounts.endSessions(administratorId, endedBy, limits)),
    ),

    UpdateProfile: adminRpc(
      adminAccountService.UpdateProfile,
      logger,
      async ({ administratorId, displayName, locale }, limits) => {
        const administrator = await accounts.updateProfile(administratorId, { displayName, locale }, limits);
        return administrator === undefined ? {} : { administrator: toAdministrator(administrator) };
      },
    ),

    GetPreferences: adminRpc(adminAccountService.GetPreferences, logger, async ({ administratorId, keys }, limits) => {
      const found = await accounts.preferences(administratorId, keys, limits);
      return { preferences: found.map(({ key, document }) => ({ key, document })) };
    }),

    SetPreference: adminRpc(adminAccountService.SetPreference, logger, async (request, limits) => {
      const { key, document } = present(request.preference);
      return { outcome: STORED[await accounts.setPreference(request.administratorId, { key, document }, limits)] };
    }),
  };
}

const STORED: Readonly<Record<'stored' | 'unknown' | 'tooMany', SetPreferenceOutcome__Output>> = {
  stored: 'SET_PREFERENCE_OUTCOME_STORED',
  unknown: 'SET_PREFERENCE_OUTCOME_UNKNOWN',
  tooMany: 'SET_PREFERENCE_OUTCOME_TOO_MANY',
};
