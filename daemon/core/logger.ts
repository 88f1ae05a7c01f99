/**
 * What the daemon's parts log through; pino satisfies it (observability/log.ts). Fields first, then a message that reads
 * by itself. Never put a request's query, body, cookie or authorization in the fields: the redaction is a safety net only.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
