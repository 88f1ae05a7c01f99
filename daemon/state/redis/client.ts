import { Cluster, Redis, type CommonRedisOptions } from 'ioredis';
import type { ConnectionOptions } from 'node:tls';
import { parseRedisUrl } from '../../core/redis-url.js';

export type RedisClient = Redis | Cluster;

export interface RedisOptions {
  /** See parseRedisUrl. */
  readonly url: string;
  /** Before every key. */
  readonly keyPrefix: string;
  /** Milliseconds after which a command that has no answer counts as failed. */
  readonly commandTimeoutMs: number;
  /** For `rediss`: certificate authorities, client certificate, server name. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'servername'>;
  /** Of the Sentinels, where they ask for one. */
  readonly sentinelPassword?: string;
}

const LONGEST_PAUSE_MS = 2000;
const SLOTS_REFRESH_MS = 5000;

/**
 * Makes a client that fails at once or within the command timeout, and connects again by itself, with growing pauses.
 *
 * Two things must never happen here. A command must not wait for a connection: requests would pile up behind a dead
 * Redis, each holding its socket. And a command must not be sent twice: a take whose answer was lost with the connection
 * may have taken effect, and the second one would find nothing. So ioredis's queues and resends are off.
 */
export function createClient(options: RedisOptions): RedisClient {
  const endpoint = parseRedisUrl(options.url);
  const tls = endpoint.tls ? { tls: { ...options.tls } } : {};
  const common = {
    ...tls,
    ...(endpoint.username !== undefined && { username: endpoint.username }),
    ...(endpoint.password !== undefined && { password: endpoint.password }),
    connectionName: 'gatehouse',
    commandTimeout: options.commandTimeoutMs,
    // A socket that stays silent for that long while an answer is due is dead: later commands fail at once.
    socketTimeout: options.commandTimeoutMs,
    connectTimeout: options.commandTimeoutMs,
    // Rejects what is under way in the moment in which the connection closes.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // After a failover this may be the connection to a former master.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  } satisfies CommonRedisOptions & { tls?: ConnectionOptions };

  switch (endpoint.kind) {
    case 'standalone':
      return new Redis({
        ...common,
        ...endpoint.host,
        db: endpoint.db,
        enableOfflineQueue: false,
        retryStrategy: pause,
      });
    case 'sentinel':
      return new Redis({
        ...common,
        sentinels: [...endpoint.sentinels],
        name: endpoint.master,
        db: endpoint.db,
        enableOfflineQueue: false,
        retryStrategy: pause,
        sentinelRetryStrategy: pause,
        sentinelCommandTimeout: options.commandTimeoutMs,
        // Tells of a failover at once, even when the former master is not gone but cut off.
        failoverDetector: true,
        ...(options.sentinelPassword !== undefined && { sentinelPassword: options.sentinelPassword }),
        ...(endpoint.tls && { enableTLSForSentinelMode: true, sentinelTLS: { ...options.tls } }),
      });
    case 'cluster':
      return new Cluster([...endpoint.nodes], {
        redisOptions: common,
        // Here it is the queue of commands for a node to which the first connection is being made, such as after a
        // failover or a resharding. The command timeout bounds the wait, and a refused connection ends it.
        enableOfflineQueue: true,
        clusterRetryStrategy: pause,
        slotsRefreshInterval: SLOTS_REFRESH_MS,
        slotsRefreshTimeout: options.commandTimeoutMs,
        // 0 is "do not resend". MOVED and ASK are followed: there the command was not executed.
        retryDelayOnFailover: 0,
        retryDelayOnClusterDown: 0,
      });
  }
}

/** Milliseconds until the next attempt to connect: doubling, with jitter, so that daemons do not return all at once. */
export function pause(attempt: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(attempt, 10));
  return longest / 2 + Math.random() * (longest / 2);
}
