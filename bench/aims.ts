import { GATEHOUSE_ON_MILLIONS, HAND_WRITTEN } from './admin/contenders.js';
import {
  BARE,
  GATEHOUSE,
  GATEHOUSE_BESIDE_SNAPSHOT,
  GATEHOUSE_ON_POSTGRES,
  PROVIDER,
  PROVIDER_ON_SQLITE,
  ROUTER,
} from './contenders.js';
import { median } from './measure/statistics.js';
import { ADMIN_SCENARIOS, type Scenario } from './peers/peer.js';
import { cpuPerRequest, print, type ContenderRounds } from './report.js';

interface Aim {
  readonly scenario: Scenario;
  /** Gatehouse by default. */
  readonly of?: string;
  /** Compared with the best of these. */
  readonly against: readonly string[];
  readonly atLeast: number;
}

const EVERY_PEER = [ROUTER, PROVIDER, PROVIDER_ON_SQLITE];
const AIMS: readonly Aim[] = [
  { scenario: 'metadata', against: [BARE], atLeast: 0.9 },
  { scenario: 'register', against: EVERY_PEER, atLeast: 1 },
  { scenario: 'authorize', against: EVERY_PEER, atLeast: 1 },
  { scenario: 'exchange', against: [ROUTER, PROVIDER], atLeast: 1.5 },
  { scenario: 'exchange', against: [PROVIDER_ON_SQLITE], atLeast: 3 },
  { scenario: 'refresh', against: [ROUTER, PROVIDER], atLeast: 1.5 },
  { scenario: 'refresh', against: [PROVIDER_ON_SQLITE], atLeast: 3 },
  { scenario: 'admin-list', against: [HAND_WRITTEN], atLeast: 0.8 },
  { scenario: 'admin-search', against: [HAND_WRITTEN], atLeast: 0.8 },
  { scenario: 'admin-show', against: [HAND_WRITTEN], atLeast: 0.13 },
  { scenario: 'admin-update', against: [HAND_WRITTEN], atLeast: 0.2 },
  // Twenty times the rows should make no difference; a tenth is noise.
  { scenario: 'admin-page', of: GATEHOUSE_ON_MILLIONS, against: [GATEHOUSE], atLeast: 0.9 },
];

/**
 * Targets and results, judged by CPU per request of daemon and host together: it shows how many requests one core can
 * handle. Requests per second also depend on the disk, and only contenders that write to it wait for it.
 */
export function printAims(results: ReadonlyMap<Scenario, readonly ContenderRounds[]>): void {
  print('\n## aims, in requests per CPU second\n');
  for (const { scenario, of = GATEHOUSE, against, atLeast } of AIMS) {
    const contenders = results.get(scenario) ?? [];
    const ours = contenders.find(({ name }) => name === of);
    const peers = contenders.filter(({ name }) => against.includes(name));
    if (ours === undefined || peers.length === 0) continue;
    const best = peers.reduce((a, b) => (cpuPerRequest(a.rounds) <= cpuPerRequest(b.rounds) ? a : b));
    const ratio = cpuPerRequest(best.rounds) / cpuPerRequest(ours.rounds);
    const verdict = ratio >= atLeast ? 'met' : 'NOT MET';
    print(`${scenario}: ${ratio.toFixed(2)}x ${best.name}; aim ${String(atLeast)}x: ${verdict}`);
  }
}

const SNAPSHOT_FACTOR = 1.5;

/** Limits the median latency beside an open snapshot to this multiple of the latency without one. */
export function printSnapshotAim(results: ReadonlyMap<Scenario, readonly ContenderRounds[]>): void {
  for (const [scenario, contenders] of results) {
    const p50 = (of: string): number | undefined => {
      const rounds = contenders.find(({ name }) => name === of)?.rounds;
      return rounds && median(rounds.map((round) => round.p50));
    };
    const [without, beside] = [p50(GATEHOUSE_ON_POSTGRES), p50(GATEHOUSE_BESIDE_SNAPSHOT)];
    if (without === undefined || beside === undefined) continue;
    const factor = beside / without;
    const verdict = factor <= SNAPSHOT_FACTOR ? 'met' : 'NOT MET';
    print(
      `${scenario} beside an open snapshot: p50 ${factor.toFixed(2)}x; aim at most ${String(SNAPSHOT_FACTOR)}x: ${verdict}`,
    );
  }
}

const ADMIN_MIB = 150;

/** Memory of daemon and host together after the load of each admin scenario, in its median round. */
export function printMemoryAim(results: ReadonlyMap<Scenario, readonly ContenderRounds[]>): void {
  const readings = ADMIN_SCENARIOS.flatMap((scenario) => {
    const ours = results.get(scenario)?.find(({ name }) => name === GATEHOUSE);
    return ours === undefined ? [] : [median(ours.rounds.map(({ memoryMiB }) => memoryMiB))];
  });
  if (readings.length === 0) return;
  const most = Math.max(...readings);
  print(
    `admin: at most ${most.toFixed(0)} MiB; aim ${String(ADMIN_MIB)} MiB: ${most <= ADMIN_MIB ? 'met' : 'NOT MET'}`,
  );
}
