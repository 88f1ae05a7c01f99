/** Exit codes of every subcommand; scripts and orchestrators rely on them. */
export const OK = 0;
/** The command did its work, and the answer is no; or it could not do it. */
export const FAILED = 1;
/** Wrong usage or configuration: trying again without a change is pointless. */
export const USAGE = 2;
/** Ctrl-C at a prompt: what a shell reports of a command that SIGINT ended. */
export const INTERRUPTED = 130;

export type ExitCode = typeof OK | typeof FAILED | typeof USAGE | typeof INTERRUPTED;
