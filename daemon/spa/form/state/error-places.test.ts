import { expect } from 'chai';
import { field, trigger } from '../testing/fields.js';
import { errorPlaces } from './error-places.js';
import { openForm, withErrors } from './form-state.js';

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
