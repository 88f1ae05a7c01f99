import { toTimestamp } from '../../contract/time.js';
import { randomBytes } from 'node:crypto';
import type { Check } from '../check.js';
import { asReceived, expectRecord } from '../compare.js';
import { createCode } from '../operations.js';

export const codeRoundTrip: Check = {
  name: 'code/round-trip',
  citation: 'backend.proto: Code',
  on: 'transactions',
  run: async ({ backend }) => {
    const codes = [
      backend.newCode({
        redirectUri: 'https://check-host.example/cb?x=%C3%A4&y=1',
        scopes: ['read', 'write', 'ai', 'offline_access'],
        grantContext: randomBytes(4096),
        issuedAt: toTimestamp(Date.now() - 999),
      }),
      backend.newCode({ grantContext: Buffer.from([0]) }),
      backend.newCode(),
    ];
    for (const code of codes) {
      const stored = asReceived(createCode(code)).createCode?.code ?? {};
      await backend.commit(createCode(code));
      expectRecord('code', await backend.code(code.codeHash), stored);
    }
  },
};
