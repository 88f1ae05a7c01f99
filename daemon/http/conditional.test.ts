import { expect } from 'chai';
import { isNotModified } from './conditional.js';

describe('http/conditional (RFC 9110 §13.1.2)', () => {
  it('finds the tag alone, in a list, weak, and under "*"', () => {
    for (const header of ['"abc"', 'W/"abc"', '"x", "abc"', '"x,y","abc"', ' * ', '"x" ,W/"abc" , "y"']) {
      expect(isNotModified(header, '"abc"'), header).to.equal(true);
    }
  });

  it('finds nothing else', () => {
    for (const header of [undefined, '', 'abc', '"ABC"', '"abcd"', "'abc'", '"x"', '"', '"*"']) {
      expect(isNotModified(header, '"abc"'), header).to.equal(false);
    }
  });
});
