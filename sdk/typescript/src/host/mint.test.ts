import { expect } from 'chai';
import type { AccessTokenIssuer, MintedToken, MintRequest } from '../ports/backend.js';
import { mint } from './mint.js';

const EXPIRES_AT = new Date(1_700_000_000_000);
const REQUEST = { expiresAt: EXPIRES_AT } as MintRequest;
const minting = (minted: MintedToken) =>
  mint({ mint: () => Promise.resolve(minted) } as unknown as AccessTokenIssuer, REQUEST);
const refusal = (minted: MintedToken) => minting(minted).then(() => 'none', String);

describe('access tokens that an application mints (RFC 6750 §2.1)', () => {
  it('are passed on with their expiry, which may be earlier than requested', async () => {
    for (const accessToken of ['a', 'AZaz09-._~+/', 'a==', 'x'.repeat(8192)])
      expect(await minting({ accessToken })).to.deep.equal({ accessToken, expiresAt: null });
    for (const ms of [0, -1, -5000]) {
      const expiresAt = new Date(EXPIRES_AT.getTime() + ms);
      const answer = await minting({ accessToken: 'a', expiresAt });
      expect(Number(answer.expiresAt?.seconds) * 1000 + (answer.expiresAt?.nanos ?? 0) / 1e6).to.equal(
        expiresAt.getTime(),
      );
    }
  });

  it('are refused if no client can send them, or if they live longer', async () => {
    for (const accessToken of ['', 'a b', 'a=b', '=', ' a', 'a\n', 'ä', '"a"', 'x'.repeat(8193)])
      expect(await refusal({ accessToken }), accessToken).to.contain('RFC 6750 §2.1');
    for (const expiresAt of [new Date(EXPIRES_AT.getTime() + 1), new Date(Number.NaN)])
      expect(await refusal({ accessToken: 'a', expiresAt })).to.contain('later than the requested');
  });
});
