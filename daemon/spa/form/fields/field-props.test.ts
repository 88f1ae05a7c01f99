import { expect } from 'chai';
import { openForm, withValue } from '../state/form-state.js';
import { field, kept } from '../testing/fields.js';
import { formAccess, isSameForField } from './field-props.js';

describe('form access of a field', () => {
  const fields = [
    kept('minutes', 'integer', { type: 'number' }),
    kept('format', 'string'),
    kept('layout', 'string', { type: 'dropdown', dependsOn: ['format'] }),
    field('reading', { type: 'widget', fill: ['minutes'] }),
  ];
  const nothing = () => undefined;
  const origin = {
    title: 'Edit post',
    controller: 'acme.blog.posts',
    recordId: '1',
    askOptions: () => Promise.reject(new Error('unasked')),
  };
  const state = openForm(fields, 'update', { minutes: 3, format: 'article', layout: null });
  const access = (of: typeof state) => formAccess(of, origin, { setValue: nothing, showErrors: nothing });

  it('returns values as the form would store them, not half-typed text', () => {
    expect(access(withValue(state, 'minutes', '12')).values).to.deep.include({ minutes: 12, format: 'article' });
  });

  it('reports a change only to fields that depend on the changed field', () => {
    const before = access(state);
    const after = access(withValue(state, 'format', 'video'));
    const filled = access(withValue(state, 'minutes', '4'));
    expect(fields.map((one) => isSameForField(one, before, after))).to.deep.equal([true, true, false, true]);
    expect(fields.map((one) => isSameForField(one, before, filled))).to.deep.equal([true, true, true, false]);
  });
});
