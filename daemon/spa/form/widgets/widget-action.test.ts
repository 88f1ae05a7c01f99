import { expect } from 'chai';
import { actionBody } from './widget-action.js';

describe('the body of a widget action (AD-102)', () => {
  const fill = { minutes: 3, slug: 'a-b', note: null };

  it('is the record and what the form holds', () => {
    expect(actionBody('7', fill, undefined)).to.deep.equal({ record_id: '7', ...fill });
  });

  it('has no record on the create form', () => {
    expect(actionBody(undefined, fill, null)).to.deep.equal(fill);
  });

  it('takes values of the event for declared keys, and for nothing else', () => {
    const detail = { fill: { minutes: 5, record_id: '8', admin: true, toString: 'x' } };
    expect(actionBody('7', fill, detail)).to.deep.equal({ record_id: '7', ...fill, minutes: 5 });
  });

  it('keeps what the form holds where the event says what is no JSON scalar', () => {
    const detail = { fill: { minutes: Number.NaN, slug: ['a'], note: { a: 1 } } };
    expect(actionBody('7', fill, detail)).to.deep.equal({ record_id: '7', ...fill });
  });

  for (const detail of ['text', 7, [], { fill: null }, { fill: 'x' }]) {
    it(`takes nothing from the detail ${JSON.stringify(detail)}`, () => {
      expect(actionBody('7', fill, detail)).to.deep.equal({ record_id: '7', ...fill });
    });
  }
});
