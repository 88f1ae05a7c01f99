import type { TransactResponse__Output } from '../../contract/generated/gatehouse/host/v1/TransactResponse.js';
import type { Backend } from '../backend.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createRefreshToken, mintAccessToken, revokeLineage, spendRefreshToken } from '../operations.js';
import { newMint, newRefreshToken } from '../records.js';

const ROUNDS = 40;

/** A rotation and a revocation at the same time: whichever comes first, nothing of the lineage is live afterwards. */
export const lineageRace: Check = {
  name: 'lineage/revocation-races-rotation',
  citation: 'backend.proto: RevokeLineage, "not even by a rotation that runs at the same time"',
  on: 'transactions',
  run: async ({ backend }) => {
    const rounds = Array.from({ length: ROUNDS }, (_, round) => race(backend, round));
    for (const left of await Promise.all(rounds)) {
      expectThat(
        left.length === 0,
        'nothing of a revoked lineage is live',
        left.join(', '),
        'Lock the lineage in both transactions (or write a row that both write), so that one waits for the other and sees it.',
      );
    }
  },
};

async function race(backend: Backend, round: number): Promise<string[]> {
  const token = newRefreshToken();
  const { lineageId } = token;
  const successor = newRefreshToken({ lineageId });
  await backend.commit(createRefreshToken(token));
  const rotate = () =>
    backend.outcome([
      spendRefreshToken(token.tokenHash),
      mintAccessToken(newMint({ lineageId })),
      createRefreshToken(successor),
    ]);
  const revoke = () => backend.outcome([revokeLineage(lineageId)]);
  const started = round % 2 === 0 ? [rotate(), revoke()] : [revoke(), rotate()];
  const outcomes = await Promise.all(started);
  return liveAfterwards(backend, round % 2 === 0 ? outcomes[0] : outcomes[1], successor.tokenHash, lineageId);
}

async function liveAfterwards(
  backend: Backend,
  rotation: TransactResponse__Output | undefined,
  successor: Buffer,
  lineageId: string,
): Promise<string[]> {
  const live: string[] = [];
  const found = await backend.refreshToken(successor);
  if (found !== null && !found.lineageRevoked) live.push('the refresh token of the rotation');
  const accessToken = rotation?.committed?.results[1]?.mintAccessToken?.accessToken;
  if (accessToken !== undefined && (await backend.accessToken(accessToken)) !== null) {
    live.push('the access token of the rotation');
  }
  const { aborted } = await backend.outcome([createRefreshToken(newRefreshToken({ lineageId }))]);
  if (!aborted) live.push('a refresh token created afterwards');
  return live;
}
