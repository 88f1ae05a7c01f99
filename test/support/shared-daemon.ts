import { expect } from 'chai';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { startGatehouse, type Gatehouse, type GatehouseSettings } from './gatehouse.js';
import { send } from './http-client.js';
import type { Loopback } from './host.js';
import { startRedis, type RedisServer } from './redis.js';

/** All that a daemon needs except its addresses, which it keeps. */
export interface SharedDaemonSettings extends Pick<GatehouseSettings, 'engine'> {
  readonly state?: 'memory' | 'redis';
}

/** The configuration of a daemon at that origin. */
type ConfigAt = (origin: string) => Readonly<Record<string, string>>;

/** A daemon that waits for a host at its address. */
export interface SharedDaemon {
  readonly hostAddress: Loopback;
  /** Its log begins where this suite borrowed it. */
  readonly gatehouse: Gatehouse;
  readonly redis: RedisServer | undefined;
  /** Gives it to the next suite, and returns all that it logged for this one. The host has to be gone. */
  giveBack(): Promise<string>;
  /** After a failure. */
  end(): Promise<unknown>;
}

interface Kept {
  readonly hostAddress: Loopback;
  readonly gatehouse: Gatehouse;
  readonly redis: RedisServer | undefined;
}

const idle = new Map<string, Kept[]>();

/**
 * A start of the daemon costs half a second of processor time, and as much again until its code is compiled. So suites share
 * daemons, one after the other, if they only need one with these settings: each has a host of its own with a new database, and the
 * daemon takes a new host like one that was restarted with other options (AS-5). Its caches, its metrics and, with
 * state in memory, the counters of its throttles stay. A suite that stops or disturbs its daemon has one of its own.
 */
export async function borrowDaemon(settings: SharedDaemonSettings, config: ConfigAt): Promise<SharedDaemon> {
  const { engine = 'uws', state = 'memory' } = settings;
  const key = JSON.stringify([engine, state, config('')]);
  const waiting = idle.get(key) ?? [];
  idle.set(key, waiting);
  const kept = waiting.pop() ?? (await start(engine, state, config));
  const { gatehouse, redis, hostAddress } = kept;
  const before = gatehouse.log().length;
  const log = (): string => gatehouse.log().slice(before);
  return {
    hostAddress,
    gatehouse: { ...gatehouse, log },
    redis,
    async giveBack() {
      await untilHostIsLost(gatehouse);
      await redis?.command('FLUSHALL');
      waiting.push(kept);
      return log();
    },
    end: () => gatehouse.stop(),
  };
}

async function start(engine: 'uws' | 'node', state: 'memory' | 'redis', config: ConfigAt): Promise<Kept> {
  const [port, hostPort] = [await freePort(), await freePort()];
  const hostAddress: Loopback = `127.0.0.1:${hostPort}`;
  const redis = state === 'redis' ? await startRedis() : undefined;
  const gatehouse = await startGatehouse({
    hostAddress,
    port,
    engine,
    ...(redis === undefined ? {} : { redisUrl: redis.url }),
    config: config(`http://127.0.0.1:${port}`),
  });
  return { hostAddress, gatehouse, redis };
}

/** Otherwise the next suite could take it for ready before it knows the new host. */
async function untilHostIsLost({ origin }: Gatehouse): Promise<void> {
  await eventually(async () => expect((await send(`${origin}/readyz`)).status).to.equal(503));
}

// After the whole run. The suites have checked the log. Programs other than mocha borrow none.
if (typeof after === 'function') {
  after(async () => {
    for (const { gatehouse, redis } of [...idle.values()].flat()) {
      const exit = await gatehouse.stop();
      await redis?.stop();
      expect(exit, gatehouse.log().slice(-2000)).to.deep.equal({ code: 0, signal: null });
    }
  });
}
