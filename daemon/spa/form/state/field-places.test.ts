import { expect } from 'chai';
import { field, trigger } from '../testing/fields.js';
import { errorPlaces, tabsOf } from './field-places.js';
import { openForm, withErrors } from './form-state.js';

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

describe('where the errors of a form are seen', () => {
  const fields = [
    field('a', { area: 'primary', tab: 'One' }),
    field('b', { label: 'Bee', ...trigger('show', 'c') }),
    field('c', { type: 'checkbox' }),
    field('d', { hidden: true, label: null }),
    field('e', { type: 'section' }),
  ];
  const refused = (errors: Readonly<Record<string, readonly string[]>>) =>
    errorPlaces(withErrors(openForm(fields, 'create', undefined), errors));

  it('leads to the first field that shows one, whatever the order of the answer', () => {
    expect(refused({ c: ['x'], a: ['y'] }).first?.name).to.equal('a');
  });

  it('says elsewhere what no field on the screen shows: unknown names, hidden fields, what has no control', () => {
    const { first, elsewhere } = refused({ _version: ['v'], b: ['bad'], d: ['bad'], e: ['bad'] });
    expect(first).to.equal(undefined);
    expect(elsewhere).to.deep.equal([
      { label: undefined, errors: ['v'] },
      { label: 'Bee', errors: ['bad'] },
      { label: undefined, errors: ['bad'] },
      { label: 'e', errors: ['bad'] },
    ]);
  });
});
