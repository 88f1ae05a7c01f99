import { MAX_SWEPT } from '@gatehouse/proto/limits';
import { expect } from 'chai';
import type { TransactionBundle } from '../ports/backend.js';
import { OPERATIONS } from './operations.js';

describe('operations of Transact (backend.proto)', () => {
  it('reads without a lock for writing in lookups only', () => {
    const reads = Object.entries(OPERATIONS).filter(([, { readOnly }]) => readOnly);
    expect(reads.map(([kind]) => kind)).to.have.members([
      'findClient',
      'findCode',
      'findRefreshToken',
      'findAccessToken',
    ]);
  });

  for (const [codes, limit] of [
    [0, MAX_SWEPT],
    [1, MAX_SWEPT - 1],
    [MAX_SWEPT - 1, 1],
    [MAX_SWEPT, undefined],
  ] as const) {
    it(`SweepExpired removes at most ${String(limit ?? 0)} refresh tokens after ${codes} codes`, async () => {
      const limits: number[] = [];
      const bundle = {
        codes: { sweepExpired: () => Promise.resolve(codes) },
        refreshTokens: { sweepExpired: (_: number, max: number) => Promise.resolve(limits.push(max)) },
        accessTokens: {},
      } as unknown as TransactionBundle;
      const run = OPERATIONS.sweepExpired.parse({ before: { seconds: '1', nanos: 0 } }, 0);
      const removed = await run(bundle);
      expect(limits).to.deep.equal(limit === undefined ? [] : [limit]);
      expect(removed).to.deep.equal({ codesRemoved: codes, refreshTokensRemoved: limits.length });
    });
  }
});
