import { expect } from 'chai';
import { field } from '../testing/fields.js';
import { tabsOf } from './tabs.js';

describe('tabs of a form', () => {
  const inTab = (name: string, tab: string, area: 'primary' | 'secondary' = 'primary') => field(name, { tab, area });

  it('come in the order in which fields first name them, each with all its fields', () => {
    const tabs = tabsOf(
      [inTab('a', 'Text'), inTab('b', 'Place'), inTab('c', 'Text'), inTab('d', 'Side', 'secondary')],
      'primary',
    );
    expect(tabs.map(({ id, label, fields }) => [id, label, fields.map(({ name }) => name)])).to.deep.equal([
      ['text', 'Text', ['a', 'c']],
      ['place', 'Place', ['b']],
    ]);
  });

  it('have ids of their own, also where their names come to the same address or to none', () => {
    const tabs = tabsOf([inTab('a', 'A!'), inTab('b', 'A?'), inTab('c', '★')], 'primary');
    expect(tabs.map(({ id }) => id)).to.deep.equal(['a', 'a2', '3']);
  });
});
