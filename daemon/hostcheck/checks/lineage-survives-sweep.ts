import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { createRefreshToken, revokeLineage, sweepExpired } from '../operations.js';
import { OLD } from '../records.js';

export const lineageSurvivesSweep: Check = {
  name: 'lineage/revocation-survives-sweep',
  citation: 'backend.proto: RevokeLineage, "nothing can be added to it afterwards"',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken({ expiresAt: toTimestamp(OLD) });
    const { lineageId } = token;
    await backend.commit(createRefreshToken(token), revokeLineage(lineageId));
    await backend.commit(sweepExpired(OLD + 1));
    await backend.abort(
      [createRefreshToken(backend.newRefreshToken({ lineageId }))],
      0,
      'ABORT_REASON_LINEAGE_REVOKED',
    );
  },
};
