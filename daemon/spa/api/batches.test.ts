import { expect } from 'chai';
import { deleteInBatches, inPortions } from './batches.js';
import { ApiError } from './errors.js';

const ids = Array.from({ length: 450 }, (_, index) => String(index + 1));
const refusal = new ApiError(404, { error: { code: 'not_found', message: '', request_id: '' } });

describe('deleting many records (AD-208)', () => {
  it('sends batches and reports progress', async () => {
    const asked: number[] = [];
    const progress: number[] = [];
    const done = await deleteInBatches(ids, {
      deleteMany: async (batch) => ({ answer: asked.push(batch.length) }),
      isStopped: () => false,
      onProgress: (deleted) => void progress.push(deleted),
    });
    expect(asked).to.deep.equal([200, 200, 50]);
    expect(progress).to.deep.equal([0, 200, 400]);
    expect(done).to.deep.equal({ deleted: 450, left: [] });
  });

  it('stops at the first batch that is rejected and returns the remaining ids', async () => {
    let batches = 0;
    const deleteMany = async () => {
      batches += 1;
      return batches === 2 ? { refusal } : { answer: undefined };
    };
    const done = await deleteInBatches(ids, { deleteMany, isStopped: () => false, onProgress: () => undefined });
    expect(batches).to.equal(2);
    expect(done.deleted).to.equal(200);
    expect(done.left).to.deep.equal(ids.slice(200));
    expect(done.error).to.equal(refusal);
  });

  it('sends no request if there is nothing to delete', async () => {
    const deleteMany = async () => expect.fail();
    const done = await deleteInBatches([], { deleteMany, isStopped: () => false, onProgress: () => expect.fail() });
    expect(done).to.deep.equal({ deleted: 0, left: [] });
  });

  it('sends no further batch once it is stopped, and says what is left', async () => {
    let batches = 0;
    const done = await deleteInBatches(ids, {
      deleteMany: async () => ({ answer: (batches += 1) }),
      isStopped: () => batches === 1,
      onProgress: () => undefined,
    });
    expect(done).to.deep.equal({ deleted: 200, left: ids.slice(200) });
  });
});

describe('linking and unlinking many records (AD-215)', () => {
  async function sizes(count: number): Promise<number[]> {
    const sent: number[] = [];
    await inPortions(Array.from({ length: count }, String), async (portion) => sent.push(portion.length));
    return sent;
  }

  it('sends as few batches as possible, and none without ids', async () => {
    expect(await sizes(0)).to.deep.equal([]);
    expect(await sizes(200)).to.deep.equal([200]);
    expect(await sizes(401)).to.deep.equal([200, 200, 1]);
  });

  it('stops at the first batch that is rejected', async () => {
    const sent: string[][] = [];
    const ids = Array.from({ length: 500 }, String);
    const sending = inPortions(ids, async (portion) => {
      sent.push([...portion]);
      if (sent.length === 2) throw new Error('refused');
    });
    const refused = await sending.catch((error: unknown) => error);
    expect([String(refused), sent.length]).to.deep.equal(['Error: refused', 2]);
  });
});
