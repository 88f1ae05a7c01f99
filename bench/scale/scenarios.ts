import { startGatehouseAdmin } from '../admin/contenders.js';
import type { Running } from '../contender.js';
import { startGatehouse, type GatehouseShape } from '../gatehouse.js';
import { LOADS } from '../loads.js';
import type { Control } from '../measure/control.js';
import { generateLoad } from '../measure/load.js';
import type { OAuthScenario } from '../peers/peer.js';
import { print, printScenario } from '../report.js';
import { measureScenario } from '../rounds.js';
import { checkOAuth } from '../check-oauth.js';
import { SCALE_ADMINISTRATORS, SCALE_LIST_ROWS, SCALE_PENDING, SCALE_ROWS } from '../settings.js';
import { onRedis, onRedisCluster, postgresStore, sqliteStore } from '../stores.js';
import { compareShapes } from './compare.js';
import { filledSqliteStore } from './filled-store.js';

/** What grows, and what must not become dearer by it: `BENCH_SCENARIOS=scale-… make bench`. */
type Measure = (control: Control) => Promise<unknown>;

const ALL: readonly OAuthScenario[] = ['register', 'authorize', 'exchange', 'refresh'];
const WITH_STATE: readonly OAuthScenario[] = ['authorize', 'exchange', 'refresh'];
const FEW_ROWS = 100_000;
const PENDING_PART = 10_000;
const PENDING_SECONDS = 120;
const REGISTERING = [1, 4, 16, 64];

export const SCALE_SCENARIOS: Readonly<Record<string, Measure>> = {
  rows: (control) =>
    compareShapes(
      ALL,
      [
        { name: 'empty', start: async () => startGatehouse({ store: await sqliteStore() }) },
        {
          name: `${number(SCALE_ROWS)} clients, codes and tokens`,
          start: async () => startGatehouse({ store: await filledSqliteStore(SCALE_ROWS) }),
        },
      ],
      control,
    ),

  pending: (control) =>
    compareShapes(
      ['authorize'],
      [
        { name: 'nothing pending, Redis', start: () => startOnRedis({ pendingTtl: '10m' }) },
        {
          name: `${number(SCALE_PENDING)} pending, Redis`,
          start: async () => withPending(await startOnRedis({ pendingTtl: '10m' })),
        },
      ],
      control,
    ),

  list: (control) =>
    compareShapes(
      ['admin-page'],
      [
        { name: `${number(FEW_ROWS)} rows`, start: () => startGatehouseAdmin() },
        {
          name: `${number(SCALE_LIST_ROWS)} rows`,
          start: () => startGatehouseAdmin({}, { rows: SCALE_LIST_ROWS, administrators: 1 }),
        },
      ],
      control,
    ),

  administrators: (control) =>
    compareShapes(
      ['admin-show'],
      [
        { name: 'one administrator', start: () => startGatehouseAdmin() },
        {
          name: `${number(SCALE_ADMINISTRATORS)} administrators`,
          start: () => startGatehouseAdmin({}, { rows: FEW_ROWS, administrators: SCALE_ADMINISTRATORS }),
        },
      ],
      control,
    ),

  workers: (control) =>
    compareShapes(
      WITH_STATE,
      [
        { name: 'one process, Redis', start: () => startOnRedis() },
        {
          name: 'workers: 2, Redis',
          start: () => startOnRedis({ settings: { GATEHOUSE_WORKERS: '2' } }),
        },
      ],
      control,
    ),

  daemons: (control) =>
    compareShapes(
      WITH_STATE,
      [
        { name: 'one daemon, Redis', start: () => startOnRedis() },
        {
          name: 'two daemons, one Redis',
          start: () => startOnRedis({ daemons: 2 }),
        },
        {
          name: 'two daemons, Redis Cluster',
          start: async () => startGatehouse({ store: await onRedisCluster(await sqliteStore()), daemons: 2 }),
        },
      ],
      control,
    ),

  hosts: measureHosts,

  async registration(control) {
    const start = async (): Promise<Running> => startGatehouse({ store: await postgresStore({ snapshot: false }) });
    const contenders = [{ name: 'gatehouse, PostgreSQL', scenarios: ALL, checksEverything: true, start }];
    const check = checkOAuth.bind(undefined, 'register');
    printScenario(await measureScenario('register', contenders, control, check, REGISTERING));
  },
};

/** Two hosts on one PostgreSQL, a daemon for each, one Redis: also how evenly the hosts share the work. */
async function measureHosts(control: Control): Promise<void> {
  await compareShapes(
    WITH_STATE,
    [
      {
        name: 'one host, PostgreSQL, Redis',
        start: async () => startGatehouse({ store: await onRedis(await postgresStore({ snapshot: false })) }),
      },
      {
        name: 'two hosts, two daemons, one PostgreSQL, one Redis',
        async start() {
          const store = await onRedis(await postgresStore({ snapshot: false }));
          const running = await startGatehouse({ store, daemons: 2, hosts: 2 });
          return {
            ...running,
            stop() {
              printShares(running);
              return running.stop();
            },
          };
        },
      },
    ],
    control,
  );
}

/** The hosts come after the daemons. */
function printShares({ processes }: Running): void {
  const [one = 0, other = 0] = processes.slice(2).map((measured) => measured.cpuSeconds());
  print(`CPU of the two hosts: ${one.toFixed(2)} s and ${other.toFixed(2)} s`);
}

async function startOnRedis(shape: Omit<GatehouseShape, 'store'> = {}): Promise<Running> {
  return startGatehouse({ store: await onRedis(await sqliteStore()), ...shape });
}

/** Leaves requests of users who never decide. */
async function withPending(running: Running): Promise<Running> {
  const [port = 0] = running.ports;
  for (let sent = 0; sent < SCALE_PENDING; sent += PENDING_PART) {
    await generateLoad({
      port,
      requests: await running.prepare('authorize', Math.min(PENDING_PART, SCALE_PENDING - sent)),
      expected: LOADS.authorize.expected,
      connections: 64,
      seconds: PENDING_SECONDS,
    });
  }
  return running;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
