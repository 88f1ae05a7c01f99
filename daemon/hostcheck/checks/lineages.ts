import { MAX_OPERATIONS, MAX_SWEPT } from '@gatehouse/proto/limits';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Backend } from '../subject/backend.js';
import type { Check } from '../subject/check.js';
import { expectSame, expectThat } from '../subject/expectations.js';
import {
  createCode,
  createRefreshToken,
  DAY_MS,
  mintAccessToken,
  newId,
  OLD,
  revokeLineage,
  spendCode,
  spendRefreshToken,
  sweepExpired,
} from '../subject/operations.js';
import { expectRevocationWins } from '../subject/revocation-race.js';

const lineageRevoke: Check = {
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
    expectSame('newly_revoked', await newly(), true, 'Set newly_revoked for the call that revoked the lineage.');
    expectSame(
      'newly_revoked of the second call',
      await newly(),
      false,
      'Return false if the lineage was already revoked.',
    );

    const advice = 'Revoke every refresh token and access token of the lineage, and none of any other lineage.';
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
      'an access token of another lineage stays valid',
      'it is gone',
      advice,
    );
    await backend.abort([spendRefreshToken(second.tokenHash)], 0, 'ABORT_REASON_LINEAGE_REVOKED');
    // Spent and revoked: the revocation takes precedence.
    await backend.abort([spendRefreshToken(first.tokenHash)], 0, 'ABORT_REASON_LINEAGE_REVOKED');
    await backend.abort(
      [createRefreshToken(backend.newRefreshToken({ lineageId }))],
      0,
      'ABORT_REASON_LINEAGE_REVOKED',
    );
    await backend.abort([mintAccessToken(backend.newMint({ lineageId }))], 0, 'ABORT_REASON_LINEAGE_REVOKED');
  },
};

const lineageTombstone: Check = {
  name: 'lineage/revoke-unknown',
  citation: 'backend.proto: RevokeLineage, "also for a lineage that the host does not know (yet)"',
  on: 'transactions',
  run: async ({ backend }) => {
    const lineageId = newId();
    const [result] = await backend.commit(revokeLineage(lineageId));
    const advice = 'Store the revocation of a lineage even if no data of it is stored.';
    expectSame('newly_revoked', result?.revokeLineage?.newlyRevoked, true, advice);
    await backend.abort(
      [createRefreshToken(backend.newRefreshToken({ lineageId }))],
      0,
      'ABORT_REASON_LINEAGE_REVOKED',
    );
    await backend.abort([mintAccessToken(backend.newMint({ lineageId }))], 0, 'ABORT_REASON_LINEAGE_REVOKED');
  },
};

const lineageSurvivesSweep: Check = {
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

const lineageRace: Check = {
  name: 'lineage/revocation-races-rotation',
  citation: 'backend.proto: RevokeLineage, "not even by a rotation that runs at the same time"',
  on: 'transactions',
  run: ({ backend }) =>
    expectRevocationWins(backend, () => {
      const token = backend.newRefreshToken();
      const { lineageId } = token;
      const successor = backend.newRefreshToken({ lineageId });
      return {
        lineageId,
        successor: successor.tokenHash,
        creation: [createRefreshToken(token)],
        operations: [
          spendRefreshToken(token.tokenHash),
          mintAccessToken(backend.newMint({ lineageId })),
          createRefreshToken(successor),
        ],
        accessTokenOf: (results) => results[1]?.mintAccessToken?.accessToken,
      };
    }),
};

const BEFORE = OLD + 1_000_000;

/** Everything swept here expired long before any real record; some of the spared tokens are live. */
const sweepExpiredOnly: Check = {
  name: 'sweep/expired-only',
  citation: 'backend.proto: SweepExpired',
  on: 'transactions',
  run: async ({ backend }) => {
    const expiring = (ms: number) => ({ expiresAt: toTimestamp(ms) });
    const gone = {
      codes: [backend.newCode(expiring(BEFORE - 1)), backend.newCode(expiring(OLD))],
      tokens: [backend.newRefreshToken(expiring(BEFORE - 1))],
    };
    const spentGone = backend.newCode(expiring(BEFORE - 1));
    const kept = {
      codes: [backend.newCode(expiring(BEFORE)), backend.newCode(expiring(BEFORE + 1000)), backend.newCode()],
      tokens: [
        backend.newRefreshToken(expiring(BEFORE)),
        backend.newRefreshToken(expiring(BEFORE + 1000)),
        backend.newRefreshToken(),
      ],
    };
    const spentKept = backend.newRefreshToken();
    for (const code of [...gone.codes, ...kept.codes, spentGone]) await backend.commit(createCode(code));
    for (const token of [...gone.tokens, ...kept.tokens, spentKept]) await backend.commit(createRefreshToken(token));
    await backend.commit(spendCode(spentGone.codeHash, newId()), spendRefreshToken(spentKept.tokenHash));

    const removed = { codes: 0, tokens: 0 };
    for (let calls = 0; calls < 100; calls += 1) {
      const [result] = await backend.commit(sweepExpired(BEFORE));
      const { codesRemoved = 0, refreshTokensRemoved = 0 } = result?.sweepExpired ?? {};
      removed.codes += codesRemoved;
      removed.tokens += refreshTokensRemoved;
      if (codesRemoved + refreshTokensRemoved === 0) break;
    }

    const advice = 'Remove only codes and refresh tokens whose expires_at is before the given time, spent or not.';
    for (const code of [...gone.codes, spentGone]) {
      expectThat(
        (await backend.code(code.codeHash)) === null,
        'a code that expired before the given time is removed',
        'it is still there',
        advice,
      );
    }
    for (const token of gone.tokens) {
      expectThat(
        (await backend.refreshToken(token.tokenHash)) === null,
        'a refresh token that expired before the given time is removed',
        'it is still there',
        advice,
      );
    }
    for (const code of kept.codes) {
      expectThat(
        (await backend.code(code.codeHash)) !== null,
        'a code that expires at the given time or later is kept',
        'it was removed',
        advice,
      );
    }
    for (const token of [...kept.tokens, spentKept]) {
      expectThat(
        (await backend.refreshToken(token.tokenHash)) !== null,
        'a refresh token that expires at the given time or later, or is only spent, is kept',
        'it was removed',
        advice,
      );
    }
    const counted = removed.codes >= gone.codes.length + 1 && removed.tokens >= gone.tokens.length;
    expectThat(
      counted,
      'the numbers of removed codes and refresh tokens',
      JSON.stringify(removed),
      'Report how many were removed.',
    );
  },
};

const TRANSACTIONS = 80;
const EXPIRED = OLD - 10 * DAY_MS;

const sweepBounded: Check = {
  name: 'sweep/bounded',
  citation: 'backend.proto: SweepExpired, "at most 1000 rows of both kinds together"',
  on: 'unary',
  run: async ({ backend }) => {
    // More than one batch of one kind, and some of the other: first mostly codes, then mostly refresh tokens.
    for (const codes of [13, MAX_OPERATIONS - 13]) await expectBatches(backend, codes);
  },
};

async function expectBatches(backend: Backend, codes: number): Promise<void> {
  for (let n = 0; n < TRANSACTIONS; n += 1) {
    const expiresAt = toTimestamp(EXPIRED);
    const either = (_: unknown, at: number) =>
      at < codes
        ? createCode(backend.newCode({ expiresAt }))
        : createRefreshToken(backend.newRefreshToken({ expiresAt }));
    await backend.commit(...Array.from({ length: MAX_OPERATIONS }, either));
  }
  let removed = 0;
  while (removed < TRANSACTIONS * MAX_OPERATIONS) {
    const [result] = await backend.commit(sweepExpired(EXPIRED + 1));
    const { codesRemoved = 0, refreshTokensRemoved = 0 } = result?.sweepExpired ?? {};
    const count = codesRemoved + refreshTokensRemoved;
    expectThat(
      count >= 1 && count <= MAX_SWEPT,
      `1 to ${MAX_SWEPT} of ${TRANSACTIONS * MAX_OPERATIONS - removed} expired codes and refresh tokens are removed by one call`,
      String(count),
      'Remove rows in batches, so that a sweep does not delay the token request it runs with, and report how many were removed.',
    );
    removed += count;
  }
}

export const LINEAGE_CHECKS: readonly Check[] = [
  lineageRevoke,
  lineageTombstone,
  lineageSurvivesSweep,
  lineageRace,
  sweepExpiredOnly,
  sweepBounded,
];
