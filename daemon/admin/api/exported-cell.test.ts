import { expect } from 'chai';
import type { RowBody } from './answers.js';
import { exportedCell, exportedText } from './exported-cell.js';

const ZONE = 'America/Los_Angeles';

describe('values of an export (AD-274)', () => {
  const column = (name: string, more: object = {}) => ({ name, type: 'text', ...more });

  it('are those of the list: labels, the time zone of the reader, invalid ones as they are', () => {
    const row: RowBody = {
      id: '1',
      at: '2026-12-24T00:30:00Z',
      tags: ['a', 'b'],
      state: 'x',
      _invalid: { bad: 'raw' },
    };
    const options = [
      { value: 'w', label: 'Live' },
      { value: 'x', label: 'Draft' },
    ];
    const cell = (name: string, more = {}) => exportedCell(column(name, more), row, ZONE);
    expect(cell('at', { type: 'datetime' })).to.deep.equal({ kind: 'datetime', text: '2026-12-23 16:30:00' });
    expect(cell('at', { type: 'datetime', useTimezone: false })).to.deep.include({ text: '2026-12-24 00:30:00' });
    expect(cell('at', { type: 'date' })).to.deep.equal({ kind: 'date', text: '2026-12-23' });
    expect(cell('at', { type: 'time' })).to.deep.equal({ kind: 'time', text: '16:30:00' });
    expect(cell('tags', { type: 'relation' })).to.deep.equal({ kind: 'text', text: 'a, b' });
    expect(cell('state', { type: 'selectable', options })).to.deep.equal({ kind: 'text', text: 'Draft' });
    expect(cell('bad')).to.deep.equal({ kind: 'text', text: 'raw' });
    expect(cell('none')).to.deep.equal({ kind: 'empty' });
  });

  it('have a label for each stored choice that has one, also in a list, and spaces for none', () => {
    const options = [
      { value: '1', label: 'One' },
      { value: '2', label: 'Two' },
    ];
    const shown = (value: unknown, type = 'selectable') =>
      exportedCell(column('v', { type, options }), { id: '1', v: value }, ZONE);
    expect(shown('3')).to.deep.equal({ kind: 'text', text: '3' });
    expect(shown(2)).to.deep.equal({ kind: 'text', text: 'Two' });
    expect(shown('2', 'colorpicker')).to.deep.equal({ kind: 'text', text: 'Two' });
    expect(shown('2', 'text')).to.deep.equal({ kind: 'text', text: '2' });
    expect(shown(['1', null, '3', ''], 'text')).to.deep.equal({ kind: 'text', text: 'One, , 3, ' });
    for (const empty of [null, '', []]) expect(shown(empty)).to.deep.equal({ kind: 'empty' });
    // A choice for nothing has no label in the list either.
    const none = column('v', { type: 'selectable', options: [{ value: '', label: 'None' }] });
    expect(exportedCell(none, { id: '1', v: [null, 'x'] }, ZONE)).to.deep.equal({ kind: 'text', text: ', x' });
  });

  it('are numbers and truth values for a spreadsheet, if they are some', () => {
    const shown = (value: unknown, type: string) => exportedCell(column('v', { type }), { id: '1', v: value }, ZONE);
    expect(shown('12.50', 'number')).to.deep.equal({ kind: 'number', text: '12.50' });
    expect(shown('many', 'number')).to.deep.equal({ kind: 'text', text: 'many' });
    expect(shown(7, 'text')).to.deep.equal({ kind: 'number', text: '7' });
    expect(shown('7', 'text')).to.deep.equal({ kind: 'text', text: '7' });
    for (const on of [true, 1, '1']) expect(shown(on, 'switch')).to.deep.equal({ kind: 'bool', isOn: true });
    for (const off of [false, 0, '0', 'x']) expect(shown(off, 'switch')).to.deep.equal({ kind: 'bool', isOn: false });
    const words = { on: 'Yes', off: 'No' };
    expect(exportedText(shown(1, 'switch'), words)).to.equal('Yes');
    expect(exportedText(shown(null, 'switch'), words)).to.equal('');
    expect(shown(12, 'number')).to.deep.equal({ kind: 'number', text: '12' });
    expect(shown('7', 'number')).to.deep.equal({ kind: 'number', text: '7' });
  });

  it('are texts if a moment cannot be read, and moments otherwise', () => {
    const shown = (type: string, value: unknown) => exportedCell(column('v', { type }), { id: '1', v: value }, ZONE);
    for (const text of [
      'someday',
      '1 May 2026',
      'at 2026-12-24T00:30:00Z',
      '2026-13-40T00:00:00Z',
      // No spreadsheet has years after 9999.
      '+012026-12-24T00:30:00Z',
      '2026-12-24 00:30:00',
      'on 2026-12-24',
      '25:00',
      'at 23:59',
    ]) {
      expect(shown('datetime', text), text).to.deep.equal({ kind: 'text', text });
    }
    for (const text of ['23:59', '23:59:00', '23:59:00.123456']) {
      expect(shown('time', text), text).to.deep.equal({ kind: 'time', text: '23:59:00' });
    }
    expect(shown('timesince', '2026-12-24')).to.deep.equal({ kind: 'date', text: '2026-12-24' });
    expect(shown('timesince', '2026-12-24T00:30:00Z')).to.deep.equal({ kind: 'datetime', text: '2026-12-23 16:30:00' });
  });

  it('have dates and times of a day as they are, in every zone and century', () => {
    const shown = (type: string, value: unknown) =>
      exportedText(exportedCell(column('v', { type }), { id: '1', v: value }, ZONE), { on: 'Yes', off: 'No' });
    expect(shown('date', '0005-02-28')).to.equal('0005-02-28');
    expect(shown('time', '23:59')).to.equal('23:59:00');
    expect(shown('time', '23:59:58.25')).to.equal('23:59:58');
    expect(shown('datetime', '1970-01-01T00:00:00.750Z')).to.equal('1969-12-31 16:00:00');
    expect(shown('timesince', '2026-12-24')).to.equal('2026-12-24');
    expect(shown('datetime', 'someday')).to.equal('someday');
    expect(shown('switch', false)).to.equal('No');
    expect(shown('number', '12.50')).to.equal('12.50');
  });
});
