import { emailAddress, loginName, roleCode } from './administrator-options.js';
import type { AddCommand } from './command.js';
import type { ConfigOptions } from './config-options.js';
import { loadFrom, withConfigOptions } from './config-options.js';
import { OK } from './exit.js';
import { readPassword } from './read-password.js';

interface Options extends ConfigOptions {
  readonly email: string;
  readonly password?: string;
  readonly login?: string;
  readonly role?: string;
  readonly superuser?: true;
}

/** Creates an activated administrator in the host's directory (spec, Operator commands). */
export const addAdminCreate: AddCommand = (program, finish) => {
  withConfigOptions(program.command('admin:create'))
    .description('create an activated administrator; the password is asked for, or read from standard input')
    .requiredOption('--email <address>', 'e-mail address', emailAddress)
    .option('--password <password>', 'password; without it, a prompt or the first line of standard input')
    .option('--login <login>', 'name to sign in with (default: the e-mail address in lower case)', loginName)
    .option('--role <code>', 'code of a role', roleCode)
    .option('--superuser', 'passes every permission check')
    .action(async ({ email, login, role, superuser, ...options }: Options) => {
      const { config } = loadFrom(options);
      const password = await readPassword(options.password);
      const { createAdministrator } = await import('../compose/operate.js');
      const created = await createAdministrator(config, {
        email,
        login: login ?? email.toLowerCase(),
        password,
        role,
        superuser: superuser === true,
      });
      console.log(
        `created administrator ${created.id}: login ${created.login}${role === undefined ? '' : `, role ${role}`}`,
      );
      finish(OK);
    });
};
