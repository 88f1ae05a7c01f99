import { report } from './report.js';
import { soak } from './soak.js';

/**
 * `make soak`: runs for SOAK_MINUTES, with all faults or those of SOAK_FAULTS ("host killed,Redis paused"). Exit codes:
 * 0, all is well; 1, a finding: a token usable twice or lost without a reason, a request that failed in a rolling
 * restart, a 500 from a daemon that knows its host; 2, it could not run.
 */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);
const only = process.env['SOAK_FAULTS']?.split(',').map((name) => name.trim());
try {
  const ledger = await soak({ seconds: minutes * 60, ...(only && { only }), say: (line) => console.log(line) });
  console.log(`\n${report(ledger)}`);
  process.exit(ledger.passed ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(2);
}
