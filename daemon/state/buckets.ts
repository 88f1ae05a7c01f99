import { sha256 } from '../core/hash.js';
import type { Bucket, Verdict } from '../oauth/ports/throttle.js';

export type Denied = Extract<Verdict, { allowed: false }>;

export const ALLOWED: Verdict = { allowed: true };

/** @param remainingMs what is left of the window of each full bucket: the last of them to end lets the next event pass. */
export function denied(remainingMs: readonly number[]): Denied {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...remainingMs) / 1000)) };
}

/**
 * The buckets that count at all (a limit of 0 means none), under keys of one short length: a bucket's key holds what a
 * client sent, which may be of any length.
 */
export function countedBuckets(buckets: readonly Bucket[]): readonly Bucket[] {
  return buckets
    .filter(({ limit }) => limit > 0)
    .map(({ key, limit, windowMs }) => ({ key: sha256(key).toString('base64url'), limit, windowMs }));
}
