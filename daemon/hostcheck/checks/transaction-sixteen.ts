import type { Check } from '../check.js';
import { createCode, findCode } from '../operations.js';

export const transactionSixteen: Check = {
  name: 'transaction/sixteen-operations',
  citation: 'backend.proto: TransactRequest, Committed',
  on: 'transactions',
  run: async ({ backend }) => {
    const codes = Array.from({ length: 8 }, () => backend.newCode());
    await backend.commit(...codes.flatMap((code) => [createCode(code), findCode(code.codeHash)]));
  },
};
