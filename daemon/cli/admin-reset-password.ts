import { loginName } from './administrator-options.js';
import type { AddCommand } from './command.js';
import type { ConfigOptions } from './config-options.js';
import { loadFrom, withConfigOptions } from './config-options.js';
import { OK } from './exit.js';
import { readPassword } from './read-password.js';

interface Options extends ConfigOptions {
  readonly password?: string;
}

/** Sets a new password and revokes every token issued before (spec, Operator commands). */
export const addAdminResetPassword: AddCommand = (program, finish) => {
  withConfigOptions(program.command('admin:reset-password'))
    .description('set a new password for an administrator; every token issued before is revoked')
    .argument('<identifier>', 'login or e-mail address', loginName)
    .option('--password <password>', 'password; without it, a prompt or the first line of standard input')
    .action(async (identifier: string, options: Options) => {
      const { config } = loadFrom(options);
      const password = await readPassword(options.password);
      const { resetPassword } = await import('../compose/operate.js');
      const { login } = await resetPassword(config, identifier, password);
      console.log(`the password of ${login} is set; whoever was signed in as ${login} has to sign in again`);
      finish(OK);
    });
};
