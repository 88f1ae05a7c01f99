import { expect } from 'chai';
import { chosenText, chosenTexts, heldOf, labelQuery, searchQuery } from './option-query.js';

describe('the query for the options of a field (AD-70, AD-71)', () => {
  it('requests one page of search results', () => {
    expect(searchQuery('', 1, []).toString()).to.equal('page=1&per_page=50');
    expect(Object.fromEntries(searchQuery(' two words ', 3, []))).to.include({ page: '3', search: 'two words' });
  });

  it('includes current values, saved or not, of the fields that the choices depend on', () => {
    const held = heldOf(['format', 'featured'], { format: 'video', featured: false, title: 'not asked' });
    expect([...searchQuery('', 1, held)].slice(2)).to.deep.equal([
      ['form[format]', 'video'],
      ['form[featured]', 'false'],
    ]);
  });

  it('leaves out empty fields, missing fields and lists', () => {
    expect(heldOf(['a', 'b', 'c', 'd'], { a: null, b: '', c: ['x'] })).to.deep.equal([]);
  });

  it('requests the labels of chosen values', () => {
    expect([...labelQuery(['7', 'a&b'], [['format', 'video']])]).to.deep.equal([
      ['ids[]', '7'],
      ['ids[]', 'a&b'],
      ['form[format]', 'video'],
    ]);
  });
});

describe('choices as text (answers.ts, OptionBody: a choice is text, whatever the column type)', () => {
  it('converts a number and a flag to text', () => {
    expect([chosenText(7), chosenText(false), chosenText('draft')]).to.deep.equal(['7', 'false', 'draft']);
  });

  it('returns undefined for empty values and lists', () => {
    expect([chosenText(null), chosenText(''), chosenText(['a'])]).to.deep.equal([undefined, undefined, undefined]);
  });

  it('returns every item of a list, and a single value as a list of one', () => {
    expect(chosenTexts([1, 'a', true])).to.deep.equal(['1', 'a', 'true']);
    expect(chosenTexts('web')).to.deep.equal(['web']);
    expect([...chosenTexts(null), ...chosenTexts('')]).to.deep.equal([]);
  });
});
