import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, untilReady, type Child } from './child.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { startRedis, type RedisServer } from './redis.js';
import { run } from './run.js';
import { tempDir } from './temp-dir.js';

/** A master, its replica, and one Sentinel that promotes the replica half a second after the master is gone. */
export interface RedisSentinel {
  readonly master: RedisServer;
  readonly replica: RedisServer;
  /** redis+sentinel://127.0.0.1:port/primary */
  readonly url: string;
  stop(): Promise<void>;
}

/** One Sentinel over a master called "primary". `settings` say at least on which port it listens. */
export async function startSentinel(masterPort: number, settings: readonly string[]): Promise<Child> {
  // Sentinel writes what it learns into its own configuration file.
  const file = join(tempDir('sentinel'), 'sentinel.conf');
  const lines = [
    ...settings,
    'bind 127.0.0.1',
    `sentinel monitor primary 127.0.0.1 ${masterPort} 1`,
    'sentinel down-after-milliseconds primary 500',
    'sentinel failover-timeout primary 1000',
  ];
  writeFileSync(file, lines.join('\n'));
  return startChild('redis-server', [file, '--sentinel']);
}

export async function startRedisSentinel(): Promise<RedisSentinel> {
  const master = await startRedis(['--repl-diskless-sync-delay', '0']);
  const replica = await startRedis(['--replicaof', `127.0.0.1 ${master.port}`]);
  const port = await freePort();
  const sentinel = await startSentinel(master.port, [`port ${port}`]);
  const ask = (...words: string[]): Promise<string> => run('redis-cli', ['-p', String(port), ...words]);
  await untilReady(sentinel, 'the Sentinel', async () => {
    const replicas = await ask('SENTINEL', 'replicas', 'primary');
    if (!replicas.includes(String(replica.port))) throw new Error('the Sentinel does not know the replica yet');
  });
  await eventually(async () => {
    const info = await replica.command('INFO', 'replication');
    if (!info.includes('master_link_status:up')) throw new Error('the replica has no copy yet');
  });

  return {
    master,
    replica,
    url: `redis+sentinel://127.0.0.1:${port}/primary`,
    async stop() {
      await sentinel.end();
      await Promise.all([replica.stop(), master.stop()]);
    },
  };
}
