import { expect } from 'chai';
import { matching } from './matching.js';

describe('spa/form/choices/matching', () => {
  const choices = ['Ada Abbott', 'Grace Bond', 'Äon'].map((label) => ({ value: label, label }));
  const labels = (text: string) => matching(choices, text).map(({ label }) => label);

  it('finds every word, in any order and case', () => {
    expect(labels('abb ADA')).to.deep.equal(['Ada Abbott']);
    expect(labels('äO')).to.deep.equal(['Äon']);
    expect(labels('ada bond')).to.deep.equal([]);
  });

  it('finds everything for nothing', () => {
    expect(labels('')).to.have.length(3);
    expect(labels('  ')).to.have.length(3);
  });
});
