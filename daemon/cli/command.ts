import type { Command } from 'commander';
import type { ExitCode } from './exit.js';

/** A subcommand: adds itself to the program, and hands the exit code of a run to `finish`. */
export type AddCommand = (program: Command, finish: (code: ExitCode) => void) => void;
