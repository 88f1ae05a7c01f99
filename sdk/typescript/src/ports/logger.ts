/**
 * Where the SDK says what went wrong: fields first, then a sentence. pino satisfies it, and so does a wrapper around
 * `console`. Secrets of requests never reach it.
 */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
