import type { AccountBody } from '../api/answers.js';
import { AdminError, invalid } from '../api/errors.js';
import { isRecordId } from '../api/paths.js';
import type { IssuedLink, PasswordLinks } from '../auth/password-links.js';
import type { Passwords } from '../auth/passwords.js';
import type { PermissionSet } from '../auth/permission-set.js';
import type { Administrator } from '../model/administrator.js';
import type { Account, Accounts } from '../ports/accounts.js';
import type { SecondFactors } from '../ports/second-factors.js';
import type { Asking } from './asking.js';
import { refusalError } from './asking.js';
import { LATEST_LINK } from './choose-password.js';

export interface ColleagueDependencies {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly links: PasswordLinks;
  /** Whether the host keeps second factors. */
  readonly secondFactor: boolean;
}

/** The operations on the account of another administrator, by id. The host decides who may manage whom. */
export function createManageColleague({ accounts, passwords, links, secondFactor }: ColleagueDependencies) {
  return {
    async show(id: string, { caller, permissions, call }: Asking): Promise<AccountBody | AdminError> {
      const account = await findAccount(accounts, id, call);
      if (account === undefined) return new AdminError('not_found');
      const { administrator, active, hasPassword } = account;
      return {
        active,
        has_password: hasPassword,
        may_manage: mayManage(permissions, administrator),
        is_own: administrator.id === caller.principal.id,
        ...(secondFactor && { has_second_factor: administrator.hasSecondFactor === true }),
      };
    },

    /** Sets a password that the administrator must replace after the next sign-in. */
    async setPassword(id: string, password: string, asking: Asking): Promise<undefined | AdminError> {
      const found = await manageable(id, asking);
      if (found instanceof AdminError) return found;
      const { principal } = asking.caller;
      const change = {
        administratorId: id,
        tokenVersion: found.administrator.tokenVersion,
        passwordHash: await passwords.hash(password, principal.id),
        changedBy: principal.id,
        mustChange: true,
      };
      const outcome = await accounts.changePassword(change, asking.call);
      return outcome.changed ? undefined : refusalError(outcome.reason);
    },

    /** Ends every earlier link, because only the latest is stored. */
    async issueLink(id: string, asking: Asking): Promise<IssuedLink | AdminError> {
      const found = await manageable(id, asking);
      if (found instanceof AdminError) return found;
      const { tokenVersion } = found.administrator;
      const link = await links.issue({ administratorId: id, tokenVersion, by: asking.caller.principal.id });
      switch (await accounts.setPreference(id, LATEST_LINK, JSON.stringify(link.id), asking.call)) {
        case 'stored':
          return link;
        case 'unknown':
          return new AdminError('not_found');
        case 'tooMany':
          return invalid('link', { rule: 'preference_count' });
      }
    },

    async endSessions(id: string, asking: Asking): Promise<undefined | AdminError> {
      const found = await manageable(id, asking);
      if (found instanceof AdminError) return found;
      const outcome = await accounts.endSessions(id, asking.caller.principal.id, asking.call);
      return outcome.changed ? undefined : refusalError(outcome.reason);
    },
  };

  function manageable(id: string, asking: Asking): Promise<Account | AdminError> {
    return manageableAccount(accounts, id, asking);
  }
}

/** An account by the id of a request. A malformed id is no account's, and some databases fail on it. */
export async function findAccount(
  accounts: Pick<Accounts, 'find'>,
  id: string,
  call: Asking['call'],
): Promise<Account | undefined> {
  return isRecordId(id) ? accounts.find(id, call) : undefined;
}

/**
 * An active colleague whom the caller may manage as far as is known here. The own account has pages of its own, which ask
 * for the current password.
 */
async function manageableAccount(
  accounts: Pick<Accounts, 'find'>,
  id: string,
  { caller, permissions, call }: Asking,
): Promise<Account | AdminError> {
  const account = await findAccount(accounts, id, call);
  if (account?.active !== true) return new AdminError('not_found');
  const isAllowed = id !== caller.principal.id && mayManage(permissions, account.administrator);
  return isAllowed ? account : new AdminError('forbidden');
}

/** Removes the second factor of a colleague who has lost it. */
export function createResetSecondFactor({
  accounts,
  secondFactors,
}: {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly secondFactors: Pick<SecondFactors, 'remove'>;
}) {
  return async (id: string, asking: Asking): Promise<undefined | AdminError> => {
    const found = await manageableAccount(accounts, id, asking);
    if (found instanceof AdminError) return found;
    const outcome = await secondFactors.remove(id, asking.caller.principal.id, asking.call);
    return outcome.changed ? undefined : refusalError(outcome.reason);
  };
}

export function mayManage(permissions: PermissionSet, { superuser, permissions: held }: Administrator): boolean {
  return permissions.superuser || (!superuser && held.every((code) => permissions.has(code)));
}
