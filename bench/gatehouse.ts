import { startDaemon } from './daemon.js';
import { peerFile, MeasuredProcess } from './measure/process.js';
import type { Running } from './contender.js';
import type { PreparedRequest } from './measure/load.js';
import type { Store } from './stores.js';
import type { Synchronous } from './peers/durability.js';

/** How many processes of each kind, and the settings of the daemons. */
export interface GatehouseShape {
  readonly store: Store;
  /** Each has a port of its own, over which the load is spread. Default: 1. */
  readonly daemons?: number;
  /** The daemons take turns. Default: 1. */
  readonly hosts?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Lifetime of a pending request. Default: so short that a fast contender cannot fill the room, because there is
   * room for 20,000 of them, and an authorization that has to displace another one costs more.
   */
  readonly pendingTtl?: '1s' | '10m';
}

/** The generator is one client on one address; throttles would measure how fast it gets rejected. */
const WITHOUT_THROTTLES = {
  GATEHOUSE_THROTTLE__REGISTER_PER_IP__LIMIT: '0',
  GATEHOUSE_THROTTLE__REGISTER_GLOBAL__LIMIT: '0',
  GATEHOUSE_THROTTLE__UNCONSENTED_PER_IP__SHARE: '0',
  GATEHOUSE_THROTTLE__AUTHORIZE_PER_IP__LIMIT: '0',
  GATEHOUSE_THROTTLE__AUTHORIZE_PER_CLIENT__LIMIT: '0',
};

/** The SDK README's recommendation for a host with little memory. */
export const SMALL_HOST = ['--max-semi-space-size=4', '--heap-growing-percent=30', '--no-parallel-scavenge'];
/** And for its environment. */
export const SMALL_HOST_ENV = { MALLOC_ARENA_MAX: '1' };

export interface HostReady {
  readonly address: string;
  readonly synchronous?: Synchronous;
}

/**
 * The shipped daemon and a host, all on the same core. A database server runs beside them, and so does the process that
 * prepares the requests, on the core of the load generator: the CPU of neither is counted.
 */
export async function startGatehouse({
  store,
  daemons = 1,
  hosts = 1,
  settings = {},
  pendingTtl = '1s',
}: GatehouseShape): Promise<Running> {
  const started: (readonly [MeasuredProcess, HostReady])[] = [];
  // One after the other: the first one creates the tables.
  for (let index = 0; index < hosts; index++) {
    started.push(
      await MeasuredProcess.start<HostReady>(
        peerFile('gatehouse-host'),
        { ...SMALL_HOST_ENV, ...store.env, BENCH_PENDING_TTL: pendingTtl },
        SMALL_HOST,
      ),
    );
  }
  await store.prepare();
  const [credentials] = await MeasuredProcess.startOnClientCore(peerFile('gatehouse-credentials'), store.env);
  const running = [];
  for (let index = 0; index < daemons; index++) {
    const address = started[index % hosts]?.[1].address ?? '';
    running.push(await startDaemon(address, { ...WITHOUT_THROTTLES, ...store.settings, ...settings }));
  }
  const ofDaemons = running.map(({ daemon }) => daemon);
  const ofHosts = started.map(([host]) => host);
  const processes = [...ofDaemons, ...ofHosts];
  const synchronous = started[0]?.[1].synchronous;
  return {
    ports: running.map(({ port }) => port),
    warmUps: Math.max(daemons, Number(settings.GATEHOUSE_WORKERS ?? 1)),
    processes,
    parts: new Map([
      ['daemon', ofDaemons.map(({ pid }) => pid)],
      ['host', ofHosts.map(({ pid }) => pid)],
      ...(store.servers ?? []),
    ]),
    ...(synchronous !== undefined && { synchronous }),
    prepare: (scenario, count, { expired = false } = {}) =>
      credentials.ask<PreparedRequest[]>({ scenario, count, expired }),
    async stop() {
      for (const measured of [...processes, credentials]) await measured.stop();
      await store.close();
    },
  };
}
