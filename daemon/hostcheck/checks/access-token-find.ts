import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { newId } from '../records.js';

export const accessTokenFind: Check = {
  name: 'access-token/find',
  citation: 'backend.proto: FindAccessToken, AccessTokenInfo',
  on: 'transactions',
  run: async ({ backend }) => {
    const { accessToken, asked } = await backend.mint();
    const { lineageId, clientId, userId } = asked;
    const advice = 'Return what the token was minted for while it is live, and nothing otherwise.';
    expectSame('access_token', await backend.accessToken(accessToken), { lineageId, clientId, userId }, advice);
    expectSame('FindAccessToken of an unknown token', await backend.accessToken(newId()), null, advice);
    expectSame('FindAccessToken of a cut token', await backend.accessToken(accessToken.slice(0, -1)), null, advice);
  },
};
