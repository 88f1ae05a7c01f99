import type { Check } from '../check.js';
import { fromTimestamp } from '../../contract/time.js';
import { expectThat } from '../failure.js';

export const accessTokenMint: Check = {
  name: 'access-token/mint',
  citation: 'backend.proto: MintAccessToken, MintAccessTokenResult',
  on: 'transactions',
  run: async ({ backend }) => {
    const tokens = [];
    for (const grantContext of [Buffer.alloc(0), Buffer.alloc(4096, 7)]) {
      const { accessToken, expiresAt, asked } = await backend.mint({ grantContext });
      tokens.push(accessToken);
      expectThat(
        /^[\w\-.~+/]+=*$/.test(accessToken) && accessToken.length <= 8192,
        'an access token of 1 to 8192 characters of RFC 6750 section 2.1',
        `${accessToken.length} characters`,
        'A client must be able to send it in an Authorization header.',
      );
      const latestExpiry = fromTimestamp(asked.expiresAt) ?? NaN;
      expectThat(
        expiresAt === undefined || expiresAt <= latestExpiry,
        'an expiry that is not later than asked for',
        `${expiresAt} instead of ${latestExpiry} ms since 1970`,
        'The application may choose an earlier moment, never a later one; leave expires_at absent when it is the one asked for.',
      );
    }
    expectThat(
      tokens[0] !== tokens[1],
      'two mints, two tokens',
      'the same token twice',
      'Make every access token anew.',
    );
  },
};
