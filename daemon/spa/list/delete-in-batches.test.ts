import { expect } from 'chai';
import { ApiError } from '../api/api-error.js';
import { deleteInBatches } from './delete-in-batches.js';

const ids = Array.from({ length: 450 }, (_, index) => String(index + 1));
const refusal = new ApiError(404, { error: { code: 'not_found', message: '', request_id: '' } });

describe('deleting many records (admin.md, bulk-delete: 1 to 200)', () => {
  it('asks in batches and tells how far it is', async () => {
    const asked: number[] = [];
    const progress: number[] = [];
    const done = await deleteInBatches(
      ids,
      async (batch) => ({ answer: asked.push(batch.length) }),
      (deleted) => progress.push(deleted),
    );
    expect(asked).to.deep.equal([200, 200, 50]);
    expect(progress).to.deep.equal([0, 200, 400]);
    expect(done).to.deep.equal({ deleted: 450, left: [] });
  });

  it('stops at the first batch that is refused, and tells what is left', async () => {
    let batches = 0;
    const deleteMany = async () => {
      batches += 1;
      return batches === 2 ? { refusal } : { answer: undefined };
    };
    const done = await deleteInBatches(ids, deleteMany, () => undefined);
    expect(batches).to.equal(2);
    expect(done.deleted).to.equal(200);
    expect(done.left).to.deep.equal(ids.slice(200));
    expect(done.error).to.equal(refusal);
  });

  it('asks for nothing where there is nothing to delete', async () => {
    const done = await deleteInBatches(
      [],
      async () => expect.fail(),
      () => expect.fail(),
    );
    expect(done).to.deep.equal({ deleted: 0, left: [] });
  });
});
