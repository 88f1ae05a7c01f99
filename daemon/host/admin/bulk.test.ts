import { expect } from 'chai';
import { ContractViolation } from '../../core/faults.js';
import { CALLER } from '../testing/blog.js';
import { CALL } from '../testing/small-host.js';
import { createBulk } from './bulk.js';
import type { AdminCalls } from './calls.js';

/** The answer of a host to RunOnRecords on these ids, as Gatehouse reads it. */
function answered(ids: readonly string[], answer: object) {
  const write = (_rpc: object, _request: object, read: (rpc: string, response: object) => unknown) =>
    Promise.resolve().then(() => read('RunOnRecords', { unchanged: [], hasMore: false, message: '', ...answer }));
  const bulk = createBulk({ write } as unknown as AdminCalls);
  const run = { action: 'publish', records: { ids }, labelColumn: undefined };
  return bulk.run({ caller: CALLER, controller: 'acme.blog.posts' }, run, CALL);
}

const missing = (id: string) => ({ id, label: '', reason: 'notFound', notFound: {} });

describe('host: acts on many records (admin_bulk.proto)', () => {
  const IDS = ['1', '2', '3'];

  it('accepts an answer that accounts for each record up to the last (AD-435)', async () => {
    expect(await answered(IDS, { done: 3, last: '3' })).to.include({ done: 3 });
    expect(await answered(IDS, { done: 2, unchanged: [missing('2')], last: '3' })).to.include({ done: 2 });
    expect(await answered(IDS, { done: 1, unchanged: [missing('1')], last: '2', hasMore: true })).to.include({
      done: 1,
    });
  });

  for (const [what, answer] of [
    ['does not mention a record', { done: 2, last: '3' }],
    ['does not mention any', { done: 0, last: '3' }],
    ['counts more records than it took', { done: 3, last: '2', hasMore: true }],
    ['names one twice in place of another', { done: 1, unchanged: [missing('1'), missing('1')], last: '3' }],
  ] as const) {
    it(`rejects an answer that ${what} (AD-435)`, async () => {
      const error = await answered(IDS, answer).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ContractViolation);
      expect(String(error)).to.contain('unchanged');
    });
  }
});
