import type { Check } from '../check.js';
import { expectSame, expectThat } from '../failure.js';
import { createRefreshToken, mintAccessToken, revokeLineage, spendRefreshToken } from '../operations.js';

export const lineageRevoke: Check = {
  name: 'lineage/revoke',
  citation: 'backend.proto: RevokeLineage',
  on: 'transactions',
  run: async ({ backend }) => {
    const first = backend.newRefreshToken();
    const { lineageId } = first;
    const [second, other] = [backend.newRefreshToken({ lineageId }), backend.newRefreshToken()];
    for (const token of [first, second, other]) await backend.commit(createRefreshToken(token));
    await backend.commit(spendRefreshToken(first.tokenHash));
    const minted = await backend.mint({ lineageId });
    const otherMinted = await backend.mint({ lineageId: other.lineageId });

    const newly = async (): Promise<boolean | undefined> =>
      (await backend.commit(revokeLineage(lineageId)))[0]?.revokeLineage?.newlyRevoked;
    expectSame('newly_revoked', await newly(), true, 'True for the call that revoked the lineage.');
    expectSame(
      'newly_revoked of the second call',
      await newly(),
      false,
      'Idempotent: false when it had been revoked before.',
    );

    const advice = 'Revoke every refresh token and every access token of the lineage, and nothing of another.';
    for (const token of [first, second]) {
      expectSame('lineage_revoked', (await backend.refreshToken(token.tokenHash))?.lineageRevoked, true, advice);
    }
    expectSame('FindAccessToken after the revocation', await backend.accessToken(minted.accessToken), null, advice);
    expectSame(
      'lineage_revoked of another lineage',
      (await backend.refreshToken(other.tokenHash))?.lineageRevoked,
      false,
      advice,
    );
    expectThat(
      (await backend.accessToken(otherMinted.accessToken)) !== null,
      'an access token of another lineage lives on',
      'it is gone',
      advice,
    );
    await backend.abort([spendRefreshToken(second.tokenHash)], 0, 'ABORT_REASON_LINEAGE_REVOKED');
    // Spent and revoked: the revocation is what counts.
    await backend.abort([spendRefreshToken(first.tokenHash)], 0, 'ABORT_REASON_LINEAGE_REVOKED');
    await backend.abort(
      [createRefreshToken(backend.newRefreshToken({ lineageId }))],
      0,
      'ABORT_REASON_LINEAGE_REVOKED',
    );
    await backend.abort([mintAccessToken(backend.newMint({ lineageId }))], 0, 'ABORT_REASON_LINEAGE_REVOKED');
  },
};
