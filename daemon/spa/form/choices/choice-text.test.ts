import { expect } from 'chai';
import { chosenText, chosenTexts } from './choice-text.js';

describe('spa/form/choices/choice-text (answers.ts, OptionBody: a choice is a text, whatever the column holds)', () => {
  it('finds the choice of a number and of a flag', () => {
    expect([chosenText(7), chosenText(false), chosenText('draft')]).to.deep.equal(['7', 'false', 'draft']);
  });

  it('has no choice for what is empty', () => {
    expect([chosenText(null), chosenText(''), chosenText(['a'])]).to.deep.equal([undefined, undefined, undefined]);
  });

  it('finds all choices of a list, and of what became one later', () => {
    expect(chosenTexts([1, 'a', true])).to.deep.equal(['1', 'a', 'true']);
    expect(chosenTexts('web')).to.deep.equal(['web']);
    expect([...chosenTexts(null), ...chosenTexts('')]).to.deep.equal([]);
  });
});
