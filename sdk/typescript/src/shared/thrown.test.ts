import { expect } from 'chai';
import { readable, textOf } from './thrown.js';

function unreadable(): never {
  throw new Error('from a getter');
}

const UNREADABLE = 'Error: the application threw a value that cannot be read';

describe('thrown values of the application', () => {
  it('are the values themselves, if they can be read', () => {
    const withoutStack = Object.assign(new Error('no'), { stack: undefined });
    const withCode = Object.assign(new TypeError('no'), { code: 5 });
    for (const thrown of [new Error('no'), withoutStack, withCode, 'text', 5, 5n, null, undefined, {}, [1]])
      expect(readable(thrown)).to.equal(thrown);
    expect(textOf(withCode)).to.equal('TypeError: no');
    expect(textOf('text')).to.equal('text');
  });

  it('are replaced if a part of them is no text, or cannot be read', () => {
    const error = (members: PropertyDescriptorMap) => Object.defineProperties(new Error('no'), members);
    for (const thrown of [
      error({ message: { value: 5 } }),
      error({ name: { value: {} } }),
      error({ stack: { value: [] } }),
      error({ message: { get: unreadable } }),
      error({ code: { get: unreadable } }),
      error({ code: { value: Object.create(null) as object } }),
      Object.create(null) as object,
      { toString: unreadable },
    ]) {
      expect(readable(thrown)).to.be.instanceOf(Error).and.to.not.equal(thrown);
      expect(textOf(thrown)).to.equal(UNREADABLE);
    }
  });
});
