import { expect } from 'chai';
import { isEmpty, textOf } from './cell-values.js';

describe('values of the API as text', () => {
  it('are written as people read them, objects as JSON', () => {
    const values = ['a', 1.5, 7n, true, false, null, undefined, [1, 'a'], { a: null }];
    expect(values.map(textOf)).to.deep.equal(['a', '1.5', '7', 'true', 'false', '', '', '[1,"a"]', '{"a":null}']);
  });

  it('are empty without a value, but not as 0 or false', () => {
    for (const value of [null, undefined, '', []]) expect(isEmpty(value)).to.equal(true);
    for (const value of [0, false, ' ', [''], {}]) expect(isEmpty(value)).to.equal(false);
  });
});
