import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { createRefreshToken, mintAccessToken, revokeLineage } from '../operations.js';
import { newId } from '../records.js';

export const lineageTombstone: Check = {
  name: 'lineage/revoke-unknown',
  citation: 'backend.proto: RevokeLineage, "also for a lineage that the host does not know (yet)"',
  on: 'transactions',
  run: async ({ backend }) => {
    const lineageId = newId();
    const [result] = await backend.commit(revokeLineage(lineageId));
    const advice = 'Remember the revocation of a lineage even when nothing of it is stored.';
    expectSame('newly_revoked', result?.revokeLineage?.newlyRevoked, true, advice);
    await backend.abort(
      [createRefreshToken(backend.newRefreshToken({ lineageId }))],
      0,
      'ABORT_REASON_LINEAGE_REVOKED',
    );
    await backend.abort([mintAccessToken(backend.newMint({ lineageId }))], 0, 'ABORT_REASON_LINEAGE_REVOKED');
  },
};
