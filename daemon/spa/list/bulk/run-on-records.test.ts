import { expect } from 'chai';
import type { BulkBody } from '../../../admin/api/answers.js';
import { networkError } from '../../api/errors.js';
import type { Batch, BulkResult, Chosen } from './run-on-records.js';
import { runOnRecords } from './run-on-records.js';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));

/** Answers each batch in turn, and stops after as many batches. */
async function run(chosen: Chosen, answers: readonly (Partial<BulkBody> | 'lost')[], stopAfter = Infinity) {
  const sent: Batch[] = [];
  const progress: number[] = [];
  const result = await runOnRecords(chosen, {
    send: (batch) => {
      sent.push(batch);
      const answer = answers[sent.length - 1] ?? 'lost';
      if (answer === 'lost') return Promise.resolve({ refusal: networkError('lost') });
      return Promise.resolve({ answer: { done: 0, unchanged: [], last: '', has_more: false, message: '', ...answer } });
    },
    isStopped: () => sent.length >= stopAfter,
    onProgress: ({ done }: BulkResult) => progress.push(done),
  });
  return { sent, progress, result };
}

describe('spa: an act on many records (AD-278)', () => {
  it('sends chosen records 200 at a time, and those again that the host did not take', async () => {
    const { sent, progress, result } = await run({ kind: 'ids', ids: ids(300) }, [
      { done: 150, last: '150', has_more: true },
      { done: 150, last: '300' },
    ]);
    expect(sent).to.deep.equal([{ ids: ids(200) }, { ids: ids(300).slice(150) }]);
    expect(progress).to.deep.equal([150, 300]);
    expect(result).to.deep.equal({ done: 300, unchanged: [], message: '' });
  });

  it('continues after the last record of all that match, and collects what did not change', async () => {
    const unchanged = [{ id: '5', label: 'e', reason: 'refused', message: 'No.' }] as const;
    const { sent, result } = await run({ kind: 'all' }, [
      { done: 200, last: '200', has_more: true, message: 'Done.' },
      { done: 3, unchanged, last: '204' },
    ]);
    expect(sent).to.deep.equal([
      { all: true, after: '' },
      { all: true, after: '200' },
    ]);
    expect(result).to.deep.equal({ done: 203, unchanged, message: 'Done.' });
  });

  it('stops between two batches', async () => {
    const { sent, result } = await run({ kind: 'all' }, [{ done: 200, last: '200', has_more: true }], 1);
    expect(sent).to.have.lengthOf(1);
    expect(result).to.deep.include({ done: 200, ended: 'stopped' });
  });

  it('ends when an answer is lost, and repeats nothing', async () => {
    const { sent, result } = await run({ kind: 'all' }, [{ done: 200, last: '200', has_more: true }, 'lost']);
    expect(sent).to.have.lengthOf(2);
    expect(result.done).to.equal(200);
    expect(result.ended).to.deep.include({ code: 'network' });
  });
});
