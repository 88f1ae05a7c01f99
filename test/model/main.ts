import { randomInt } from 'node:crypto';
import { BROKEN_HOSTS } from '../broken/list.js';
import { violation as adminViolation } from './admin/check.js';
import { PLANTED } from './admin/planted.js';
import { startTarget as startAdminTarget } from './admin/target.js';
import type { RunSettings, Violation } from './check.js';
import { violation as oauthViolation } from './oauth/check.js';
import { VISIBLE } from './oauth/planted.js';
import { startTarget as startOAuthTarget } from './oauth/target.js';

/**
 * `make model`: runs random programs against the real parts, with and without faults, until the time is over or no
 * order of operations explains the outcome of a program. Then runs the planted faults and expects to find each of them.
 * MODEL_MINUTES (default 5) sets the duration; MODEL_SEED, MODEL_PATH and MODEL_ONLY repeat a failure as printed.
 */
const MINUTES = Number(process.env['MODEL_MINUTES'] ?? 5);
const SEED = Number(process.env['MODEL_SEED'] ?? randomInt(2 ** 31));
const PATH = process.env['MODEL_PATH'];
const ONLY = process.env['MODEL_ONLY'];
/** Programs between two checks of the clock. */
const RUNS = 25;

/** One kind of programs, on one set of parts. */
interface Exploration {
  readonly name: string;
  start(): Promise<{ check(settings: RunSettings): Promise<Violation | undefined>; stop(): Promise<void> }>;
}

const EXPLORATIONS: readonly Exploration[] = [
  ...(['sqlite', 'postgres'] as const).flatMap((database) => [false, true].map((suffers) => oauth(database, suffers))),
  ...(['sqlite', 'postgres'] as const).map((database): Exploration => ({
    name: `admin-${database}`,
    async start() {
      const target = await startAdminTarget({ database });
      return { check: (settings) => adminViolation(target, settings), stop: () => target.stop() };
    },
  })),
];

/** Runs with and without faults: if every answer has to arrive, the check is stricter. */
function oauth(database: 'sqlite' | 'postgres', suffers: boolean): Exploration {
  return {
    name: `oauth-${database}${suffers ? '-faults' : ''}`,
    async start() {
      const target = await startOAuthTarget({ database, state: database === 'sqlite' ? 'memory' : 'redis', suffers });
      const faults = suffers ? target.faults : [];
      return { check: (settings) => oauthViolation(target, { ...settings, faults }), stop: () => target.stop() };
    },
  };
}

const chosen = EXPLORATIONS.filter(({ name }) => ONLY === undefined || name === ONLY);
if (chosen.length === 0) {
  throw new Error(`MODEL_ONLY is ${ONLY}; choose one of ${EXPLORATIONS.map(({ name }) => name).join(', ')}`);
}
for (const exploration of chosen) await explore(exploration);
if (ONLY === undefined) await findPlanted();

async function explore({ name, start }: Exploration): Promise<void> {
  const { check, stop } = await start();
  const endsAt = Date.now() + (MINUTES * 60_000) / chosen.length;
  let programs = 0;
  try {
    for (let seed = SEED; programs === 0 || (Date.now() < endsAt && PATH === undefined); seed += 1) {
      const found = await check({ runs: RUNS, seed, ...(PATH === undefined ? {} : { path: PATH }) });
      programs += RUNS;
      if (found === undefined) continue;
      console.error(`MODEL_ONLY=${name} MODEL_SEED=${found.seed} MODEL_PATH=${found.path}\n${found.text}`);
      process.exitCode = 1;
      return;
    }
    console.log(
      PATH === undefined
        ? `${name}: ${programs} programs, each explained by an order of its operations (seeds from ${SEED})`
        : `${name}: the program of MODEL_PATH is explained by an order of its operations`,
    );
  } finally {
    await stop();
  }
}

/** A model that never fails proves nothing. */
async function findPlanted(): Promise<void> {
  for (const { name, within } of VISIBLE) {
    const around = BROKEN_HOSTS.find((host) => host.name === name)?.around;
    if (around === undefined) throw new Error(`no host in test/broken has this fault: ${name}`);
    const target = await startOAuthTarget({ database: 'sqlite', state: 'memory', around });
    try {
      report(name, within, await oauthViolation(target, { runs: within, seed: 1, first: true }));
    } finally {
      await target.stop();
    }
  }
  for (const { name, within, ...fault } of PLANTED) {
    const target = await startAdminTarget({ database: 'sqlite', ...fault });
    try {
      report(name, within, await adminViolation(target, { runs: within, seed: 1, first: true }));
    } finally {
      await target.stop();
    }
  }
}

function report(name: string, within: number, found: Violation | undefined): void {
  if (found !== undefined) {
    console.log(`found: ${name}`);
    return;
  }
  console.error(`not found within ${within} programs, though it was planted: ${name}`);
  process.exitCode = 1;
}
