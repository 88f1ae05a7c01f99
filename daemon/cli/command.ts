import type { Command } from 'commander';
import type { Loaded } from '../config/load.js';
import { DEFAULT_FILE, loadConfig } from '../config/load.js';

/** Exit codes of every subcommand. Scripts and orchestrators rely on them. */
export const OK = 0;
/** The command ran, and the answer is no; or it could not run. */
export const FAILED = 1;
/** Wrong usage or configuration: a retry without a change is pointless. */
export const USAGE = 2;
/** Ctrl-C at a prompt: the code that a shell reports for a command that SIGINT ended. */
export const INTERRUPTED = 130;

export type ExitCode = typeof OK | typeof FAILED | typeof USAGE | typeof INTERRUPTED;

/** A subcommand. It adds itself to the program and passes the exit code of a run to `finish`. */
export type AddCommand = (program: Command, finish: (code: ExitCode) => void) => void;

export interface ConfigOptions {
  readonly config?: string;
  readonly set?: readonly string[];
}

/** Adds the options with which every command finds the configuration. */
export function withConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', `configuration file (default: $GATEHOUSE_CONFIG, or ${DEFAULT_FILE} when it exists)`)
    .option('--set <key=value>', 'set one key, overriding file and environment; repeatable', collected);
}

/** The values of a repeatable option, in order. Without a default, which the help would show as "[]". */
export function collected(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Throws ConfigError. */
export function loadFrom({ config, set = [] }: ConfigOptions): Loaded {
  return loadConfig({ file: config, env: process.env, set });
}
