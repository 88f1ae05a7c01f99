import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Subject } from './host-subject.js';
import { aClient, aCode, aMint, aRefreshToken } from './host-records.js';
import { concurrently } from './state-under-test.js';

/** All operations of a transaction take effect, or none (HC-20). */
export function hostTransactions({ commit, abort }: Subject): void {
  it('an operation sees the effects of the ones before it (HC-20)', async () => {
    const code = aCode();
    const [, , found] = await commit(
      { kind: 'createCode', code },
      { kind: 'spendCode', codeHash: code.codeHash, lineageId: 'lineage', at: 7 },
      { kind: 'findCode', codeHash: code.codeHash },
    );
    expect(found).to.deep.equal({ ...code, spent: { at: 7, lineageId: 'lineage' } });
  });

  it('a failed precondition rolls back everything before it, and reports its operation (HC-20)', async () => {
    const [client, code, token] = [aClient(), aCode(), aRefreshToken()];
    const revoked = randomUUID();
    await commit({ kind: 'createCode', code }, { kind: 'revokeLineage', lineageId: revoked, at: 1 });
    const aborted = await abort(
      {
        kind: 'createClient',
        client,
        cap: 200,
        evictOldestUnconsented: false,
        replaceExisting: false,
      },
      { kind: 'spendCode', codeHash: code.codeHash, lineageId: token.lineageId, at: 1 },
      { kind: 'createRefreshToken', refreshToken: token },
      { kind: 'revokeLineage', lineageId: token.lineageId, at: 1 },
      aMint({ lineageId: revoked }),
      { kind: 'stampConsent', clientId: client.clientId, at: 1 },
    );
    expect(aborted).to.equal('4 lineage_revoked');
    const found = await commit(
      { kind: 'findClient', clientId: client.clientId },
      { kind: 'findCode', codeHash: code.codeHash },
      { kind: 'findRefreshToken', tokenHash: token.tokenHash },
      { kind: 'revokeLineage', lineageId: token.lineageId, at: 1 },
    );
    expect(found).to.deep.equal([undefined, code, undefined, { newlyRevoked: true }]);
  });

  it('concurrent transactions are isolated: each exchange commits or aborts as a whole', async () => {
    const codes = Array.from({ length: 60 }, () => aCode());
    await Promise.all(codes.map((code) => commit({ kind: 'createCode', code })));
    const tokens = await concurrently(60, async (n) => {
      const refreshToken = aRefreshToken();
      const { lineageId } = refreshToken;
      const spend = { kind: 'spendCode', codeHash: codes[n]!.codeHash, lineageId, at: 1 } as const;
      const tail = [aMint({ lineageId }), { kind: 'createRefreshToken', refreshToken }] as const;
      // Every third one fails at its last operation.
      if (n % 3 !== 0) await commit({ kind: 'sweepExpired', before: 1 }, spend, ...tail);
      else expect(await abort(spend, ...tail, spend)).to.equal('3 code_already_spent');
      return refreshToken;
    });
    for (const [n, { tokenHash, lineageId }] of tokens.entries()) {
      const [code, token] = await commit(
        { kind: 'findCode', codeHash: codes[n]!.codeHash },
        { kind: 'findRefreshToken', tokenHash },
      );
      const expected = n % 3 === 0 ? [undefined, undefined] : [lineageId, lineageId];
      expect([code?.spent?.lineageId, token?.lineageId]).to.deep.equal(expected);
    }
  });
}
