import { checkOAuth } from './check-oauth.js';
import {
  GATEHOUSE,
  GATEHOUSE_BESIDE_SNAPSHOT,
  GATEHOUSE_ON_POSTGRES,
  OAUTH_CONTENDERS,
  STORE_CONTENDERS,
} from './contenders.js';
import type { Control } from './measure/control.js';
import { print, printScenario } from './report.js';
import { COMPARED, medianOf, type ScenarioResult } from './results.js';
import { measureScenario } from './rounds.js';
import { isChosenContender } from './settings.js';

/** Scenarios that need a store. */
export const STORE_SCENARIOS = ['register', 'authorize', 'exchange', 'refresh'] as const;

/** A snapshot of days ago may make a median answer slower by this much. */
const SNAPSHOT_FACTOR = 1.5;

/** Gatehouse on SQLite, with its state in Redis, and on PostgreSQL. */
export async function compareStores(scenario: (typeof STORE_SCENARIOS)[number], control: Control): Promise<void> {
  const contenders = [...OAUTH_CONTENDERS.filter(({ name }) => name === GATEHOUSE), ...STORE_CONTENDERS].filter(
    ({ name, scenarios }) => scenarios.includes(scenario) && isChosenContender(name),
  );
  const result = await measureScenario(scenario, contenders, control, checkOAuth.bind(undefined, scenario));
  printScenario(result);
  printSnapshotAim(result);
}

function printSnapshotAim({ contenders }: ScenarioResult): void {
  const [without, beside] = [GATEHOUSE_ON_POSTGRES, GATEHOUSE_BESIDE_SNAPSHOT].map(
    (of) => contenders.find(({ name }) => name === of)?.rounds ?? new Map<number, never>(),
  );
  for (const [connections, rounds] of beside ?? []) {
    const base = without?.get(connections);
    if (base === undefined) continue;
    const factor = medianOf(rounds, COMPARED.p50) / medianOf(base, COMPARED.p50);
    const verdict = factor <= SNAPSHOT_FACTOR ? 'met' : 'NOT MET';
    print(
      `beside an open snapshot, ${String(connections)} connections: p50 ${factor.toFixed(2)}x; ` +
        `aim at most ${String(SNAPSHOT_FACTOR)}x: ${verdict}`,
    );
  }
}
