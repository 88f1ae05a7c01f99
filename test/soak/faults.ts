import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { eventually } from '../support/eventually.js';
import type { Gatehouse } from '../support/gatehouse.js';
import type { MortalHost } from '../support/mortal-host.js';
import type { RedisServer } from '../support/redis.js';
import { RESTART_OF_DAEMONS, RESTART_OF_HOSTS } from './ledger.js';

const LONGEST_PAUSE_MS = 2000;

export interface Parts {
  readonly hosts: readonly [MortalHost, MortalHost];
  readonly redis: RedisServer;
  readonly pool: Pool;
  /** Faults that are active or about to start. */
  readonly daemons: readonly Gatehouse[];
  /** Restarts a daemon and waits until it is ready. */
  start(index: number): Promise<void>;
  /** Stops one gracefully; consent goes to the others from now on. */
  stop(index: number): Promise<void>;
  /** Kills one; consent goes to the others from now on. */
  kill(index: number): Promise<void>;
  /** Runs an administrator's searches without results for this long. */
  search(ms: number): Promise<void>;
  /** Resolves when every daemon sends requests to every host. */
  hostsInUse(): Promise<void>;
}

export type Faults = ReadonlyMap<string, () => Promise<unknown>>;

/** The faults of the parts, one after the other. Each one ends when all parts are ready again. */
export function faultsOf(parts: Parts, seconds: number): Faults {
  const { hosts, redis, pool, daemons, start, stop, kill, search, hostsInUse } = parts;
  const [host, otherHost] = hosts;
  const share = (part: number): number => (seconds * 1000 * part) / 100;
  const ready = async (): Promise<void> => {
    await Promise.all(daemons.map((daemon) => daemon.untilReady()));
    await hostsInUse();
  };
  const paused = async (pause: () => void, resume: () => void): Promise<void> => {
    pause();
    await sleep(Math.min(LONGEST_PAUSE_MS, share(10)));
    resume();
  };
  const faults: [string, () => Promise<unknown>][] = [
    ['nothing', () => sleep(share(10))],
    ['one host killed', () => host.kill().then(() => host.start())],
    ['hosts killed', () => Promise.all(hosts.map((each) => each.kill().then(() => each.start())))],
    ['host paused', () => paused(otherHost.pause, otherHost.resume)],
    [
      RESTART_OF_HOSTS,
      async () => {
        for (const each of hosts) {
          await each.stop();
          await each.start();
          await hostsInUse();
        }
      },
    ],
    ['snapshot open', () => withSnapshot(pool, () => sleep(share(15)))],
    ['search without a hit', () => search(share(10))],
    ['Redis paused', () => paused(redis.pause, redis.resume)],
    [
      RESTART_OF_DAEMONS,
      async () => {
        for (const index of daemons.keys()) await stop(index).then(() => start(index));
      },
    ],
    ['daemon killed', () => kill(0).then(() => start(0))],
    [
      'daemon paused',
      () =>
        paused(
          () => daemons[1]!.process.signal('SIGSTOP'),
          () => daemons[1]!.process.signal('SIGCONT'),
        ),
    ],
    ['Redis killed', () => reconnected(daemons, () => redis.kill().then(() => redis.restart()))],
  ];
  return new Map(faults.map(([name, fault]) => [name, () => fault().then(ready)]));
}

/** /readyz may report the state of a second ago. Each daemon's log is at least as recent as the connection. */
async function reconnected(daemons: readonly Gatehouse[], fault: () => Promise<unknown>): Promise<void> {
  const times = (daemon: Gatehouse): number => daemon.log().split('reconnected to Redis').length;
  const before = daemons.map(times);
  await fault();
  await eventually(() => {
    if (daemons.some((daemon, index) => times(daemon) === before[index])) throw new Error('not connected to Redis yet');
  });
}

async function withSnapshot(pool: Pool, body: () => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read; select count(*) from gatehouse_codes');
    await body();
    await client.query('commit');
  } finally {
    client.release();
  }
}
