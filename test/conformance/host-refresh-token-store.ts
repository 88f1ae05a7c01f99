import { expect } from 'chai';
import type { RefreshToken } from '../../daemon/oauth/model/tokens.js';
import type { Subject } from './host-subject.js';
import { aRefreshToken } from './host-records.js';
import { concurrently } from './state-under-test.js';
import { tally } from './tally.js';

const creation = (refreshToken: RefreshToken) => ({ kind: 'createRefreshToken', refreshToken }) as const;
const lookup = ({ tokenHash }: RefreshToken) => ({ kind: 'findRefreshToken', tokenHash }) as const;
const spending = ({ tokenHash }: RefreshToken, at = Date.now()) =>
  ({ kind: 'spendRefreshToken', tokenHash, at }) as const;

/** Refresh tokens are found, spent once and swept (HC-21, HC-24, HC-26). */
export function hostRefreshTokenStore({ commit, abort, attempt }: Subject): void {
  it('FindRefreshToken returns a token unchanged, even an expired one, and nothing for an unknown hash (HC-21)', async () => {
    const token = aRefreshToken();
    const expired = aRefreshToken({ expiresAt: 1000, grantContext: Buffer.alloc(0) });
    const found = await commit(
      creation(token),
      creation(expired),
      lookup(token),
      lookup(expired),
      lookup(aRefreshToken()),
    );
    expect(found.slice(2)).to.deep.equal([token, expired, undefined]);
  });

  it('SpendRefreshToken stores the time, once', async () => {
    const token = aRefreshToken();
    await commit(creation(token), spending(token, 5000));
    expect(await abort(spending(token, 6000))).to.equal('0 refresh_token_already_spent');
    expect(await commit(lookup(token))).to.deep.equal([{ ...token, spentAt: 5000 }]);
    expect(await abort(spending(aRefreshToken()))).to.equal('0 refresh_token_not_found');
  });

  it('SpendRefreshToken: of 100 concurrent rotations exactly one succeeds, and leaves one successor (HC-24)', async () => {
    const token = aRefreshToken();
    await commit(creation(token));
    const successors = Array.from({ length: 100 }, () => aRefreshToken({ lineageId: token.lineageId }));
    const outcomes = await concurrently(100, (n) => attempt(spending(token), creation(successors[n]!)));
    expect(tally(outcomes)).to.deep.equal({ committed: 1, refresh_token_already_spent: 99 });
    const found = await Promise.all(successors.map((successor) => commit(lookup(successor))));
    expect(found.flat().filter((successor) => successor !== undefined)).to.have.length(1);
  });
}
