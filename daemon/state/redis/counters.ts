import type { Bucket } from '../../oauth/ports/throttle.js';
import { type Denied, denied } from '../buckets.js';
import type { RedisConnection } from './connection.js';
import { scripts } from './scripts.js';

/** One event as it was counted in one bucket. */
export interface Hit {
  readonly key: string;
  /** Of the window that it was counted in. */
  readonly remainingMs: number;
}

/**
 * Counts one event in every bucket, or in none. One script per bucket, all sent at once: one round trip however many
 * buckets there are, on whatever nodes of a cluster. Since no script can span nodes, an event that one bucket denies has
 * been counted in the others by then; it is given back, so that who is denied by his own bucket cannot fill the one that he
 * shares with everybody.
 *
 * @param buckets as countedBuckets() returns them
 */
export async function countEvent(
  redis: RedisConnection,
  keyOf: (bucketHash: string) => string,
  buckets: readonly Bucket[],
): Promise<readonly Hit[] | Denied> {
  const answers = await Promise.all(
    buckets.map(async ({ key: hash, limit, windowMs }) => {
      const key = keyOf(hash);
      const answer = await redis.run(scripts.throttleHit, key, [limit, Math.max(1, Math.floor(windowMs))]);
      const [counted, remainingMs] = answer as [0 | 1, number];
      return { key, counted: counted === 1, remainingMs };
    }),
  );
  const full = answers.filter(({ counted }) => !counted);
  if (full.length === 0) return answers;
  await giveBack(
    redis,
    answers.filter(({ counted }) => counted),
  );
  return denied(full.map(({ remainingMs }) => remainingMs));
}

export async function giveBack(redis: RedisConnection, hits: readonly Hit[]): Promise<void> {
  await Promise.all(hits.map(({ key, remainingMs }) => redis.run(scripts.throttleGiveBack, key, [remainingMs])));
}
