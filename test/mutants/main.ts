import { MUTANTS } from './list.js';
import type { Verdict } from './mutant.js';
import { judge } from './mutant.js';

/**
 * `make host-mutants`: hosts that each break one sentence of the contract. check-host must notice at least 95 % of those
 * that can be noticed from outside; the rest are listed in docs/hosts.md. HOST_MUTANTS selects those whose name contains
 * the text, HOST_MUTANTS_HALF those of one half (oauth, admin).
 */
const SCORE = 0.95;

const only = process.env['HOST_MUTANTS'] ?? '';
const half = process.env['HOST_MUTANTS_HALF'];
const chosen = MUTANTS.filter((mutant) => mutant.name.includes(only) && (half === undefined || mutant.half === half));
const verdicts: Verdict[] = [];
for (const mutant of chosen) {
  const verdict = await judge(mutant);
  verdicts.push(verdict);
  const { noticedBy } = verdict;
  const word = noticedBy.length > 0 ? 'noticed ' : mutant.invisible === undefined ? 'SURVIVED' : 'expected';
  console.log(
    `${word}  ${mutant.half.padEnd(5)}  ${mutant.name}${noticedBy[0] === undefined ? '' : `: ${noticedBy[0]}`}`,
  );
  if (word === 'SURVIVED' && mutant.breaks !== undefined) console.log(`          breaks ${mutant.breaks}`);
}

const visible = verdicts.filter(({ mutant }) => mutant.invisible === undefined);
const noticed = visible.filter(({ noticedBy }) => noticedBy.length > 0);
for (const one of ['oauth', 'admin'] as const) {
  const of = (list: readonly Verdict[]): number => list.filter(({ mutant }) => mutant.half === one).length;
  console.log(`${one}: ${of(noticed)} of ${of(visible)} noticed`);
}
const score = noticed.length / visible.length;
console.log(`score: ${noticed.length} of ${visible.length}, ${(100 * score).toFixed(1)} %`);
process.exit(score >= SCORE ? 0 : 1);
