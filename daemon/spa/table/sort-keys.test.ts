import { expect } from 'chai';
import { nextSort } from './sort-keys.js';

describe('sorting a list (AD-65)', () => {
  it('goes from ascending to descending to the list’s own', () => {
    expect(nextSort('-date', '-date', 'title', false)).to.equal('title');
    expect(nextSort('title', '-date', 'title', false)).to.equal('-title');
    expect(nextSort('-title', '-date', 'title', false)).to.equal('');
  });

  it('turns a column that the list is sorted by itself, and leaves its own order out', () => {
    expect(nextSort('-date', '-date', 'date', false)).to.equal('date');
    expect(nextSort('date', '-date', 'date', false)).to.equal('');
    expect(nextSort('name', 'name', 'name', false)).to.equal('-name');
    expect(nextSort('-name', 'name', 'name', false)).to.equal('');
  });

  it('another column replaces the ones before', () => {
    expect(nextSort('a,-b', '', 'c', false)).to.equal('c');
  });

  it('adds, turns and removes further columns', () => {
    expect(nextSort('a', '', 'b', true)).to.equal('a,b');
    expect(nextSort('a,b', '', 'b', true)).to.equal('a,-b');
    expect(nextSort('a,-b', '', 'b', true)).to.equal('a');
    expect(nextSort('-a', '', 'a', true)).to.equal('');
  });

  it('takes no more than the API does', () => {
    expect(nextSort('a,b,c,d,e', '', 'f', true)).to.equal('a,b,c,d,e');
  });
});
