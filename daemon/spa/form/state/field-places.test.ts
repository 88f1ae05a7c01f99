import { expect } from 'chai';
import { field, trigger } from '../testing/fields.js';
import { errorPlaces, tabsOf } from './field-places.js';
import { openForm, withErrors } from './form-state.js';

describe('tabs of a form', () => {
  const inTab = (name: string, tab: string, tabId: string, area: 'primary' | 'secondary' = 'primary') =>
    field(name, { tab, tabId, area });

  it('orders tabs by the first field that names them and collects the fields of each', () => {
    const tabs = tabsOf(
      [
        inTab('a', 'Text', 'text'),
        inTab('b', 'Ort', 'place'),
        inTab('c', 'Text', 'text'),
        inTab('d', 'Side', 'side', 'secondary'),
      ],
      'primary',
    );
    expect(tabs.map(({ id, label, fields }) => [id, label, fields.map(({ name }) => name)])).to.deep.equal([
      ['text', 'Text', ['a', 'c']],
      ['place', 'Ort', ['b']],
    ]);
  });

  it('keeps tabs apart that have the same label in this language (AD-460)', () => {
    const tabs = tabsOf([inTab('a', 'Texte', 'text'), inTab('b', 'Texte', 'texts')], 'primary');
    expect(tabs.map(({ id }) => id)).to.deep.equal(['text', 'texts']);
  });
});

describe("places of a form's errors", () => {
  const fields = [
    field('a', { area: 'primary', tab: 'One' }),
    field('b', { label: 'Bee', ...trigger('show', 'c') }),
    field('c', { type: 'checkbox' }),
    field('d', { hidden: true, label: null }),
    field('e', { type: 'section' }),
  ];
  const refused = (errors: Readonly<Record<string, readonly string[]>>) =>
    errorPlaces(withErrors(openForm(fields, 'create', undefined), errors));

  it('finds the first field with an error, regardless of the order in the answer', () => {
    expect(refused({ c: ['x'], a: ['y'] }).first?.name).to.equal('a');
  });

  it('lists errors that no visible field can show: unknown names, hidden fields, fields without a control', () => {
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
