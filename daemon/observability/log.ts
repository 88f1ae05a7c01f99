import type { LoggerOptions, LogFn } from 'pino';
import { pino } from 'pino';
import type { Logger } from '../core/runtime.js';
import { LogOutput } from './log-output.js';
import { OutageLines } from './outage-lines.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** The daemon's logger, with the level above `error`, for errors that end the process. */
export interface RootLogger extends Logger {
  fatal(fields: object, message: string): void;
  /** The same logger with fields that appear in each of its lines. */
  child(fields: Record<string, unknown>): RootLogger;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Destination of the lines; standard output except in tests. */
  readonly write?: (line: string) => void;
}

/**
 * Field names that could hold a secret. Redacting them is a safety net below the rule of core/runtime.ts (never log the
 * content of a request) and the redaction of contract messages (proto/src/redact.ts).
 */
export const REDACTED_FIELDS: readonly string[] = [
  'access_token',
  'accessToken',
  'authorization',
  'client_secret',
  'clientSecret',
  'code',
  'code_verifier',
  'codeVerifier',
  'cookie',
  'password',
  'refresh_token',
  'refreshToken',
  'secret',
  'set-cookie',
  'token',
];

/** One JSON object per line: level as a word, time in ISO 8601, message in `msg`, errors in `err`. */
export function createLogger({ level, write }: LogOptions): RootLogger {
  const outageLines = new OutageLines();
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      // The field itself, and inside an object such as `headers`. `err.code` is a name like ECONNREFUSED, not a code.
      paths: REDACTED_FIELDS.flatMap((name) => [`["${name}"]`, ...(name === 'code' ? [] : [`*["${name}"]`])]),
      censor: '[secret]',
    },
    hooks: {
      logMethod(args, method: LogFn) {
        // All that the type Logger lets through.
        const [fields, message] = args as unknown as [object, string];
        const admitted = outageLines.admit(fields, message);
        if (admitted !== undefined) method.call(this, admitted, message);
      },
    },
  };
  return pino(options, { write: write ?? standardOutput() });
}

function standardOutput(): (line: string) => void {
  // Not process.stdout, whose errors are events that end the process. Reading it makes a pipe non-blocking: a reader that
  // stalls then costs a retry instead of a thread.
  const output = new LogOutput(process.stdout.fd);
  process.on('exit', () => output.flush());
  return output.write;
}
