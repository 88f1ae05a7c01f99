import { Abort } from '@gatehouse/host';
import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

const DEACTIVATED = '1043';

/** Codes and tokens that are stored, spent, minted or found against the tables of the contract. */
export const grantsWrongly: readonly BrokenHost[] = [
  {
    name: 'a hash that is stored already is ignored',
    caughtBy: ['code/stored-twice'],
    around: (backend) =>
      replacing(backend, ({ codes, refreshTokens }) => ({
        codes: { create: async (code) => ignored(async () => codes.create(code)) },
        refreshTokens: { create: async (token) => ignored(async () => refreshTokens.create(token)) },
      })),
  },
  {
    name: 'an expired code cannot be spent',
    caughtBy: ['code/expired-spend'],
    around: (backend) =>
      replacing(backend, ({ codes }) => ({
        codes: {
          async spend(codeHash, lineageId, at) {
            const code = await codes.find(codeHash);
            if (code !== undefined && code.expiresAt < new Date()) throw new Abort('code_not_found');
            await codes.spend(codeHash, lineageId, at);
          },
        },
      })),
  },
  {
    name: 'an access token is found with its client as the user',
    caughtBy: ['access-token/find'],
    around: (backend) =>
      replacing(backend, ({ accessTokens }) => ({
        accessTokens: {
          async find(token) {
            const found = await accessTokens.find(token);
            return found && { ...found, userId: found.clientId };
          },
        },
      })),
  },
  {
    name: 'it mints for a user whom the application rejects',
    caughtBy: ['access-token/mint-refused', 'redeem-code/mint-refused', 'redeem-refresh-token/mint-refused'],
    checked: { refusedUser: DEACTIVATED },
  },
];

async function ignored(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined);
}
