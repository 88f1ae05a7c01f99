import { compileTemplate, renderTemplate } from '../../daemon/admin/partials/template.js';
import { PartialLimitExceeded } from '../../daemon/admin/partials/runtime/limits.js';
import { htmlToNodes } from '../../daemon/admin/partials/html-to-nodes.js';
import { COSTLY_TEMPLATES, LANGUAGE, type CostlyTemplate } from '../../test/support/costly-templates.js';
import { median } from '../measure/statistics.js';
import { print } from '../report.js';

/** Milliseconds that one rendering may block the thread. */
const AIM_MS = 250;
const AIM_MIB = 200;
const ROUNDS = 3;
const SHOWN = 10;

/** Renders the costliest known templates in this process: none may block its thread or use up its memory. */
export function measurePartials(): void {
  const memoryBefore = process.resourceUsage().maxRSS;
  const readings = COSTLY_TEMPLATES.map((costly) => ({ what: costly.what, ms: median(times(costly)) }));
  const mebibytes = (process.resourceUsage().maxRSS - memoryBefore) / 1024;
  readings.sort((a, b) => b.ms - a.ms);
  print(`\n## the costliest of ${String(readings.length)} templates, each stopped by a limit\n`);
  for (const { what, ms } of readings.slice(0, SHOWN)) print(`${ms.toFixed(0).padStart(5)} ms  ${what}`);
  const [worst] = readings;
  print(`\nat most ${String(AIM_MS)} ms: ${worst !== undefined && worst.ms <= AIM_MS ? 'met' : 'NOT MET'}`);
  print(
    `memory: ${mebibytes.toFixed(0)} MiB more at the peak; aim ${String(AIM_MIB)} MiB: ${mebibytes <= AIM_MIB ? 'met' : 'NOT MET'}`,
  );
}

function times({ what, template, data = null }: CostlyTemplate): number[] {
  const compiled = compileTemplate('costly', template);
  return Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    try {
      htmlToNodes(renderTemplate(compiled, data, LANGUAGE));
      throw new Error(`${what}: no limit stopped it`);
    } catch (error) {
      if (!(error instanceof PartialLimitExceeded)) throw error;
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
}
