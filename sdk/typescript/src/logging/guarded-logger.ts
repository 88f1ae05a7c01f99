import type { Logger } from '../ports/logger.js';
import { stderrLogger } from './stderr-logger.js';

/**
 * The application's logger, which must not decide over calls: an exception of it would leave a call without its answer, and
 * end the process as an unhandled rejection. What it could not write goes to stderr.
 */
export function guardedLogger(logger: Logger): Logger {
  const guarded =
    (level: keyof Logger): Logger['warn'] =>
    (fields, message) => {
      try {
        logger[level](fields, message);
      } catch (error) {
        stderrLogger.error({ logger: String(error) }, `the logger failed to write "${message}"`);
      }
    };
  return { info: guarded('info'), warn: guarded('warn'), error: guarded('error') };
}
