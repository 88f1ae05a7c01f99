import type { Logger } from '../../core/runtime.js';

/**
 * Reports a Redis that answers PING and rejects writes: its memory is full, its replicas are gone (NOREPLICAS), or its user may not
 * write, run scripts or ask for the time. Only a write and a script show all of these.
 */
export class WriteProbe {
  /** For /readyz. Empty if the last write succeeded. */
  warnings: readonly string[] = [];

  constructor(private readonly logger: Logger) {}

  /** Never rejects. An answer that does not come says nothing about writes. */
  async look(write: () => Promise<unknown>): Promise<void> {
    const warnings = await write().then(() => [], writeWarnings);
    for (const warning of warnings) {
      if (!this.warnings.includes(warning)) this.logger.warn({ warning }, 'Redis rejects writes');
    }
    this.warnings = warnings;
  }
}

function writeWarnings(error: unknown): readonly string[] {
  const reply = error instanceof Error ? error.cause : undefined;
  if (!(reply instanceof Error) || reply.name !== 'ReplyError') return [];
  if (reply.message.startsWith('OOM')) return ['Redis has used its maxmemory and rejects writes; raise maxmemory'];
  return [`Redis rejects writes: ${reply.message.slice(0, 200)}`];
}
