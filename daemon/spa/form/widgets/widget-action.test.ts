import { expect } from 'chai';
import { actionBody } from './widget-action.js';

describe('the body of a widget action (AD-102)', () => {
  const fill = { minutes: 3, slug: 'a-b', note: null };

  it('contains the record and the values of the form', () => {
    expect(actionBody('7', fill, undefined)).to.deep.equal({ record_id: '7', ...fill });
  });

  it('contains no record on the create form', () => {
    expect(actionBody(undefined, fill, null)).to.deep.equal(fill);
  });

  it('takes values from the event only for declared keys', () => {
    const detail = { fill: { minutes: 5, record_id: '8', admin: true, toString: 'x' } };
    expect(actionBody('7', fill, detail)).to.deep.equal({ record_id: '7', ...fill, minutes: 5 });
  });

  it("keeps the form's value if the event's value is not a JSON scalar", () => {
    const detail = { fill: { minutes: Number.NaN, slug: ['a'], note: { a: 1 } } };
    expect(actionBody('7', fill, detail)).to.deep.equal({ record_id: '7', ...fill });
  });

  for (const detail of ['text', 7, [], { fill: null }, { fill: 'x' }]) {
    it(`ignores the detail ${JSON.stringify(detail)}`, () => {
      expect(actionBody('7', fill, detail)).to.deep.equal({ record_id: '7', ...fill });
    });
  }
});
