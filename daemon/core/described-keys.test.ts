import { expect } from 'chai';
import { boolean, integer, key, matching, oneOf, required, REQUIRED } from './described-keys.js';

describe('core: described keys', () => {
  it('reads whole numbers within both bounds', () => {
    const { read, expects } = integer(1, 200);
    expect(expects).to.equal('a whole number, 1 to 200');
    for (const raw of [1, 2, 199, 200]) expect(read(raw), String(raw)).to.equal(raw);
    for (const raw of [0, -1, 201, 1.5, NaN, Infinity, -Infinity, '5', true, null, undefined, 5n, [5]])
      expect(read(raw), String(raw)).to.equal(undefined);
  });

  it('reads both truth values, and no other spelling of them', () => {
    const { read, expects } = boolean();
    expect(expects).to.equal('true or false');
    for (const raw of [true, false]) expect(read(raw)).to.equal(raw);
    for (const raw of ['true', 'false', 0, 1, '', null, undefined]) expect(read(raw), String(raw)).to.equal(undefined);
  });

  it('reads one of its words, letter for letter', () => {
    const { read, expects } = oneOf('new', 'old');
    expect(expects).to.equal('one of new, old');
    for (const raw of ['new', 'old']) expect(read(raw)).to.equal(raw);
    for (const raw of ['New', 'ne', 'new ', '', 0, null, undefined]) expect(read(raw), String(raw)).to.equal(undefined);
  });

  it('reads a text of its form, and nothing that only looks like one', () => {
    const { read, expects } = matching('two letters', (text) => text.length === 2);
    expect(expects).to.equal('two letters');
    expect(read('ab')).to.equal('ab');
    for (const raw of ['a', 'abc', '', ['a', 'b'], { length: 2 }, 12, null, undefined])
      expect(read(raw), JSON.stringify(raw)).to.equal(undefined);
  });

  it('keeps what the reference says about a key, and marks a required one', () => {
    const reader = boolean();
    expect(key(reader, { otherwise: 'false', does: 'It acts.' })).to.deep.equal({
      reader,
      otherwise: 'false',
      does: 'It acts.',
    });
    expect(required(reader, { does: 'It acts.' })).to.deep.equal({
      reader,
      otherwise: REQUIRED,
      does: 'It acts.',
      required: true,
    });
  });
});
