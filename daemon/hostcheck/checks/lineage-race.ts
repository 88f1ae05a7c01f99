import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactResponse__Output } from '../../contract/generated/gatehouse/host/v1/TransactResponse.js';
import type { Backend } from '../backend.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createRefreshToken, mintAccessToken, revokeLineage, spendRefreshToken } from '../operations.js';

const BATCHES = 8;
const PER_BATCH = 8;

/**
 * A rotation and a revocation at the same time: whichever comes first, nothing of the lineage is live afterwards. The
 * revocations are spread over the time that a rotation takes on this host, since the window of a fault may be anywhere.
 */
export const lineageRace: Check = {
  name: 'lineage/revocation-races-rotation',
  citation: 'backend.proto: RevokeLineage, "not even by a rotation that runs at the same time"',
  on: 'transactions',
  run: async ({ backend }) => {
    const rotationMs = await timeOfRotations(backend);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const races = Array.from({ length: PER_BATCH }, (_, n) => {
        const place = (n * BATCHES + batch) / (BATCHES * PER_BATCH);
        return race(backend, place * rotationMs);
      });
      for (const left of await Promise.all(races)) {
        expectThat(
          left.length === 0,
          'nothing of a revoked lineage is live',
          left.join(', '),
          'Lock the lineage in both transactions (or write a row that both write), so that one waits for the other and sees it.',
        );
      }
    }
  },
};

type Token = ReturnType<Backend['newRefreshToken']>;

function rotate(backend: Backend, token: Token, successor: Token): Promise<TransactResponse__Output> {
  const { lineageId } = token;
  return backend.outcome([
    spendRefreshToken(token.tokenHash),
    mintAccessToken(backend.newMint({ lineageId })),
    createRefreshToken(successor),
  ]);
}

/** How long rotations take that run together as those of a batch do. */
async function timeOfRotations(backend: Backend): Promise<number> {
  const tokens = Array.from({ length: PER_BATCH }, () => backend.newRefreshToken());
  for (const token of tokens) await backend.commit(createRefreshToken(token));
  const startedAt = performance.now();
  await Promise.all(
    tokens.map((token) => rotate(backend, token, backend.newRefreshToken({ lineageId: token.lineageId }))),
  );
  const took = performance.now() - startedAt;
  for (const { lineageId } of tokens) await backend.commit(revokeLineage(lineageId));
  return took;
}

async function race(backend: Backend, afterMs: number): Promise<string[]> {
  const token = backend.newRefreshToken();
  const { lineageId } = token;
  const successor = backend.newRefreshToken({ lineageId });
  await backend.commit(createRefreshToken(token));
  const revoke = async (): Promise<void> => {
    await sleep(afterMs);
    await backend.commit(revokeLineage(lineageId));
  };
  const [rotation] = await Promise.all([rotate(backend, token, successor), revoke()]);
  return liveAfterwards(backend, rotation, successor.tokenHash, lineageId);
}

async function liveAfterwards(
  backend: Backend,
  rotation: TransactResponse__Output,
  successor: Buffer,
  lineageId: string,
): Promise<string[]> {
  const live: string[] = [];
  const found = await backend.refreshToken(successor);
  if (found !== null && !found.lineageRevoked) live.push('the refresh token of the rotation');
  const accessToken = rotation.committed?.results[1]?.mintAccessToken?.accessToken;
  if (accessToken !== undefined && (await backend.accessToken(accessToken)) !== null) {
    live.push('the access token of the rotation');
  }
  const { aborted } = await backend.outcome([createRefreshToken(backend.newRefreshToken({ lineageId }))]);
  if (!aborted) live.push('a refresh token created afterwards');
  return live;
}
