import { expect } from 'chai';
import { neighborsOf } from './neighbors.js';

const page = (...ids: readonly string[]) => ({ ids });
const ids = (...given: Parameters<typeof neighborsOf>) => {
  const { previous, next } = neighborsOf(...given);
  return [previous, next].map((one) => one && `${one.page}:${one.id}`);
};

describe('the records before and after one in a list (AD-262)', () => {
  it('are those beside it on the page', () => {
    expect(ids(1, false, { before: undefined, here: page('a', 'b', 'c'), after: undefined })).to.deep.equal([
      '0:a',
      '0:c',
    ]);
  });

  it('are on the pages before and after at the edges of a page', () => {
    const here = page('c', 'd');
    expect(ids(0, false, { before: page('a', 'b'), here, after: undefined })).to.deep.equal(['-1:b', '0:d']);
    expect(ids(1, false, { before: undefined, here, after: page('e', 'f') })).to.deep.equal(['0:c', '1:e']);
    expect(ids(0, false, { before: undefined, here: page('a'), after: undefined })).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it('are those around its former place if the query no longer finds it', () => {
    expect(ids(1, true, { before: undefined, here: page('a', 'c'), after: undefined })).to.deep.equal(['0:a', '0:c']);
    expect(ids(2, true, { before: undefined, here: page('a', 'b'), after: page('d') })).to.deep.equal(['0:b', '1:d']);
    expect(ids(0, true, { before: page('z'), here: page('b'), after: undefined })).to.deep.equal(['-1:z', '0:b']);
  });

  it('are unknown for a record that was never on the page', () => {
    expect(ids(undefined, true, { before: undefined, here: page('a'), after: undefined })).to.deep.equal([
      undefined,
      undefined,
    ]);
  });
});
