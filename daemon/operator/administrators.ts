import { MIN_PASSWORD_CHARACTERS } from '../admin/api/limits.js';
import { composed } from '../admin/api/spelling.js';
import { createPasswords, passwordProblem } from '../admin/auth/passwords.js';
import type { Administrator } from '../admin/model/administrator.js';
import type { CreationRefused } from '../admin/ports/directory.js';
import { counted } from '../admin/schema/yaml/problems.js';
import type { Config } from '../config/schema.js';
import { randomToken } from '../core/crypto.js';
import type { HostDescription } from '../host/from-proto/description.js';
import { withHost } from './with-host.js';

/** The operator commands, independent of the command line. Each throws an Error whose message is for the operator. */

export interface AdministratorToCreate {
  readonly email: string;
  readonly login: string;
  readonly password: string;
  readonly role: string | undefined;
  readonly superuser: boolean;
}

/** Creates an activated administrator. */
export async function createAdministrator(
  config: Config,
  { password, role, ...administrator }: AdministratorToCreate,
): Promise<Administrator> {
  const passwordHash = await hashOf(config, password);
  return withHost(config, async (host, description) => {
    requireAdmin(description);
    const request = { ...administrator, passwordHash, ...(role !== undefined && { role }) };
    const outcome = await host.admin.directory.create(request, newCall());
    if (outcome.created) return outcome.administrator;
    throw new Error(refusalText(outcome, administrator.login, administrator.email, role));
  });
}

/** Sets a password and revokes every token issued before. */
export async function resetPassword(config: Config, identifier: string, password: string): Promise<Administrator> {
  const passwordHash = await hashOf(config, password);
  return withHost(config, async (host, description) => {
    requireAdmin(description);
    const administrator = await host.admin.directory.setPassword(identifier, passwordHash, newCall());
    if (administrator === undefined) throw new Error(`no administrator has the login or email address ${identifier}`);
    return administrator;
  });
}

/** Removes the second factor of an administrator who has lost it, and revokes every token. */
export async function resetSecondFactor(config: Config, identifier: string): Promise<Administrator> {
  return withHost(config, async (host, description) => {
    requireAdmin(description);
    if (!description.capabilities.adminSecondFactor) {
      throw new Error(
        'the host does not offer CAPABILITY_ADMIN_SECOND_FACTOR: its administrators have no second factor',
      );
    }
    const { directory, secondFactors } = host.admin;
    const found = await directory.findCredentials(identifier, newCall());
    if (found === undefined) {
      throw new Error(`no active administrator with a password has the login or email address ${identifier}`);
    }
    const outcome = await secondFactors.remove(found.administrator.id, undefined, newCall());
    if (outcome.changed) return outcome.administrator;
    throw new Error(
      outcome.reason === 'stale'
        ? `${found.administrator.login} has no second factor`
        : `the host did not remove the second factor of ${found.administrator.login} (${outcome.reason})`,
    );
  });
}

/** Upgrades the host's tables of administrators. Returns the names of the migrations that ran. */
export function migrate(config: Config): Promise<readonly string[]> {
  return withHost(config, (host, description) => {
    requireAdmin(description);
    return host.admin.directory.migrate(newCall());
  });
}

function hashOf(config: Config, password: string): Promise<string> {
  const problem = passwordProblem(password) ?? operatorProblem(password);
  if (problem !== undefined) throw new Error(`the password ${problem}`);
  return createPasswords(config.admin.password.bcryptCost).hash(password);
}

/** A password of an operator is as long as one that an administrator chooses, and its owner can type it. */
function operatorProblem(password: string): string | undefined {
  // Bytes in another encoding have become this character.
  if (password.includes('\uFFFD')) return 'is not valid UTF-8';
  const characters = [...composed(password)].length;
  return characters < MIN_PASSWORD_CHARACTERS
    ? `has ${counted(characters, 'character')}; at least ${String(MIN_PASSWORD_CHARACTERS)} are needed`
    : undefined;
}

function requireAdmin({ capabilities }: HostDescription): void {
  if (!capabilities.admin) {
    throw new Error('the host does not offer CAPABILITY_ADMIN: it has no administrator directory');
  }
}

function newCall() {
  return { requestId: randomToken(16) };
}

function refusalText({ reason, roles }: CreationRefused, login: string, email: string, role = ''): string {
  switch (reason) {
    case 'loginTaken':
      return `the login ${login} is already in use`;
    case 'emailTaken':
      return `the email address ${email} is already in use`;
    case 'roleUnknown':
      return roles.length === 0
        ? `role ${role} does not exist; the host has no roles`
        : `role ${role} does not exist; available: ${roles.join(', ')}`;
  }
}
