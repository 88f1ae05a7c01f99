import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectRecord } from '../compare.js';
import { createCode, spendCode } from '../operations.js';
import { newHash, newId } from '../records.js';

export const codeSpend: Check = {
  name: 'code/spend',
  citation: 'backend.proto: SpendCode, Code.spent_at, Code.lineage_id',
  on: 'transactions',
  run: async ({ backend }) => {
    const code = backend.newCode({ grantContext: Buffer.from('tenant') });
    const [lineageId, at] = [newId(), Date.now()];
    await backend.commit(createCode(code));
    await backend.commit(spendCode(code.codeHash, lineageId, at));
    const spent = { ...code, spentAt: toTimestamp(at), lineageId };
    expectRecord('code after SpendCode', await backend.code(code.codeHash), spent);
    await backend.abort([spendCode(code.codeHash, newId())], 0, 'ABORT_REASON_CODE_ALREADY_SPENT');
    expectRecord('code after a second SpendCode', await backend.code(code.codeHash), spent);
    await backend.abort([spendCode(newHash(), newId())], 0, 'ABORT_REASON_CODE_NOT_FOUND');
  },
};
