import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { createCode, spendCode } from '../operations.js';
import { newHash, newId } from '../records.js';

export const codeFoundByHash: Check = {
  name: 'code/found-by-hash',
  citation: 'backend.proto: FindCode, SpendCode',
  on: 'transactions',
  run: async ({ backend }) => {
    const code = backend.newCode();
    await backend.commit(createCode(code));
    const advice = 'Compare all 32 bytes of the hash, and leave the record absent when there is none.';
    expectSame('FindCode of an unknown hash', await backend.code(newHash()), null, advice);
    for (const position of [0, 15, 31]) {
      const other = Buffer.from(code.codeHash);
      other[position] = (other[position] ?? 0) ^ 1;
      expectSame(`FindCode of a hash that differs in byte ${position}`, await backend.code(other), null, advice);
      await backend.abort([spendCode(other, newId())], 0, 'ABORT_REASON_CODE_NOT_FOUND');
    }
  },
};
