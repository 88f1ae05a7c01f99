// Reads Go's answers, one JSON object per line, and prints where the partials' engine differs. Usage: … | node
// dist/test/conformance/partials/compare-with-go.js
import { readFileSync } from 'node:fs';
import { answer } from './template-case.js';
import type { TemplateCase } from './template-case.js';

const lines = readFileSync(0, 'utf8').trim().split('\n');
let different = 0;
for (const line of lines) {
  const one = JSON.parse(line) as TemplateCase;
  const found = answer(one);
  const same = one.ok
    ? 'output' in found && found.output === (one.output ?? '')
    : 'stage' in found && found.stage === one.stage;
  if (same) continue;
  different += 1;
  console.log(
    `${one.id}: ${JSON.stringify(one.template)}\n  Go:   ${one.ok ? JSON.stringify(one.output) : String(one.stage)}`,
  );
  console.log(`  here: ${JSON.stringify(found)}`);
}
console.log(`${lines.length} cases, ${different} different`);
process.exitCode = different > 0 ? 1 : 0;
