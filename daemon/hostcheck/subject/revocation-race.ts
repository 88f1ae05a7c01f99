import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Backend } from './backend.js';
import { expectThat } from './expectations.js';
import { createRefreshToken, revokeLineage } from './operations.js';

/** A rotation that is ready to run, as one transaction. */
export interface Rotation {
  readonly lineageId: string;
  /** Hash of the refresh token that it creates. */
  readonly successor: Buffer;
  readonly operations: readonly Operation[];
  accessTokenOf(results: readonly OperationResult__Output[]): string | undefined;
}

const BATCHES = 8;
const PER_BATCH = 8;

/**
 * Runs a rotation and a revocation at the same time: in either order, the lineage must have no live tokens afterwards. The
 * revocations are spread over the time that a rotation takes on this host, because a race may be anywhere in it.
 */
export async function expectRevocationWins(backend: Backend, prepare: () => Promise<Rotation>): Promise<void> {
  const rotationMs = await timeOfRotations(backend, prepare);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const races = Array.from({ length: PER_BATCH }, (_, n) => {
      const place = (n * BATCHES + batch) / (BATCHES * PER_BATCH);
      return race(backend, prepare, place * rotationMs);
    });
    for (const left of await Promise.all(races)) {
      expectThat(
        left.length === 0,
        'no token of a revoked lineage is valid',
        left.join(', '),
        'Lock the lineage in both transactions (or write a row that both write), so that one waits for the other and sees its changes.',
      );
    }
  }
}

/** Measures how long rotations take when they run together, like those of a batch. */
async function timeOfRotations(backend: Backend, prepare: () => Promise<Rotation>): Promise<number> {
  const rotations: Rotation[] = [];
  for (let n = 0; n < PER_BATCH; n += 1) rotations.push(await prepare());
  const startedAt = performance.now();
  await Promise.all(rotations.map(({ operations }) => backend.outcome(operations)));
  const took = performance.now() - startedAt;
  for (const { lineageId } of rotations) await backend.commit(revokeLineage(lineageId));
  return took;
}

/** Returns the tokens of the lineage that are still live after both. */
async function race(backend: Backend, prepare: () => Promise<Rotation>, afterMs: number): Promise<string[]> {
  const { lineageId, successor, operations, accessTokenOf } = await prepare();
  const revoke = async (): Promise<void> => {
    await sleep(afterMs);
    await backend.commit(revokeLineage(lineageId));
  };
  const [{ committed }] = await Promise.all([backend.outcome(operations), revoke()]);
  const live: string[] = [];
  const found = await backend.refreshToken(successor);
  if (found !== null && !found.lineageRevoked) live.push('the refresh token of the rotation');
  const accessToken = accessTokenOf(committed?.results ?? []);
  if (accessToken !== undefined && (await backend.accessToken(accessToken)) !== null) {
    live.push('the access token of the rotation');
  }
  const { aborted } = await backend.outcome([createRefreshToken(backend.newRefreshToken({ lineageId }))]);
  if (!aborted) live.push('a refresh token created afterwards');
  return live;
}
