import { expect } from 'chai';
import type { TableColumn } from './column-widths.js';
import { boundedWidth, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, widthsOf } from './column-widths.js';

const column = (name: string, more: Partial<TableColumn> = {}): TableColumn =>
  ({ name, label: name, type: 'text', multiple: false, ...more }) as TableColumn;

function widths(columns: readonly TableColumn[], locale = 'en-GB') {
  return Object.fromEntries(widthsOf(columns, { name: 'title', withChecks: false, withMenus: false, locale }).columns);
}

/** The fixed part of a width, which may also have a share of the place that is left over. */
const pixelsOf = (width = '') => Number(/[\d.]+/.exec(width)?.[0]);

describe('widths of columns (AD-206)', () => {
  it('have room for the longest date of the language and of the format', () => {
    const at = column('at', { type: 'datetime' });
    const [british, american] = ['en-GB', 'en-US'].map((locale) => pixelsOf(widths([at], locale)['at']));
    expect(american).to.be.greaterThan(british ?? 0);
    expect(pixelsOf(widths([{ ...at, format: 'l, j F Y, H:i' }])['at'])).to.be.greaterThan(american ?? 0);
  });

  it('are at least as wide as the heading', () => {
    const [short, long] = ['n', 'A rather long heading'].map((label) =>
      widths([column('n', { type: 'switch', label })]),
    );
    expect(pixelsOf(long?.['n'])).to.be.greaterThan(pixelsOf(short?.['n']));
  });

  it('have room for the longest choice, and for the arrow of one that can be changed', () => {
    const options = [{ value: 'a', label: 'A rather long choice' }];
    const change = { field: 'state', options };
    const [none, long, changed] = [{}, { options }, { options, change }].map((more) =>
      pixelsOf(widths([column('state', { type: 'selectable', ...more })])['state']),
    );
    expect(long).to.be.greaterThan(none ?? 0);
    expect(changed).to.be.greaterThan(long ?? 0);
  });

  it('give what is left over to the name and to texts', () => {
    const shared = widths([column('title'), column('text'), column('at', { type: 'date' })]);
    expect(shared['title']).to.match(/\* 3 \/ 6\)$/);
    expect(shared['text']).to.match(/\* 3 \/ 6\)$/);
    expect(shared['at']).to.match(/^\d+px$/);
  });

  it('stay as chosen, except the last one if all are chosen', () => {
    const shared = widths([column('title', { chosenWidth: 300 }), column('text', { chosenWidth: 90 })]);
    expect(shared['title']).to.equal('300px');
    expect(shared['text']).to.match(/^calc\(90px .*\* 1 \/ 1\)$/);
  });

  it('stay as the YAML says, as parts of the place', () => {
    expect(widths([column('title'), column('text', { width: '25%' })])['text']).to.equal('25cqi');
  });

  it('are bounded when a user drags', () => {
    expect([3, 99.6, 9999].map(boundedWidth)).to.deep.equal([MIN_COLUMN_WIDTH, 100, MAX_COLUMN_WIDTH]);
  });
});
