import { setTimeout as sleep } from 'node:timers/promises';
import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

const LIFE_MS = 1000;
/** For a host that counts in whole seconds. */
const GRACE_MS = 1500;

export const accessTokenExpires: Check = {
  name: 'access-token/expires',
  citation: 'backend.proto: MintAccessToken.expires_at, FindAccessTokenResult',
  on: 'transactions',
  run: async ({ backend }) => {
    const { accessToken } = await backend.mint({ expiresAt: toTimestamp(Date.now() + LIFE_MS) });
    await sleep(LIFE_MS + GRACE_MS);
    const advice = 'An access token is dead once it has expired: later than asked for is never allowed.';
    expectSame('FindAccessToken of an expired token', await backend.accessToken(accessToken), null, advice);
  },
};
