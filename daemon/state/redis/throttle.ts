import type { SignInThrottle } from '../../admin/ports/sign-in-throttle.js';
import type { Logger } from '../../core/runtime.js';
import type { Bucket, Throttle } from '../../oauth/ports/state.js';
import type { Denied } from '../state.js';
import { ALLOWED, countedBuckets, denied } from '../state.js';
import type { RedisConnection } from './connection.js';
import type { Keys } from './keys.js';
import { scripts } from './keys.js';

/** One event as counted in one bucket. */
export interface Hit {
  readonly key: string;
  /** Of the window in which it was counted. */
  readonly remainingMs: number;
}

/**
 * Counts one event in every bucket, or in none. No script can span the nodes of a cluster, so if one bucket denies an event,
 * it has to be given back to the others. Until then it takes their room, and an innocent event could be denied. So the first
 * bucket is asked alone, and only an event that it allows is counted in the others, concurrently: callers list the bucket of
 * one requester first, and shared buckets after it. This takes at most two round trips for an allowed event, and one for a
 * requester over its own limit, which never touches shared buckets.
 *
 * If one answer is missing, the counts are given back as far as possible. A failure to give back changes no outcome: the
 * event counts until its window ends, and the log says so.
 *
 * @param buckets as countedBuckets() returns them
 */
async function countEvent(
  redis: RedisConnection,
  keyOf: (bucketHash: string) => string,
  [own, ...shared]: readonly Bucket[],
  logger: Logger,
): Promise<readonly Hit[] | Denied> {
  const hits: Hit[] = [];
  for (const buckets of [own === undefined ? [] : [own], shared]) {
    const answers = await Promise.allSettled(buckets.map((bucket) => hit(redis, keyOf, bucket)));
    const answered = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value);
    hits.push(...answered.filter(({ counted }) => counted));
    const failure = answers.find((answer) => answer.status === 'rejected');
    const full = answered.filter(({ counted }) => !counted);
    if (failure === undefined && full.length === 0) continue;
    await giveBack(redis, hits).catch((err: unknown) => {
      logger.warn({ err }, 'failed to undo the count of a rejected event: it counts until its window ends');
    });
    if (failure !== undefined) throw failure.reason;
    return denied(full.map(({ remainingMs }) => remainingMs));
  }
  return hits;
}

async function hit(redis: RedisConnection, keyOf: (bucketHash: string) => string, bucket: Bucket) {
  const key = keyOf(bucket.key);
  const values = [bucket.limit, Math.max(1, Math.floor(bucket.windowMs))];
  const [counted, remainingMs] = (await redis.run(scripts.throttleHit, key, values)) as [0 | 1, number];
  return { key, counted: counted === 1, remainingMs };
}

async function giveBack(redis: RedisConnection, hits: readonly Hit[]): Promise<void> {
  await Promise.all(hits.map(({ key, remainingMs }) => redis.run(scripts.throttleGiveBack, key, [remainingMs])));
}

export function createRedisThrottle(redis: RedisConnection, keys: Keys, logger: Logger): Throttle {
  return {
    async hit(buckets) {
      const outcome = await countEvent(redis, keys.throttle, countedBuckets(buckets), logger);
      return 'allowed' in outcome ? outcome : ALLOWED;
    },

    async peek(buckets) {
      const counters = await Promise.all(
        countedBuckets(buckets).map(async ({ key: hash, limit }) => {
          const answer = await redis.run(scripts.throttlePeek, keys.throttle(hash));
          const [count, remainingMs] = answer as [number, number];
          return { isFull: count >= limit, remainingMs };
        }),
      );
      const full = counters.filter(({ isFull }) => isFull);
      return full.length === 0 ? ALLOWED : denied(full.map(({ remainingMs }) => remainingMs));
    },
  };
}

export function createRedisSignInThrottle(redis: RedisConnection, keys: Keys, logger: Logger): SignInThrottle {
  return {
    async attempt({ pair, login, address, day }) {
      const own = countedBuckets([pair]);
      const buckets = [...own, ...countedBuckets([login, address, ...(day ? [day] : [])])];
      const hits = await countEvent(redis, keys.throttle, buckets, logger);
      if ('allowed' in hits) return hits;
      return {
        allowed: true,

        async succeeded() {
          await Promise.all([
            ...hits.slice(0, own.length).map(({ key }) => redis.run(scripts.throttleForget, key)),
            giveBack(redis, hits.slice(own.length)),
          ]);
        },

        withdrawn: () => giveBack(redis, hits),
      };
    },

    async forget({ pair }) {
      await Promise.all(countedBuckets([pair]).map(({ key }) => redis.run(scripts.throttleForget, keys.throttle(key))));
    },
  };
}
