import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { createCode, spendCode } from '../operations.js';
import { expectOneWinner } from './race.js';

export const codeSpendConcurrent: Check = {
  name: 'code/spend-under-concurrency',
  citation: 'backend.proto: SpendCode, "exactly one succeeds"',
  on: 'transactions',
  run: async ({ backend }) => {
    const code = backend.newCode();
    await backend.commit(createCode(code));
    const lineage = (n: number): string => `${code.userId}-${n}`;
    const winner = await expectOneWinner(
      backend,
      (n) => spendCode(code.codeHash, lineage(n)),
      'ABORT_REASON_CODE_ALREADY_SPENT',
    );
    const advice = 'The lineage of the spend that succeeded is the one to remember.';
    expectSame('lineage_id of the code', (await backend.code(code.codeHash))?.lineageId, lineage(winner), advice);
  },
};
