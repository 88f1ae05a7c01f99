import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { Dice } from '../support/dice.js';
import { AREAS, type Area } from './areas.js';
import { staleEquivalents, whyEquivalent } from './equivalents.js';
import { instrumentedCopy } from './instrument.js';
import type { Mutant } from './mutant.js';
import { kills, measure, type TestFile } from './test-file.js';

/**
 * `make mutants`: changes the built code in one place at a time and runs the tests that reach that place. Prints every
 * change that no test detects; tests have to detect at least 95 % in each area. MUTANTS_AREAS selects areas by name,
 * MUTANTS sets how many of each (default 45), MUTANTS_SEED selects which ones. MUTANTS_AT ("oauth/routes/,passkeys.js:68") takes
 * only those of these folders, files or lines.
 */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CHOSEN = process.env['MUTANTS_AREAS']?.split(',');
const COUNT = Number(process.env['MUTANTS'] ?? 45);
const AT = process.env['MUTANTS_AT']?.split(',') ?? [''];
const SEED = Number(process.env['MUTANTS_SEED'] ?? 1);
const ENOUGH = 0.95;
/** Runs test files in parallel: they spend most of their time waiting. */
const AT_ONCE = 2;

const tree = mkdtempSync(join(tmpdir(), 'gatehouse-mutants-'));
process.on('exit', () => rmSync(tree, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const areas = AREAS.filter(({ name }) => CHOSEN === undefined || CHOSEN.includes(name));
const mutants = await instrumentedCopy(
  ROOT,
  tree,
  areas.flatMap(({ mutated }) => mutated),
);
const stale = staleEquivalents(mutants).filter(({ file }) => areas.some((area) => isIn(area, file)));
for (const { file, original, replacement } of stale) {
  console.error(
    `${file}: "${original}" to "${replacement}" is no change of today's code; remove it from the equivalents`,
  );
}
if (stale.length > 0) process.exit(1);
const weak: string[] = [];
for (const area of areas) if (!(await judge(area))) weak.push(area.name);
if (weak.length > 0) console.error(`\nFewer than ${ENOUGH * 100} % detected: ${weak.join(', ')}`);
process.exit(weak.length === 0 ? 0 : 1);

function isIn({ mutated }: Area, file: string): boolean {
  return mutated.some((folder) => file.startsWith(`${folder}/`));
}

/** Returns true if enough of the area's mutants are detected. */
async function judge(area: Area): Promise<boolean> {
  console.log(`\n== ${area.name}`);
  const tests: TestFile[] = [];
  await each(globSync([...area.tests], { cwd: tree }).sort(), async (path) => {
    tests.push(await measure(tree, path));
  });
  tests.sort((a, b) => a.milliseconds - b.milliseconds);

  const inArea = mutants.filter(
    ({ file, line }) => isIn(area, file) && AT.some((place) => `${file}:${line}`.includes(place)),
  );
  const chosen = sample(inArea, COUNT);
  const survivors: Mutant[] = [];
  let equivalent = 0;
  await each(chosen, async (mutant) => {
    if (whyEquivalent(mutant) !== undefined) equivalent += 1;
    else if (!(await noticed(mutant, tests))) {
      survivors.push(mutant);
      console.log(
        `${mutant.file}:${mutant.line}  ${mutant.mutator}\n   - ${mutant.original}\n   + ${mutant.replacement}`,
      );
    }
  });
  const judged = chosen.length - equivalent;
  const killed = judged - survivors.length;
  console.log(
    `${area.name}: ${killed} of ${judged} detected (${Math.round((killed / judged) * 100)} %), ` +
      `${equivalent} equivalent, ${inArea.length} in total, seed ${SEED}`,
  );
  return killed >= judged * ENOUGH;
}

async function noticed(mutant: Mutant, tests: readonly TestFile[]): Promise<boolean> {
  if (mutant.content !== undefined) return inLua(mutant, mutant.content, tests);
  for (const test of tests) if (test.reached.has(mutant.id) && (await kills(tree, test, mutant.id))) return true;
  return false;
}

/** A script has no switch. Each change goes into a separate copy, so that parallel mutants do not see it. */
async function inLua(mutant: Mutant, content: string, tests: readonly TestFile[]): Promise<boolean> {
  const own = mkdtempSync(join(tmpdir(), 'gatehouse-mutants-'));
  try {
    await instrumentedCopy(ROOT, own, []);
    writeFileSync(join(own, mutant.file), content);
    for (const test of tests) if (await kills(own, test, '')) return true;
    return false;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function sample(from: readonly Mutant[], count: number): Mutant[] {
  const dice = new Dice(SEED);
  const left = [...from];
  const chosen: Mutant[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(dice.below(left.length), 1));
  return chosen;
}

/** Runs the work for every item, a few in parallel. Stops at the first failure. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
