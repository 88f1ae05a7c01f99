import { expect } from 'chai';
import { isEmptyRange, numberProblem } from './typed-filters.js';

describe('filters: numbers that a filter rejects', () => {
  it('names the bound that a number violates and includes both ends of the range', () => {
    const bounds = { min: 1, max: 60 };
    expect(numberProblem('0', bounds)).to.deep.equal({ phrase: 'filter.number_too_small', values: { minimum: 1 } });
    expect(numberProblem('60.5', bounds)).to.deep.equal({ phrase: 'filter.number_too_large', values: { maximum: 60 } });
    for (const text of ['', '1', '60', '2.5']) expect(numberProblem(text, bounds), text).to.equal(undefined);
    expect(numberProblem('-5', {})).to.equal(undefined);
  });

  it('takes only whole numbers for a column of them, which the API rejects otherwise', () => {
    for (const text of ['', '0', '-12', '007']) expect(numberProblem(text, { whole: true }), text).to.equal(undefined);
    const whole = { phrase: 'filter.number_whole', values: {} };
    for (const text of ['1.5', '-0.5', '1e2']) expect(numberProblem(text, { whole: true }), text).to.deep.equal(whole);
    expect(numberProblem('x', { whole: true })?.phrase).to.equal('filter.number_invalid');
    expect(numberProblem('0', { whole: true, min: 1 })?.phrase).to.equal('filter.number_too_small');
  });

  it('detects an empty range and accepts an open end', () => {
    expect(isEmptyRange({ min: '10', max: '9' })).to.equal(true);
    for (const bounds of [{ min: '9', max: '10' }, { min: '9', max: '9' }, { min: '9' }, { max: '9' }, {}]) {
      expect(isEmptyRange(bounds), JSON.stringify(bounds)).to.equal(false);
    }
  });
});
