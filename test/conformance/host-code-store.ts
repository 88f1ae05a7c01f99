import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Code } from '../../daemon/oauth/model/tokens.js';
import type { Subject } from './host-subject.js';
import { aCode, aRefreshToken, HOUR } from './host-records.js';
import { concurrently } from './state-under-test.js';
import { tally } from './tally.js';

const creation = (code: Code) => ({ kind: 'createCode', code }) as const;
const lookup = ({ codeHash }: Code) => ({ kind: 'findCode', codeHash }) as const;
const spending = ({ codeHash }: Code, lineageId = randomUUID() as string, at = Date.now()) =>
  ({ kind: 'spendCode', codeHash, lineageId, at }) as const;

/** Codes are found, spent once and swept (HC-21, HC-24, HC-26). */
export function hostCodeStore({ commit, abort, attempt }: Subject): void {
  it('FindCode returns a code unchanged, even an expired one, and nothing for an unknown hash (HC-21)', async () => {
    const code = aCode();
    const expired = aCode({ expiresAt: 1000, grantContext: Buffer.alloc(0) });
    const results = await commit(creation(code), creation(expired), lookup(code), lookup(expired), lookup(aCode()));
    expect(results.slice(2)).to.deep.equal([code, expired, undefined]);
  });

  it('returns a grant context of 4096 bytes unchanged', async () => {
    const code = aCode({ grantContext: Buffer.from(Array.from({ length: 4096 }, (_, at) => at % 256)) });
    expect(await commit(creation(code), lookup(code))).to.deep.equal([undefined, code]);
  });

  it('SpendCode stores the time and the lineage, and the code stays visible', async () => {
    const code = aCode();
    await commit(creation(code), spending(code, 'lineage', 5000));
    expect(await commit(lookup(code))).to.deep.equal([{ ...code, spent: { at: 5000, lineageId: 'lineage' } }]);
    expect(await abort(spending(code, 'another'))).to.equal('0 code_already_spent');
    expect(await commit(lookup(code))).to.deep.equal([{ ...code, spent: { at: 5000, lineageId: 'lineage' } }]);
    expect(await abort(spending(aCode()))).to.equal('0 code_not_found');
  });

  it('SpendCode: of 100 concurrent calls exactly one succeeds (HC-24; RFC 6749 §4.1.2: a code is used once)', async () => {
    const code = aCode();
    await commit(creation(code));
    const lineages = Array.from({ length: 100 }, () => randomUUID());
    const outcomes = await concurrently(100, (n) => attempt(spending(code, lineages[n])));
    expect(tally(outcomes)).to.deep.equal({ committed: 1, code_already_spent: 99 });
    const [found] = await commit(lookup(code));
    expect(found?.spent?.lineageId).to.equal(lineages[outcomes.indexOf('committed')]);
  });

  it('SweepExpired removes only expired codes and refresh tokens, spent or not', async () => {
    const before = Date.now();
    const codes = [aCode({ expiresAt: before - 1 }), aCode({ expiresAt: before - HOUR }), aCode({ expiresAt: before })];
    const tokens = [aRefreshToken({ expiresAt: before - 1 }), aRefreshToken({ expiresAt: before })];
    for (const code of codes) await commit(creation(code));
    for (const refreshToken of tokens) await commit({ kind: 'createRefreshToken', refreshToken });
    await commit(spending(codes[0]!));
    const sweep = { kind: 'sweepExpired', before } as const;
    expect(await commit(sweep)).to.deep.equal([{ codesRemoved: 2, refreshTokensRemoved: 1 }]);
    expect(await commit(sweep)).to.deep.equal([{ codesRemoved: 0, refreshTokensRemoved: 0 }]);
    expect(await commit(lookup(codes[0]!), lookup(codes[2]!))).to.deep.equal([undefined, codes[2]]);
    const find = ({ tokenHash }: { tokenHash: Buffer }) => ({ kind: 'findRefreshToken', tokenHash }) as const;
    expect(await commit(find(tokens[0]!), find(tokens[1]!))).to.deep.equal([undefined, tokens[1]]);
  });

  it('SweepExpired keeps what has not expired by the clock of the host, however far ahead that of Gatehouse is (HC-26)', async () => {
    const code = aCode();
    const refreshToken = aRefreshToken();
    await commit(creation(code), { kind: 'createRefreshToken', refreshToken });
    const ahead = Date.now() + 365 * 24 * HOUR;
    expect(await commit({ kind: 'sweepExpired', before: ahead })).to.deep.equal([
      { codesRemoved: 0, refreshTokensRemoved: 0 },
    ]);
    const find = { kind: 'findRefreshToken', tokenHash: refreshToken.tokenHash } as const;
    expect(await commit(lookup(code), find)).to.deep.equal([code, refreshToken]);
    expect(await attempt(spending(code))).to.equal('committed');
  });

  it('SweepExpired removes at most 1000 rows per call, of both kinds together (HC-26)', async () => {
    await concurrently(75, (n) => {
      const refreshToken = () => aRefreshToken({ expiresAt: 1000 + n });
      const codes = Array.from({ length: 8 }, () => creation(aCode({ expiresAt: 1000 + n })));
      const tokens = Array.from(
        { length: 6 },
        () => ({ kind: 'createRefreshToken', refreshToken: refreshToken() }) as const,
      );
      return commit(...codes, ...tokens);
    });
    const sweep = { kind: 'sweepExpired', before: Date.now() } as const;
    const [first] = await commit(sweep);
    expect(first.codesRemoved + first.refreshTokensRemoved).to.equal(1000);
    const [rest] = await commit(sweep);
    expect(first.codesRemoved + rest.codesRemoved).to.equal(600);
    expect(first.refreshTokensRemoved + rest.refreshTokensRemoved).to.equal(450);
  });

  it('CreateCode and CreateRefreshToken fail for a hash that is stored, and keep the row (HC-29)', async () => {
    const code = aCode();
    const refreshToken = aRefreshToken();
    await commit(creation(code), { kind: 'createRefreshToken', refreshToken });
    const again = { ...aCode({ userId: 'eve' }), codeHash: code.codeHash };
    expect(await attempt(creation(again)).catch(() => 'failed')).to.equal('failed');
    const tokenAgain = { ...aRefreshToken({ userId: 'eve' }), tokenHash: refreshToken.tokenHash };
    expect(await attempt({ kind: 'createRefreshToken', refreshToken: tokenAgain }).catch(() => 'failed')).to.equal(
      'failed',
    );
    const find = { kind: 'findRefreshToken', tokenHash: refreshToken.tokenHash } as const;
    expect(await commit(lookup(code), find)).to.deep.equal([code, refreshToken]);
  });
}
