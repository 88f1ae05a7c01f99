import { execFileSync } from 'node:child_process';
import { measureApplication } from './admin/application.js';
import { ADMIN_CONTENDERS } from './admin/contenders.js';
import { checkAdmin } from './admin/check-admin.js';
import { measureFirstList } from './admin/first-list.js';
import { countHostCalls } from './admin/host-calls.js';
import { measurePartials } from './admin/partials.js';
import { measureSignInTiming } from './admin/sign-in-timing.js';
import { FIGURE_AIMS, RATIO_AIMS, type Figure } from './aims.js';
import { checkOAuth } from './check-oauth.js';
import type { Contender } from './contender.js';
import { GATEHOUSE, GATEHOUSE_ON_BETTER_SQLITE, OAUTH_CONTENDERS } from './contenders.js';
import { measureEcho } from './echo.js';
import { measureFlood } from './flood/flood.js';
import { measureFootprint, measureGrowth } from './footprint.js';
import { measureHostile } from './hostile/measure.js';
import { judgeFigures, judgeRatios, type FigureResult } from './judge.js';
import { Control } from './measure/control.js';
import { OAUTH_SCENARIOS, SCENARIOS, type Scenario } from './peers/peer.js';
import { markdownOf, print, printScenario } from './report.js';
import type { ScenarioResult } from './results.js';
import { measureScenario } from './rounds.js';
import { SCALE_SCENARIOS } from './scale/scenarios.js';
import { chosenScenarios, isChosenContender, ROUNDS, SECONDS } from './settings.js';
import { compareStores, STORE_SCENARIOS } from './store-comparison.js';
import { measureSizing } from './sizing.js';
import { measureStartup } from './startup.js';

/**
 * `make bench`: compares Gatehouse (daemon and host together on one core) with floors and peers on the same core, with the
 * load generator on another. docs/benchmarks.md explains scenarios, variables and results; aims.ts has the aims.
 */
/** Every measurement by its name in BENCH_SCENARIOS, in the order in which they run. */
const MEASUREMENTS = new Map<string, () => unknown>([
  ...SCENARIOS.map((scenario) => [scenario, () => compare(scenario)] as const),
  ['startup', async () => keep(await measureStartup(await control()))],
  ['memory', async () => keep(await measureFootprint(await control()))],
  ['first-list', async () => keep(await measureFirstList(await control()))],
  ...STORE_SCENARIOS.map(
    (scenario) => [`stores-${scenario}`, async () => compareStores(scenario, await control())] as const,
  ),
  ...Object.entries(SCALE_SCENARIOS).map(
    ([name, measure]) => [`scale-${name}`, async () => measure(await control())] as const,
  ),
  ['sizing', measureSizing],
  ['growth', measureGrowth],
  ['admin-calls', countHostCalls],
  ['admin-timing', measureSignInTiming],
  ['echo', measureEcho],
  ['application', measureApplication],
  ['hostile', measureHostile],
  ['partials', measurePartials],
  ['flood', measureFlood],
]);

/** The measurements that the aims need. */
const BY_DEFAULT = [
  ...OAUTH_SCENARIOS,
  ...['list', 'page', 'search', 'show', 'update'].map((act) => `admin-${act}`),
  'startup',
  'memory',
  'first-list',
];

const startedAt = performance.now();
const compared: ScenarioResult[] = [];
const figures = new Map<Figure, FigureResult>();
let running: Promise<Control> | undefined;

const chosen = chosenScenarios([...MEASUREMENTS.keys()], BY_DEFAULT, process.env['BENCH_SCENARIOS']);
for (const name of chosen) {
  try {
    await MEASUREMENTS.get(name)?.();
  } catch (error) {
    // The others are still worth their time.
    print(`\n## ${name}\n\nFAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  }
}
await (await running)?.stop();
printVerdicts();

/** Started when the first measurement needs it, and then the same for all. */
function control(): Promise<Control> {
  return (running ??= Control.start());
}

async function compare(scenario: Scenario): Promise<void> {
  const check = scenario.startsWith('admin-') ? checkAdmin : checkOAuth;
  const contenders = [...OAUTH_CONTENDERS, ...ADMIN_CONTENDERS].filter(takesPartIn(scenario));
  const result = await measureScenario(scenario, contenders, await control(), check.bind(undefined, scenario));
  compared.push(result);
  printScenario(result);
}

function takesPartIn(scenario: Scenario): (contender: Contender) => boolean {
  return ({ name, scenarios }) => scenarios.includes(scenario) && isChosenContender(name);
}

function keep(results: ReadonlyMap<Figure, FigureResult>): void {
  for (const [figure, result] of results) figures.set(figure, result);
}

function printVerdicts(): void {
  const verdicts = [...judgeRatios(RATIO_AIMS, compared, GATEHOUSE), ...judgeFigures(FIGURE_AIMS, figures)];
  if (verdicts.length === 0) return;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(0);
  const date = new Date().toISOString().slice(0, 10);
  print('\n## aims\n');
  print(
    `${date}, commit ${commit()}, ${String(ROUNDS)} runs of ${String(SECONDS)} s for each number of connections, ` +
      `${minutes} minutes in all.\n`,
  );
  print(markdownOf(verdicts));
  const sameDriver = judgeRatios(RATIO_AIMS, compared, GATEHOUSE_ON_BETTER_SQLITE);
  if (sameDriver.length === 0) return;
  print(
    '\n### With the driver of the floor\n\nThe same aims of the admin backend, for a host on better-sqlite3 in the same rounds.\n',
  );
  print(markdownOf(sameDriver));
}

/** With a mark if the measured files differ from it. */
function commit(): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const isClean = git('status', '--porcelain', '--untracked-files=no') === '';
    return git('rev-parse', '--short', 'HEAD') + (isClean ? '' : ' with changes');
  } catch {
    return 'unknown (not a git repository)';
  }
}
