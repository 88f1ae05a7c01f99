import type { Results } from '../ports/backend.js';
import type { Telemetry } from '../ports/dependencies.js';

/** Counts the rows that a sweep of expired codes and tokens removed. Every use case that sweeps calls it. */
export function reportSweep(
  telemetry: Pick<Telemetry, 'swept'>,
  { codesRemoved, refreshTokensRemoved }: Results['sweepExpired'],
): void {
  telemetry.swept('code', codesRemoved);
  telemetry.swept('refresh_token', refreshTokensRemoved);
}
