import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Subject } from './host-subject.js';
import { aMint, aRefreshToken } from './host-records.js';
import { concurrently } from './state-under-test.js';

const creation = (refreshToken: ReturnType<typeof aRefreshToken>) =>
  ({ kind: 'createRefreshToken', refreshToken }) as const;
const revocation = (lineageId: string) => ({ kind: 'revokeLineage', lineageId, at: Date.now() }) as const;
const spending = (tokenHash: Buffer) => ({ kind: 'spendRefreshToken', tokenHash, at: Date.now() }) as const;
const access = (accessToken: string) => ({ kind: 'findAccessToken', accessToken }) as const;

/** Lineages, their access tokens and their revocation (HC-25, HC-27). */
export function hostLineages({ commit, abort }: Subject): void {
  it('FindAccessToken finds a minted token until it expires (HC-27)', async () => {
    const lineageId = randomUUID();
    const asked = Date.now() + 60_000;
    const [minted] = await commit(aMint({ lineageId, expiresAt: asked }));
    expect(minted.accessToken).to.match(/^[\w.~+/-]{1,8192}=*$/);
    expect(minted.expiresAt).to.be.at.most(asked);
    const [info] = await commit(access(minted.accessToken));
    expect(info).to.deep.equal({ lineageId, clientId: 'client', userId: 'ada@example.test' });
    expect(await commit(access('never-minted'))).to.deep.equal([undefined]);
  });

  it('FindAccessToken does not find an expired token', async () => {
    const [minted] = await commit(aMint({ lineageId: randomUUID(), at: Date.now() - 2, expiresAt: Date.now() - 1 }));
    expect(await commit(access(minted.accessToken))).to.deep.equal([undefined]);
  });

  it('RevokeLineage revokes every refresh and access token of the lineage, and of no other', async () => {
    const [token, other] = [aRefreshToken(), aRefreshToken()];
    const successor = aRefreshToken({ lineageId: token.lineageId });
    const [, , minted] = await commit(creation(token), creation(other), aMint({ lineageId: token.lineageId }));
    await commit(spending(token.tokenHash), creation(successor));
    expect(await commit(revocation(token.lineageId))).to.deep.equal([{ newlyRevoked: true }]);
    expect(await commit(access(minted.accessToken))).to.deep.equal([undefined]);
    const find = (tokenHash: Buffer) => ({ kind: 'findRefreshToken', tokenHash }) as const;
    const found = await commit(find(token.tokenHash), find(successor.tokenHash), find(other.tokenHash));
    expect(found.map((each) => each?.lineageRevoked)).to.deep.equal([true, true, false]);
    expect(await abort(spending(successor.tokenHash))).to.equal('0 lineage_revoked');
    expect(await abort(spending(token.tokenHash)), 'revoked and spent').to.equal('0 lineage_revoked');
  });

  it('RevokeLineage is idempotent, and nothing can be added to the lineage afterwards (HC-25)', async () => {
    const token = aRefreshToken();
    await commit(creation(token), revocation(token.lineageId));
    expect(await commit(revocation(token.lineageId))).to.deep.equal([{ newlyRevoked: false }]);
    expect(await abort(creation(aRefreshToken({ lineageId: token.lineageId })))).to.equal('0 lineage_revoked');
    expect(await abort(aMint({ lineageId: token.lineageId }))).to.equal('0 lineage_revoked');
  });

  it('RevokeLineage applies to a lineage that does not exist yet, and persists after a sweep', async () => {
    const lineageId = randomUUID();
    expect(await commit(revocation(lineageId))).to.deep.equal([{ newlyRevoked: true }]);
    await commit({ kind: 'sweepExpired', before: Date.now() + 1000 });
    expect(await abort(creation(aRefreshToken({ lineageId })))).to.equal('0 lineage_revoked');
    expect(await abort(aMint({ lineageId }))).to.equal('0 lineage_revoked');
  });

  it('RevokeLineage wins against concurrent rotations: afterwards nothing in the lineage is valid (HC-25)', async () => {
    for (let round = 0; round < 8; round++) {
      const tokens = Array.from({ length: 6 }, () => aRefreshToken());
      await commit(...tokens.map(creation));
      const successors = tokens.map(({ lineageId }) => aRefreshToken({ lineageId }));
      const minted: string[] = [];
      await concurrently(12, async (n) => {
        const [token, successor] = [tokens[n >> 1]!, successors[n >> 1]!];
        if (n % 2 === round % 2) return void (await commit(revocation(token.lineageId)));
        try {
          const mint = aMint({ lineageId: token.lineageId });
          const [, { accessToken }] = await commit(spending(token.tokenHash), mint, creation(successor));
          minted.push(accessToken);
        } catch {
          // The revocation came first.
        }
      });
      for (const { tokenHash } of [...tokens, ...successors]) {
        const [found] = await commit({ kind: 'findRefreshToken', tokenHash });
        if (found) expect(found.lineageRevoked).to.equal(true);
      }
      for (const accessToken of minted) expect(await commit(access(accessToken))).to.deep.equal([undefined]);
      for (const { lineageId } of tokens) {
        expect(await abort(creation(aRefreshToken({ lineageId })))).to.equal('0 lineage_revoked');
      }
    }
  });
}
