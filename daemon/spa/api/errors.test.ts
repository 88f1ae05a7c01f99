import { expect } from 'chai';
import { answered, ApiError } from './errors.js';

describe('refused requests (docs/decisions/single-page-application.md)', () => {
  const told: unknown[] = [];
  const before = globalThis.reportError;
  beforeEach(() => {
    told.length = 0;
    globalThis.reportError = (error) => void told.push(error);
  });
  afterEach(() => {
    globalThis.reportError = before;
  });

  it('is the answer, or what the daemon refused', async () => {
    const refusal = new ApiError(403, { error: { code: 'forbidden', message: 'No.', request_id: '' } });
    expect(await answered(async () => 7)).to.deep.equal({ answer: 7 });
    expect(await answered(() => Promise.reject(refusal))).to.deep.equal({ refusal });
    expect(told).to.deep.equal([]);
  });

  it('a defect while asking is told in its own words, is on the console, and is no failure of the network', async () => {
    const defect = new TypeError('No such thing.');
    const { refusal } = await answered(() => {
      throw defect;
    });
    expect(refusal).to.include({ code: 'defect', message: 'TypeError: No such thing.', isPassing: false });
    expect(told).to.deep.equal([defect]);
  });
});
