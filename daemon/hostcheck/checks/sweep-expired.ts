import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode, createRefreshToken, spendCode, spendRefreshToken, sweepExpired } from '../operations.js';
import { newId, OLD } from '../records.js';

const BEFORE = OLD + 1_000_000;

/** What is swept here expired long before anything real; of what is spared, some lives. */
export const sweepExpiredOnly: Check = {
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

    const advice =
      'Remove codes and refresh tokens whose expires_at lies before the moment, spent or not, and no others.';
    for (const code of [...gone.codes, spentGone]) {
      expectThat(
        (await backend.code(code.codeHash)) === null,
        'a code that expired before the moment is removed',
        'it is still there',
        advice,
      );
    }
    for (const token of gone.tokens) {
      expectThat(
        (await backend.refreshToken(token.tokenHash)) === null,
        'a refresh token that expired before the moment is removed',
        'it is still there',
        advice,
      );
    }
    for (const code of kept.codes) {
      expectThat(
        (await backend.code(code.codeHash)) !== null,
        'a code that expires at the moment or later is spared',
        'it was removed',
        advice,
      );
    }
    for (const token of [...kept.tokens, spentKept]) {
      expectThat(
        (await backend.refreshToken(token.tokenHash)) !== null,
        'a refresh token that expires at the moment or later, or was merely spent, is spared',
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
