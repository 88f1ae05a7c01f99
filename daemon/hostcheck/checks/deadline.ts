import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode } from '../operations.js';

const TRIES = 10;
/** Time for a host that goes on although nobody waits. */
const SETTLE_MS = 1000;

export const deadline: Check = {
  name: 'deadline/rolls-back',
  citation: 'backend.proto: Transact, DEADLINE_EXCEEDED; StreamedTransaction.timeout',
  on: 'transactions',
  run: async ({ backend }) => {
    const codes = Array.from({ length: TRIES }, () => backend.newCode());
    for (const code of codes) await backend.transport.sendTooLate({ operations: [createCode(code)] });
    await sleep(SETTLE_MS);
    const found = [];
    for (const code of codes) if ((await backend.code(code.codeHash)) !== null) found.push(code);
    expectThat(
      found.length === 0,
      'a transaction whose deadline passed before it could commit takes no effect',
      `${found.length} of ${TRIES} that had no time left were committed`,
      'Look at the deadline (of the call, or the timeout in the stream) last thing before the commit, and roll back.',
    );
  },
};
