import { expect } from 'chai';
import { nextSort } from './sort-keys.js';

describe('sorting a list (AD-65)', () => {
  it("cycles from ascending to descending to the list's own order", () => {
    expect(nextSort('-date', '-date', 'title', false)).to.equal('title');
    expect(nextSort('title', '-date', 'title', false)).to.equal('-title');
    expect(nextSort('-title', '-date', 'title', false)).to.equal('');
  });

  it('reverses a column of the default order and leaves out that order', () => {
    expect(nextSort('-date', '-date', 'date', false)).to.equal('date');
    expect(nextSort('date', '-date', 'date', false)).to.equal('');
    expect(nextSort('name', 'name', 'name', false)).to.equal('-name');
    expect(nextSort('-name', 'name', 'name', false)).to.equal('');
  });

  it('replaces the previous sort column', () => {
    expect(nextSort('a,-b', '', 'c', false)).to.equal('c');
  });

  it('adds, reverses and removes further columns', () => {
    expect(nextSort('a', '', 'b', true)).to.equal('a,b');
    expect(nextSort('a,b', '', 'b', true)).to.equal('a,-b');
    expect(nextSort('a,-b', '', 'b', true)).to.equal('a');
    expect(nextSort('-a', '', 'a', true)).to.equal('');
  });

  it('adds no more columns than the API accepts', () => {
    expect(nextSort('a,b,c,d,e', '', 'f', true)).to.equal('a,b,c,d,e');
  });
});
