import { expect } from 'chai';
import { field, trigger } from '../testing/fields.js';
import { emptied, meets, triggerEffect } from './triggers.js';

describe('triggers of form fields (AD-211)', () => {
  it('reads ticked and unticked from every column type', () => {
    for (const value of [true, 1, '1', ['a']]) expect(meets({ kind: 'checked' }, value), String(value)).to.equal(true);
    for (const value of [false, 0, '', null, [], '0']) {
      expect(meets({ kind: 'checked' }, value), String(value)).to.equal(false);
      expect(meets({ kind: 'unchecked' }, value), String(value)).to.equal(true);
    }
  });

  it('compares values as text and treats a field without a choice as empty', () => {
    const one = { kind: 'value', values: ['2', ''] } as const;
    for (const value of [2, '2', ['1', '2'], null, '', []]) expect(meets(one, value), String(value)).to.equal(true);
    for (const value of [3, '22', ['1'], true]) expect(meets(one, value), String(value)).to.equal(false);
    expect(meets({ kind: 'value', values: ['1'] }, true)).to.equal(true);
    expect(meets({ kind: 'value', values: ['0'] }, false)).to.equal(true);
  });

  it('shows, hides, enables and disables while the condition is met', () => {
    const effect = (actions: string, on: boolean) => triggerEffect(field('a', trigger(actions, 'b')), { b: on });
    expect(effect('show', true)).to.deep.equal({ isHidden: false, isDisabled: false });
    expect(effect('show', false)).to.deep.equal({ isHidden: true, isDisabled: false });
    expect(effect('hide', true)).to.deep.equal({ isHidden: true, isDisabled: false });
    expect(effect('enable', false)).to.deep.equal({ isHidden: false, isDisabled: true });
    expect(effect('disable', true)).to.deep.equal({ isHidden: false, isDisabled: true });
    expect(effect('hide|disable', true)).to.deep.equal({ isHidden: true, isDisabled: true });
  });

  it('treats a field that is not on the form as empty', () => {
    expect(triggerEffect(field('a', trigger('show', 'gone', 'x')), {}).isHidden).to.equal(true);
    expect(triggerEffect(field('a', trigger('hide', 'gone', '')), {}).isHidden).to.equal(true);
  });

  it('empties a field when a change meets the condition, but not if it was met before', () => {
    const fields = [field('day'), field('time', trigger('disable|empty', 'day', ''))];
    const cleared = emptied(fields, { day: '2026-01-01', time: '12:00' }, { day: null, time: '12:00' });
    expect(cleared).to.deep.equal({ day: null, time: null });
    const untouched = { day: null, time: '12:00' };
    expect(emptied(fields, untouched, { ...untouched, other: 1 })).to.deep.equal({ ...untouched, other: 1 });
  });

  it('empties fields along a chain, each to the blank of its type', () => {
    const fields = [
      field('c', trigger('empty', 'b', '')),
      field('b', trigger('empty', 'a', '')),
      field('d', trigger('empty', 'c', '')),
      field('list', trigger('empty', 'd', '')),
      field('flag', trigger('empty', 'd', '')),
    ];
    const before = { a: 'x', b: 'x', c: 'x', d: 'x', list: ['x'], flag: true };
    const after = emptied(fields, before, { ...before, a: '' });
    expect(after).to.deep.equal({ a: '', b: null, c: null, d: null, list: [], flag: false });
  });

  it('terminates if triggers form a cycle', () => {
    const fields = [field('a', trigger('empty', 'b', '')), field('b', trigger('empty', 'a', ''))];
    expect(emptied(fields, { a: 'x', b: 'x' }, { a: '', b: 'x' })).to.deep.equal({ a: '', b: null });
  });
});
