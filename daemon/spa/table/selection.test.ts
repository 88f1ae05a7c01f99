import { expect } from 'chai';
import { NOTHING_SELECTED, pageState, togglePage, toggleRow } from './selection.js';

const PAGE = ['1', '2', '3', '4', '5'];

describe('checked rows', () => {
  it('checks a row on a click and unchecks it on another', () => {
    const once = toggleRow(NOTHING_SELECTED, PAGE, '2', false);
    expect([...once.ids]).to.deep.equal(['2']);
    expect([...toggleRow(once, PAGE, '2', false).ids]).to.deep.equal([]);
  });

  it('selects a range from the last clicked row in either direction, both ends included', () => {
    const from = toggleRow(NOTHING_SELECTED, PAGE, '4', false);
    expect([...toggleRow(from, PAGE, '2', true).ids].sort()).to.deep.equal(['2', '3', '4']);
    const first = toggleRow(NOTHING_SELECTED, PAGE, '1', false);
    expect([...toggleRow(first, PAGE, '3', true).ids].sort()).to.deep.equal(['1', '2', '3']);
  });

  it('unchecks a range', () => {
    const all = togglePage(NOTHING_SELECTED, PAGE);
    const anchored = toggleRow(all, PAGE, '2', false);
    expect([...toggleRow(anchored, PAGE, '4', true).ids]).to.deep.equal(['1', '5']);
  });

  it('selects only the row if the range starts on another page', () => {
    const other = toggleRow(NOTHING_SELECTED, ['9'], '9', false);
    expect([...toggleRow(other, PAGE, '3', true).ids]).to.deep.equal(['9', '3']);
  });

  it('checks and unchecks the whole page and keeps the selection of other pages', () => {
    const other = toggleRow(NOTHING_SELECTED, ['9'], '9', false);
    const all = togglePage(other, PAGE);
    expect(pageState(all, PAGE)).to.equal('all');
    expect([...togglePage(all, PAGE).ids]).to.deep.equal(['9']);
  });

  it('checks the whole page if only part of it is checked', () => {
    const some = toggleRow(NOTHING_SELECTED, PAGE, '2', false);
    expect(pageState(some, PAGE)).to.equal('some');
    expect(pageState(togglePage(some, PAGE), PAGE)).to.equal('all');
  });

  it('reports an empty page as not checked', () => expect(pageState(NOTHING_SELECTED, [])).to.equal('none'));
});
