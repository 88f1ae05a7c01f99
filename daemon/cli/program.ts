import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/checks.js';
import { messageOf } from '../core/faults.js';
import { VERSION } from '../version.js';
import {
  addAdminCreate,
  addAdminResetPassword,
  addAdminResetSecondFactor,
  addMigrate,
  Interrupted,
} from './administrators.js';
import { addCheckHost } from './check-host.js';
import { addCheck, addConfig } from './check.js';
import { addClientCheckRedirect, addClientGenerate } from './clients.js';
import type { AddCommand, ExitCode } from './command.js';
import { FAILED, INTERRUPTED, OK, USAGE } from './command.js';
import { addImportOctober } from './import-october.js';
import { addHealthcheck, addServe } from './serve.js';

const addVersion: AddCommand = (program) => {
  program
    .command('version')
    .description('print the version')
    .action(() => console.log(VERSION));
};

const COMMANDS: readonly AddCommand[] = [
  addServe,
  addConfig,
  addClientGenerate,
  addClientCheckRedirect,
  addCheck,
  addCheckHost,
  addImportOctober,
  addAdminCreate,
  addAdminResetPassword,
  addAdminResetSecondFactor,
  addMigrate,
  addHealthcheck,
  addVersion,
];

/**
 * The output of a command is its result: if it cannot be written (a full disk), the command has failed, although console.log says
 * nothing. A reader that has seen enough, as `head`, is no failure.
 */
function watchOutput(): { readonly hasFailed: () => boolean } {
  let failed = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || failed) return;
    failed = true;
    process.stderr.write(`gatehouse: cannot write to standard output: ${message}\n`);
  });
  process.stderr.on('error', () => undefined);
  return { hasFailed: () => failed };
}

/** Runs one command line and returns its exit code. User errors are reported without a stack trace. */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = OK;
  const output = watchOutput();
  const program = new Command('gatehouse')
    .description('OAuth 2.0 authorization server and admin backend beside your application')
    .version(VERSION, '--version', 'print the version')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(run "gatehouse help" to list the commands, "gatehouse help <command>" for their options)')
    .exitOverride();
  for (const add of COMMANDS) add(program, (result) => (code = result));
  // A subcommand copies settings from its parent when it is added, but not exitOverride.
  for (const command of program.commands) command.copyInheritedSettings(program);

  try {
    await program.parseAsync(argv);
    // The error of a write is an event of a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    return output.hasFailed() ? FAILED : code;
  } catch (error) {
    // commander has already printed the help or the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE;
    if (error instanceof Interrupted) return INTERRUPTED;
    process.stderr.write(`gatehouse: ${messageOf(error)}\n`);
    return error instanceof ConfigError ? USAGE : FAILED;
  }
}
