import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import { MAX_OPERATIONS } from '@gatehouse/proto/limits';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Backend } from './backend.js';
import { expectThat } from './expectations.js';
import { createRefreshToken, findAccessToken, findRefreshToken, revokeLineage } from './operations.js';

/** A rotation, as one transaction. */
export interface Rotation {
  readonly lineageId: string;
  /** Hash of the refresh token that it creates. */
  readonly successor: Buffer;
  /** Stores what it rotates. */
  readonly creation: readonly Operation[];
  readonly operations: readonly Operation[];
  accessTokenOf(results: readonly OperationResult__Output[]): string | undefined;
}

const BATCHES = 8;
/** One transaction creates, and another one reads, what a batch needs: at most MAX_OPERATIONS, two for each race. */
const PER_BATCH = MAX_OPERATIONS / 2;

/**
 * Runs a rotation and a revocation at the same time: in either order, the lineage must have no live tokens afterwards. The
 * revocations are spread over the time that a rotation takes on this host, because a race may be anywhere in it.
 */
export async function expectRevocationWins(backend: Backend, plan: () => Rotation): Promise<void> {
  const rotationMs = await timeOfRotations(backend, await create(backend, plan));
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const rotations = await create(backend, plan);
    const accessTokens = await Promise.all(
      rotations.map((rotation, n) => {
        const place = (n * BATCHES + batch) / (BATCHES * PER_BATCH);
        return race(backend, rotation, place * rotationMs);
      }),
    );
    const live = [
      ...(await liveTokens(backend, rotations, accessTokens)),
      ...(await Promise.all(rotations.map((rotation) => createdAfterwards(backend, rotation)))).flat(),
    ];
    expectThat(
      live.length === 0,
      'no token of a revoked lineage is valid',
      live.join(', '),
      'Lock the lineage in both transactions (or write a row that both write), so that one waits for the other and sees its changes.',
    );
  }
}

async function create(backend: Backend, plan: () => Rotation): Promise<readonly Rotation[]> {
  const rotations = Array.from({ length: PER_BATCH }, plan);
  await backend.commit(...rotations.flatMap(({ creation }) => creation));
  return rotations;
}

/** Measures how long rotations take when they run together, like those of a batch. */
async function timeOfRotations(backend: Backend, rotations: readonly Rotation[]): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(rotations.map(({ operations }) => backend.outcome(operations)));
  const took = performance.now() - startedAt;
  await backend.commit(...rotations.map(({ lineageId }) => revokeLineage(lineageId)));
  return took;
}

/** Returns the access token of the rotation, if it committed. */
async function race(
  backend: Backend,
  { lineageId, operations, accessTokenOf }: Rotation,
  afterMs: number,
): Promise<string | undefined> {
  const revoke = async (): Promise<void> => {
    await sleep(afterMs);
    await backend.commit(revokeLineage(lineageId));
  };
  const [{ committed }] = await Promise.all([backend.outcome(operations), revoke()]);
  return accessTokenOf(committed?.results ?? []);
}

/** The tokens of the rotations that are still live after the revocations. */
async function liveTokens(
  backend: Backend,
  rotations: readonly Rotation[],
  accessTokens: readonly (string | undefined)[],
): Promise<string[]> {
  const found = await backend.commit(
    ...rotations.map(({ successor }) => findRefreshToken(successor)),
    ...accessTokens.flatMap((token) => (token === undefined ? [] : [findAccessToken(token)])),
  );
  return found.flatMap(({ findRefreshToken: refresh, findAccessToken: access }) => {
    if (refresh?.refreshToken && !refresh.refreshToken.lineageRevoked) return ['the refresh token of the rotation'];
    return access?.accessToken ? ['the access token of the rotation'] : [];
  });
}

async function createdAfterwards(backend: Backend, { lineageId }: Rotation): Promise<string[]> {
  const { aborted } = await backend.outcome([createRefreshToken(backend.newRefreshToken({ lineageId }))]);
  return aborted ? [] : ['a refresh token created afterwards'];
}
