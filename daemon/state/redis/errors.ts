import { messageOf } from '../../core/faults.js';
import { inWords } from './diagnosis.js';

/** Reads the errors and answers of Redis, and of ioredis. */

/** From the answer of INFO replication. */
export function isReadOnlyReplica(info: string): boolean {
  return /^role:slave\r?$/m.test(info) && /^slave_read_only:1\r?$/m.test(info);
}

/** Why there is no connection. In a cluster, the error itself only says that all nodes failed. */
export function reasonOf(error: ClientError): string {
  withoutArguments(error);
  return [error, error.lastNodeError]
    .filter((each) => each !== undefined)
    .map(inWords)
    .join(' ');
}

/**
 * The code in front of an error of Redis, such as WRONGTYPE; empty if there is none. If a command in a script failed, it is the
 * code of that command: Redis 7 puts it first, Redis 6 after a dash in the text.
 */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Redis 7.0 omits the code of a command in a script that its user may not run.
  if (error.message.includes('The user executing the script can')) return 'NOPERM';
  const inner = error.message.includes('user_script') ? / -([A-Z]+) /.exec(error.message)?.[1] : undefined;
  return inner ?? /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? '';
}

/** A value of another type than ours, or an error raised by a script. Others (OOM, READONLY) pass. */
export function isMistake(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'WRONGTYPE' || (code === 'ERR' && messageOf(error).includes('user_script'));
}

export interface ClientError extends Error {
  command?: unknown;
  lastNodeError?: Error;
}

/** The part of an error in which a server repeats a command that it does not know. */
const REPEATED_ARGUMENTS = /, with args beginning with: .*/;

/**
 * ioredis attaches the command with its arguments, and a server repeats those of a command that it does not know: they contain
 * users' data, or the password of redis.url, and must not reach a log.
 */
export function withoutArguments(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const reported: ClientError = error;
  delete reported.command;
  reported.message = reported.message.replace(REPEATED_ARGUMENTS, '');
  if (reported.stack !== undefined) reported.stack = reported.stack.replace(REPEATED_ARGUMENTS, '');
  withoutArguments(reported.lastNodeError);
  return error;
}
