import { InvalidArgumentError } from 'commander';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { isEmailAddress } from '../admin/model/text-formats.js';
import type { AddCommand, ConfigOptions } from './command.js';
import { loadFrom, OK, withConfigOptions } from './command.js';

/**
 * Names of administrators that the operator commands accept. Anything else is wrong usage, and the command does not call the
 * host.
 */

function emailAddress(value: string): string {
  if (!isEmailAddress(value)) throw new InvalidArgumentError('Not an email address.');
  return value;
}

/** Only characters that a user can type at sign-in: an invisible trailing character would lock the owner out. */
function loginName(value: string): string {
  if (/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(value) && value.trim() === value) return value;
  throw new InvalidArgumentError('Expected 1 to 255 characters, no control characters, no space at either end.');
}

/** With an invisible character, two logins would look alike. Of existing ones, `loginName` accepts it. */
function newLogin(value: string): string {
  if (!/[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)) return loginName(value);
  throw new InvalidArgumentError(
    'Contains an invisible character, such as one that changes the direction of the text.',
  );
}

/** A script with an empty variable must not create an administrator without a role. */
function roleCode(value: string): string {
  if (value === '') throw new InvalidArgumentError('To create an administrator without a role, omit the option.');
  return value;
}

/**
 * Reads the password of a command: from its option, from a prompt without echo, or from the first line of standard input.
 * The last two keep it out of the shell's history and the process list. Throws if there is none.
 */
async function readPassword(given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const password = process.stdin.isTTY ? await promptTwice() : await firstLine();
  if (password === '') throw new Error('no password given: use --password or standard input');
  return password;
}

/** Ctrl-C at the prompt. Nothing was done, so there is nothing to report. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One reader for both questions: text typed ahead of the second question answers it, and must not be shown either. */
async function promptTwice(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // The terminal's echo is off only from here on, so do not prompt earlier.
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 });
  const lines = terminal[Symbol.asyncIterator]();
  const interrupted = new Promise<never>((_resolve, reject) => {
    terminal.once('SIGINT', () => reject(new Interrupted('interrupted')));
  });
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    try {
      const line = await Promise.race([lines.next(), interrupted]);
      return line.done === true ? '' : line.value;
    } finally {
      process.stderr.write('\n');
    }
  };
  try {
    const password = await ask('Password: ');
    if (password !== '' && (await ask('Once more: ')) !== password) throw new Error('the passwords do not match');
    return password;
  } finally {
    terminal.close();
  }
}

async function firstLine(): Promise<string> {
  // Windows begins a text file with a byte order mark, which its owner cannot type.
  for await (const line of createInterface({ input: process.stdin })) return line.replace(/^\uFEFF/, '');
  return '';
}

interface CreateOptions extends ConfigOptions {
  readonly email: string;
  readonly password?: string;
  readonly login?: string;
  readonly role?: string;
  readonly superuser?: true;
}

/** Creates an activated administrator in the host's directory (AD-170). */
export const addAdminCreate: AddCommand = (program, finish) => {
  withConfigOptions(program.command('admin:create'))
    .description('create an activated administrator; prompts for the password, or reads it from standard input')
    .requiredOption('--email <address>', 'email address', emailAddress)
    .option('--password <password>', 'password (default: prompt, or the first line of standard input)')
    .option('--login <login>', 'name to sign in with (default: the email address in lower case)', newLogin)
    .option('--role <code>', 'code of a role', roleCode)
    .option('--superuser', 'grant every permission')
    .action(async ({ email, login, role, superuser, ...options }: CreateOptions) => {
      const { config } = loadFrom(options);
      const password = await readPassword(options.password);
      const { createAdministrator } = await import('../operator/administrators.js');
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

interface ResetPasswordOptions extends ConfigOptions {
  readonly password?: string;
}

/** Sets a new password and revokes every token issued before (AD-171). */
export const addAdminResetPassword: AddCommand = (program, finish) => {
  withConfigOptions(program.command('admin:reset-password'))
    .description('set a new password for an administrator and revoke all of their tokens')
    .argument('<identifier>', 'login or email address', loginName)
    .option('--password <password>', 'password (default: prompt, or the first line of standard input)')
    .action(async (identifier: string, options: ResetPasswordOptions) => {
      const { config } = loadFrom(options);
      const password = await readPassword(options.password);
      const { resetPassword } = await import('../operator/administrators.js');
      const { login } = await resetPassword(config, identifier, password);
      console.log(`password set for ${login}; all sessions of ${login} must sign in again`);
      finish(OK);
    });
};

/** Removes a lost second factor, also that of the last superuser (AD-254). */
export const addAdminResetSecondFactor: AddCommand = (program, finish) => {
  withConfigOptions(program.command('admin:reset-second-factor'))
    .description('remove the second factor of an administrator and revoke all of their tokens')
    .argument('<identifier>', 'login or email address', loginName)
    .action(async (identifier: string, options: ConfigOptions) => {
      const { config } = loadFrom(options);
      const { resetSecondFactor } = await import('../operator/administrators.js');
      const { login } = await resetSecondFactor(config, identifier);
      console.log(
        `second factor of ${login} removed; all sessions of ${login} must sign in again, with the password alone`,
      );
      finish(OK);
    });
};

/** Asks the host to create or upgrade its tables of administrators. */
export const addMigrate: AddCommand = (program, finish) => {
  withConfigOptions(program.command('migrate'))
    .description("create or update the host's administrator tables")
    .action(async (options: ConfigOptions) => {
      const { config } = loadFrom(options);
      const { migrate } = await import('../operator/administrators.js');
      const applied = await migrate(config);
      console.log(applied.length === 0 ? 'tables are up to date' : `applied ${applied.join(', ')}`);
      finish(OK);
    });
};
