import { expect } from 'chai';
import { chosenText, chosenTexts, heldOf, labelQuery, searchQuery } from './option-query.js';

describe('the query for the options of a field (AD-70, AD-71)', () => {
  it('asks for a page of what is found', () => {
    expect(searchQuery('', 1, []).toString()).to.equal('page=1&per_page=50');
    expect(Object.fromEntries(searchQuery(' two words ', 3, []))).to.include({ page: '3', search: 'two words' });
  });

  it('carries what the form holds of the fields that the choices depend on, unsaved too', () => {
    const held = heldOf(['format', 'featured'], { format: 'video', featured: false, title: 'not asked' });
    expect([...searchQuery('', 1, held)].slice(2)).to.deep.equal([
      ['form[format]', 'video'],
      ['form[featured]', 'false'],
    ]);
  });

  it('leaves out what is empty, absent or a list', () => {
    expect(heldOf(['a', 'b', 'c', 'd'], { a: null, b: '', c: ['x'] })).to.deep.equal([]);
  });

  it('asks what stands for chosen values', () => {
    expect([...labelQuery(['7', 'a&b'], [['format', 'video']])]).to.deep.equal([
      ['ids[]', '7'],
      ['ids[]', 'a&b'],
      ['form[format]', 'video'],
    ]);
  });
});

describe('choices as text (answers.ts, OptionBody: a choice is a text, whatever the column holds)', () => {
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
