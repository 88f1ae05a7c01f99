import { expect } from 'chai';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_IMPORT_TEXT } from '../../api/limits.js';
import type { ColumnType } from '../../model/column.js';
import type { ImportableField } from '../../model/schema/importable.js';
import { column } from '../../testing/small-plugin.js';
import type { FindChoice } from './field-values.js';
import { readRows } from './read-rows.js';

const READING = { decimal: '.', locale: 'en', timeZone: 'UTC', yes: 'Ja', no: 'Nein' } as const;

function field(name: string, type: ColumnType): ImportableField {
  const binding = { kind: 'column', column: column(name, type) } as const;
  return { name, binding, rules: { required: false }, view: { label: null } };
}

const [TITLE, LIVE, VIEWS, STATUS] = [
  field('title', 'string'),
  field('live', 'bool'),
  field('views', 'integer'),
  field('status', 'string'),
];
const findStatus: FindChoice = (text) => (text === 'Draft' ? { value: 'd' } : { rule: 'import_choice' });
const HEADINGS = ['Title', 'Live', 'Other', 'Views', 'Status'];
const MAPPING = [TITLE, LIVE, undefined, VIEWS, STATUS];

function read(...rows: readonly (readonly string[])[]) {
  const file = {
    separator: ',',
    encoding: 'utf-8',
    headings: HEADINGS,
    rows: rows.map((cells, index) => ({ number: index + 2, cells })),
  } as const;
  return readRows(file, MAPPING, new Map([[STATUS, findStatus]]), READING);
}

describe('the rows of a file as values of fields (AD-388, AD-389)', () => {
  it('have the value of each mapped cell, and what the reader sees of it', async () => {
    const [row] = await read(['One', 'ja', 'ignored', '1,000', 'Draft']);
    expect(row).to.deep.equal({
      number: 2,
      texts: ['One', 'ja', 'ignored', '1,000', 'Draft'],
      values: Object.assign(Object.create(null) as object, { title: 'One', live: true, views: '1000', status: 'd' }),
      problems: [],
      shown: ['One', 'Ja', null, '1000', 'Draft'],
    });
    const [no] = await read(['', 'no']);
    expect(no).to.deep.include({ texts: ['', 'no', '', '', ''], shown: [null, 'Nein', null, null, null] });
  });

  it('leave out blank cells, and keep the spaces of a text', async () => {
    const [row] = await read([' a ', '', '', ' \t', '']);
    expect(Object.entries(row!.values)).to.deep.equal([['title', ' a ']]);
    expect(row!.problems).to.deep.equal([]);
  });

  it('take off the apostrophe with which an export keeps a spreadsheet from calculating', async () => {
    const [row] = await read(["'=1+1", '', "'-x"]);
    expect([row!.values['title'], row!.texts]).to.deep.equal(['=1+1', ['=1+1', '', '-x', '', '']]);
  });

  it('have a problem for each cell that cannot be read, which is not shown', async () => {
    const [row] = await read(['x', 'maybe', '', 'many', 'Gone']);
    expect(row!.problems).to.deep.equal([
      { column: 1, problem: { rule: 'import_bool', parameters: { yes: 'Ja', no: 'Nein' } } },
      { column: 3, problem: { rule: 'import_number', parameters: { sign: '.' } } },
      { column: 4, problem: { rule: 'import_choice' } },
    ]);
    expect(row!.shown).to.deep.equal(['x', null, null, null, null]);
    expect(Object.keys(row!.values)).to.deep.equal(['title']);
  });

  it('have a problem for a text that is longer than a cell of a spreadsheet can be', async () => {
    const [longest, longer] = await read(['x'.repeat(MAX_IMPORT_TEXT)], ['x'.repeat(MAX_IMPORT_TEXT + 1)]);
    expect(longest!.problems).to.deep.equal([]);
    const problem = { rule: 'import_text', parameters: { maximum: MAX_IMPORT_TEXT } };
    expect(longer!.problems).to.deep.equal([{ column: 0, problem }]);
  });

  it('have a problem for cells behind the last heading, unless they are blank', async () => {
    const full = ['a', '', '', '', ''];
    const rows = await read([...full, '', ' '], [...full, '', 'x'], full);
    const problem = { rule: 'import_cells', parameters: { maximum: 5 } };
    expect(rows.map(({ problems }) => problems)).to.deep.equal([[], [{ column: null, problem }], []]);
    expect(rows[1]!.texts).to.have.length(5);
  });

  it('leave turns to other requests, about one for a hundred rows', async () => {
    let [turns, isRead] = [0, false];
    const others = (async () => {
      for (; !isRead; turns += 1) await nextTurn();
    })();
    await read(...Array.from({ length: 1000 }, () => ['t']));
    isRead = true;
    await others;
    expect(turns).to.be.within(5, 20);
  });

  it('are read in their order, however many there are', async () => {
    const rows = await read(...Array.from({ length: 250 }, (_, n) => [`t${n}`]));
    expect(rows.map(({ number, values }) => `${number} ${String(values['title'])}`)).to.deep.equal(
      Array.from({ length: 250 }, (_, n) => `${n + 2} t${n}`),
    );
  });
});
