import { pino } from 'pino';
import type { Logger } from '../core/runtime.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** The daemon's logger, with the level above `error`: something after which the process ends. */
export interface RootLogger extends Logger {
  fatal(fields: object, message: string): void;
  /** The same logger with fields that stand in each of its lines. */
  child(fields: Record<string, unknown>): RootLogger;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Where lines go; standard output unless a test says otherwise. */
  readonly write?: (line: string) => void;
}

/**
 * Names under which a secret could come along in the fields of a log line. A safety net below the rule of core/runtime.ts
 * (never log what a request holds) and below the redaction of messages of the contract (proto/src/redact.ts).
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

/** One JSON object a line: level as a word, time in ISO 8601, message in `msg`, errors in `err`. */
export function createLogger({ level, write }: LogOptions): RootLogger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      // The field itself, and inside an object such as `headers`. `err.code` is a name like ECONNREFUSED, not a code.
      paths: REDACTED_FIELDS.flatMap((name) => [`["${name}"]`, ...(name === 'code' ? [] : [`*["${name}"]`])]),
      censor: '[secret]',
    },
  };
  return write === undefined ? pino(options) : pino(options, { write });
}
