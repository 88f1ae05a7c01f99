import type { Redis } from 'ioredis';
import type { Logger } from '../../core/runtime.js';

/**
 * Reports a Redis that forgets: with any other policy than "noeviction" it removes counters and pending requests when its memory
 * is full, and a client that can fill it resets the throttles.
 */
export class MemoryPolicy {
  /** For /readyz. Empty if all is well, or if the user of Redis may not ask. */
  warnings: readonly string[] = [];

  constructor(private readonly logger: Logger) {}

  /** Asks the masters. Never rejects: a server that does not tell is no worse than before. */
  async look(masters: readonly Redis[]): Promise<void> {
    const found = await Promise.all(masters.map((master) => master.info('memory').catch(() => '')));
    const warnings = [...new Set(found.flatMap(memoryWarnings))];
    for (const warning of warnings) {
      if (!this.warnings.includes(warning)) this.logger.warn({ warning }, 'Redis has dangerous settings');
    }
    this.warnings = warnings;
  }
}

/** @param info the answer of INFO memory */
export function memoryWarnings(info: string): readonly string[] {
  const valueOf = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const [most, policy] = [Number(valueOf('maxmemory')), valueOf('maxmemory_policy')];
  // 0: no limit, so that nothing is ever removed.
  if (!(most > 0) || policy === 'noeviction') return [];
  return [
    `Redis has maxmemory-policy ${policy}: when its memory is full, it forgets throttles and pending requests; set noeviction`,
  ];
}
