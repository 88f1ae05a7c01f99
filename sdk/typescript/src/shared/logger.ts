import { textOf } from './thrown.js';

/**
 * The logger for the SDK's warnings and errors: fields first, then a sentence. pino satisfies it, and so does a wrapper
 * around `console`. Secrets of requests never reach it.
 */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The default: one line of JSON on stderr for each warning and error, and silence otherwise. */
export const stderrLogger: Logger = {
  info: () => undefined,
  warn: (fields, message) => write('warn', fields, message),
  error: (fields, message) => write('error', fields, message),
};

function write(level: string, fields: object, message: string): void {
  process.stderr.write(`${JSON.stringify({ level, time: new Date().toISOString(), msg: message, ...fields })}\n`);
}

/**
 * Guards the application's logger, which must not affect calls: its exception would leave a call without an answer, and
 * end the process as an unhandled rejection. Lines that it could not write go to stderr.
 */
export function guardedLogger(logger: Logger): Logger {
  const guarded =
    (level: keyof Logger): Logger['warn'] =>
    (fields, message) => {
      const failed = (error: unknown): void => {
        stderrLogger.error({ logger: textOf(error) }, `the logger failed to write "${message}"`);
      };
      try {
        // An async function satisfies the type too.
        const write: (fields: object, message: string) => unknown = logger[level].bind(logger);
        const written = write(fields, message);
        if (written instanceof Promise) written.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
  return { info: guarded('info'), warn: guarded('warn'), error: guarded('error') };
}
