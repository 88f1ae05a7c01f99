import { expect } from 'chai';
import { AdminError, invalid, isProblem, outsideOf } from './errors.js';

describe('problems with values', () => {
  it('name only the bounds that exist', () => {
    for (const [minimum, maximum, problem] of [
      [1, undefined, { rule: 'number_minimum', parameters: { minimum: 1 } }],
      [0, undefined, { rule: 'number_minimum', parameters: { minimum: 0 } }],
      [undefined, 9, { rule: 'number_maximum', parameters: { maximum: 9 } }],
      [1, 9, { rule: 'number_range', parameters: { minimum: 1, maximum: 9 } }],
    ] as const) {
      expect(outsideOf('number', minimum, maximum)).to.deep.equal(problem);
    }
    expect(outsideOf('date', '2026-01-01', undefined)).to.deep.equal({
      rule: 'date_minimum',
      parameters: { minimum: '2026-01-01' },
    });
  });

  it('differ from values, and become an error about one name', () => {
    expect([isProblem({ rule: 'required' }), isProblem({ kind: 'null' })]).to.deep.equal([true, false]);
    const error = invalid('name', { rule: 'required' });
    expect(error).to.deep.equal(new AdminError('validation_failed', { fields: { name: [{ rule: 'required' }] } }));
    expect(new AdminError('not_found').details).to.deep.equal({});
  });
});
