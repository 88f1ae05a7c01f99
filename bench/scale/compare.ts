import { checkOAuth } from '../check-oauth.js';
import type { Contender, Running } from '../contender.js';
import { LOADS } from '../loads.js';
import type { Control } from '../measure/control.js';
import type { Scenario } from '../peers/peer.js';
import { ratioOf } from '../judge.js';
import { print, printScenario } from '../report.js';
import { cpuMicroseconds, type ScenarioResult } from '../results.js';
import { measureScenario } from '../rounds.js';

/** CPU of a request may grow by this much with the size. */
const FLAT = 1.1;
const CONNECTIONS = [64];

/** One size or shape of Gatehouse. The others are compared with the first. */
export interface Shape {
  readonly name: string;
  start(): Promise<Running>;
}

/** Measures each scenario on every shape, and says whether the CPU of a request stays within 10 % of the first one's. */
export async function compareShapes(
  scenarios: readonly Scenario[],
  shapes: readonly Shape[],
  control: Control,
): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const scenario of scenarios) {
    const contenders = shapes.map(({ name, start }): Contender => ({ name, scenarios, checksEverything: true, start }));
    const connections = CONNECTIONS.filter((count) => LOADS[scenario].connections.includes(count));
    const check = checkOAuth.bind(undefined, scenario);
    const result = await measureScenario(scenario, contenders, control, check, connections);
    results.push(result);
    printScenario(result);
    for (const count of connections) printFlatness(result, count);
  }
  return results;
}

function printFlatness({ scenario, contenders }: ScenarioResult, connections: number): void {
  const [first, ...others] = contenders;
  const base = first?.rounds.get(connections) ?? [];
  for (const { name, rounds } of others) {
    const ratio = ratioOf(rounds.get(connections) ?? [], base, cpuMicroseconds);
    const verdict = ratio <= FLAT ? 'met' : 'NOT MET';
    print(
      `${scenario}, CPU a request of "${name}" compared with "${first?.name ?? ''}": ${ratio.toFixed(2)}x; ` +
        `aim at most ${String(FLAT)}x: ${verdict}`,
    );
  }
}
