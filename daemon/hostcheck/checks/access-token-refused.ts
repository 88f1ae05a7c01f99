import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { createCode, mintAccessToken } from '../operations.js';

export const accessTokenRefused: Check = {
  name: 'access-token/mint-refused',
  citation: 'backend.proto: MintAccessToken, MINT_REFUSED',
  on: 'refused-user',
  run: async ({ backend, options }) => {
    const mint = mintAccessToken(backend.newMint({ userId: options.refusedUser ?? '' }));
    await backend.abort([mint], 0, 'ABORT_REASON_MINT_REFUSED');
    // The refusal takes the rest of the transaction with it.
    const code = backend.newCode();
    await backend.abort([createCode(code), mint], 1, 'ABORT_REASON_MINT_REFUSED');
    expectSame('the code created before the refused mint', await backend.code(code.codeHash), null, ATOMIC);
  },
};

const ATOMIC = 'An aborted transaction leaves nothing behind.';
