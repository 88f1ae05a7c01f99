import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode, spendCode } from '../operations.js';
import { newId } from '../records.js';

export const codeExpiredFound: Check = {
  name: 'code/expired-found',
  citation: 'backend.proto: FindCode, "spent and expired ones too"',
  on: 'transactions',
  run: async ({ backend }) => {
    const code = backend.newCode({ expiresAt: toTimestamp(Date.now() - 1000) });
    await backend.commit(createCode(code));
    const advice =
      'Whether an expired code may be used is for Gatehouse to decide; the host only sweeps it when asked.';
    expectThat(
      (await backend.code(code.codeHash)) !== null,
      'an expired code is found until it is swept',
      'none',
      advice,
    );
    await backend.commit(spendCode(code.codeHash, newId()));
  },
};
