import type { Logger } from '../ports/logger.js';

/** The default: one line of JSON on stderr for what went wrong, and silence otherwise. */
export const stderrLogger: Logger = {
  info: () => undefined,
  warn: (fields, message) => write('warn', fields, message),
  error: (fields, message) => write('error', fields, message),
};

function write(level: string, fields: object, message: string): void {
  process.stderr.write(`${JSON.stringify({ level, time: new Date().toISOString(), msg: message, ...fields })}\n`);
}
