import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createClient, createCode, createRefreshToken } from '../operations.js';
import { newClient } from '../records.js';
import { RpcStatus } from '../transport.js';
import { transactRpc } from '../unary-transport.js';

const TRIES = 40;
const SETTLE_MS = 500;

export const cancellation: Check = {
  name: 'cancellation/nothing-half-done',
  citation: 'host.proto: rule 4',
  on: 'unary',
  run: async ({ backend, connection }) => {
    const tries = Array.from({ length: TRIES }, () => ({
      client: newClient(),
      code: backend.newCode(),
      token: backend.newRefreshToken(),
    }));
    await Promise.all(
      tries.map(async ({ client, code, token }, n) => {
        const operations = [createClient(client), createCode(code), createRefreshToken(token)];
        backend.note(operations);
        // From "before it arrived" to "after it was answered".
        await connection.call(transactRpc, { operations }, { cancelAfterMs: n }).catch((error: unknown) => {
          if (!(error instanceof RpcStatus)) throw error;
        });
      }),
    );
    await sleep(SETTLE_MS);
    for (const { client, code, token } of tries) {
      const found = [
        (await backend.client(client.clientId ?? '')) !== null,
        (await backend.code(code.codeHash)) !== null,
        (await backend.refreshToken(token.tokenHash)) !== null,
      ];
      expectThat(
        new Set(found).size === 1,
        'a cancelled transaction took effect whole, or not at all',
        `client, code, refresh token found: ${found.join(', ')}`,
        'A cancelled call ends the database transaction it runs, with a rollback.',
      );
    }
  },
};
