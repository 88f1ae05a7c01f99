import { expect } from 'chai';
import { MAX_EXPORTED_TEXT } from '../api/limits.js';
import type { ReadCell } from '../model/column.js';
import type { RelatedItem, RelationValue } from '../model/record.js';
import { isImportable } from '../model/schema/importable.js';
import { permittedLists, SelectionBuilder } from '../schema/permitted/list.js';
import { SUPERUSER } from '../testing/asking.js';
import { column, compileSmall, CONTROLLER, MODELS, pluginFiles, REGISTRATION } from '../testing/small-plugin.js';
import { guessMapping } from './import/mapping.js';
import type { ReadRow } from './import/read-rows.js';
import { exportedRelation, renderingsOf, touchedOnly } from './untouched-cells.js';

const READING = { decimal: '.', locale: 'en', timeZone: 'America/Los_Angeles', yes: 'Yes', no: 'No' } as const;

const models = REGISTRATION.models.map((model) => ({
  ...model,
  columns: [...model.columns, column('opens_at', 'time', { nullable: true }), column('live', 'bool')],
}));
const { list, form } = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_import_export.yaml`]: 'import: {}',
    [`${MODELS}/post/columns.yaml`]: [
      'columns:',
      '  title: { label: Headline }',
      '  short: { label: Short, type: summary, valueFrom: slug }',
      '  published_at: { label: Published, type: datetime }',
      '  on_day: { label: On day, type: date, valueFrom: published_at }',
      '  on_time: { label: On time, type: time, valueFrom: published_at }',
      '  utc: { label: UTC, type: datetime, valueFrom: published_at, useTimezone: false }',
      '  tags: { label: Keywords, type: relation }',
      '  tag_count: { label: Number of tags, relation: tags, relationCount: true }',
      '  day: { label: The day, type: date }',
      '  opens_at: { label: Opens, type: time }',
      '  live: { label: Live, type: switch }',
      '  status: { label: Phase, type: selectable, options: { draft: Not yet } }',
      '  settings: { label: Words }',
    ].join('\n'),
    [`${MODELS}/post/fields.yaml`]: [
      'fields:',
      '  title: { label: Title }',
      '  slug: { label: Slug }',
      '  published_at: { label: At, type: datepicker, mode: datetime }',
      '  tags: { label: Tags, type: relation }',
      '  day: { type: datepicker, mode: date }',
      '  opens_at: { type: datepicker, mode: time }',
      '  live: { type: switch }',
      '  status: { type: dropdown, options: { draft: Not yet, live: Live } }',
      '  settings: { type: taglist }',
    ].join('\n'),
  }),
  { ...REGISTRATION, models },
).schema.controllers.get('acme.blog.posts')!;

const FIELDS = form!.fields.filter(isImportable);
const LIST = permittedLists.get(list!, SUPERUSER.permissions);
const say = ({ source }: { readonly source: string }) => source;

type Stored = ReadCell | { readonly items: readonly (string | ReadCell)[]; readonly hasMore?: boolean };

/** The fate of a cell below a heading of a file that fills a field: untouched, changed, or the rule of its problem. */
function fateOf(field: string, heading: string, stored: Stored, text: string): string {
  const mapped = FIELDS.find(({ name }) => name === field)!;
  const selection = new SelectionBuilder();
  const renderings = renderingsOf([mapped], [heading], LIST, say, selection);
  const { columns, relations } = selection.build();
  const items = 'items' in stored ? stored.items.map((value, id): RelatedItem => item(String(id), value)) : [];
  const record = {
    id: '1',
    cells: columns.map((): ReadCell => ('items' in stored ? { kind: 'null' } : stored)),
    relations: relations.map(({ kind }): RelationValue =>
      kind === 'count'
        ? { kind, count: items.length }
        : { kind, items, hasMore: 'items' in stored && stored.hasMore === true },
    ),
  };
  const row: ReadRow = { number: 2, texts: [text], values: { [field]: text }, problems: [], shown: [text] };
  const { values, problems } = touchedOnly(row, record, renderings, READING);
  return problems[0]?.problem.rule ?? (field in values ? 'changed' : 'untouched');
}

function item(id: string, value: string | ReadCell): RelatedItem {
  return { id, value: typeof value === 'string' ? { kind: 'string', value } : value };
}

const text = (value: string): ReadCell => ({ kind: 'string', value });
const at = (iso: string): ReadCell => ({ kind: 'timestamp', value: Date.parse(iso) });

describe('cells of a file that are untouched (AD-540)', () => {
  it('show an instant to the second, also where clocks show a time twice', () => {
    // 01:30 for the second time.
    const stored = at('2026-11-01T09:30:15.750Z');
    const fate = (given: string) => fateOf('published_at', 'Published', stored, given);
    expect(fate('2026-11-01 01:30:15')).to.equal('untouched');
    // As spreadsheets write it in English.
    expect(fate('11/1/2026 1:30:15')).to.equal('untouched');
    expect(fate('11/1/2026 1:30')).to.equal('untouched');
    for (const given of ['2026-11-01 01:30:00', '2026-11-01 01:31', '2026-11-01', 'x']) {
      expect(fate(given), given).to.equal('changed');
    }
  });

  it('show the day of an instant, which cannot be changed without its time', () => {
    const stored = at('2026-11-01T09:30:00Z');
    expect(fateOf('published_at', 'On day', stored, '2026-11-01')).to.equal('untouched');
    expect(fateOf('published_at', 'On day', stored, '2026-11-02')).to.equal('import_partial');
    expect(fateOf('published_at', 'On time', stored, '01:30:00')).to.equal('untouched');
    for (const given of ['01:30:01', 'x']) {
      expect(fateOf('published_at', 'On time', stored, given), given).to.equal('import_partial');
    }
    expect(fateOf('published_at', 'UTC', stored, '2026-11-01 09:30:00')).to.equal('untouched');
    expect(fateOf('published_at', 'UTC', stored, '2026-11-01 10:30:00')).to.equal('import_partial');
    // There is nothing to lose, and a file of one's own has a heading of its own.
    expect(fateOf('published_at', 'On day', { kind: 'null' }, '2026-11-02')).to.equal('changed');
    expect(fateOf('published_at', 'When', stored, '2026-11-02')).to.equal('changed');
    expect(fateOf('published_at', 'When', stored, '2026-11-01')).to.equal('untouched');
  });

  it('show the beginning of a long text, which cannot be changed without the rest', () => {
    const long = text('x'.repeat(MAX_EXPORTED_TEXT + 1));
    const cut = 'x'.repeat(MAX_EXPORTED_TEXT);
    expect(fateOf('title', 'Headline', long, cut)).to.equal('untouched');
    expect(fateOf('title', 'Headline', long, `${cut.slice(1)}y`)).to.equal('import_partial');
    expect(fateOf('title', 'Text', long, 'new')).to.equal('changed');
    expect(fateOf('title', 'Headline', text(cut), 'new')).to.equal('changed');
    expect(fateOf('title', 'Headline', { kind: 'invalid', raw: 'raw' }, 'raw')).to.equal('untouched');
    const json = JSON.stringify(['x'.repeat(MAX_EXPORTED_TEXT), 'y']);
    const words = (given: string) => fateOf('settings', 'Words', { kind: 'json', value: json }, given);
    expect([words(json.slice(0, MAX_EXPORTED_TEXT)), words('x, y')]).to.deep.equal(['untouched', 'import_partial']);
    expect(fateOf('settings', 'Words', { kind: 'json', value: '["x","y"]' }, 'x, y')).to.equal('untouched');
  });

  it('show dates and times of a day, which people write in the way of their language', () => {
    const day = (given: string) => fateOf('day', 'The day', { kind: 'date', value: '2026-02-28' }, given);
    expect([day('2026-02-28'), day('2/28/2026'), day('2/27/2026')]).to.deep.equal([
      ...['untouched', 'untouched', 'changed'],
    ]);
    const time = (value: string, given: string) => fateOf('opens_at', 'Opens', { kind: 'time', value }, given);
    expect([time('10:00:00', '10:00'), time('22:00:00', '10 pm')]).to.deep.equal(['untouched', 'untouched']);
    expect([time('10:00:15', '10:00:15'), time('10:00:15', '10:00')]).to.deep.equal(['untouched', 'changed']);
  });

  it('show truth values and choices in words', () => {
    const live = (given: string) => fateOf('live', 'Live', { kind: 'bool', value: true }, given);
    expect([live('Yes'), live('No'), live('x')]).to.deep.equal(['untouched', 'changed', 'changed']);
    const phase = (given: string) => fateOf('status', 'Phase', text('draft'), given);
    expect([phase('Not yet'), phase('Live')]).to.deep.equal(['untouched', 'changed']);
  });

  it('show a rich text without its marks', () => {
    expect(fateOf('slug', 'Short', text('<p>A <b>bold</b> word</p>'), 'A bold word')).to.equal('untouched');
    expect(fateOf('slug', 'Short', text('<p>A <b>bold</b> word</p>'), 'A cold word')).to.equal('import_partial');
    expect(fateOf('slug', 'Short', text('A word'), 'A cold word')).to.equal('changed');
    expect(fateOf('slug', 'Short', { kind: 'null' }, 'A word')).to.equal('changed');
    // Other columns show the marks too.
    expect(fateOf('title', 'Headline', text('<p>A word</p>'), 'A cold word')).to.equal('changed');
  });

  it('show related records by their names, in which there may be commas', () => {
    const stored = { items: ['a, b', 'c'] };
    expect(fateOf('tags', 'Keywords', stored, 'a, b, c')).to.equal('untouched');
    expect(fateOf('tags', 'Keywords', stored, 'c')).to.equal('changed');
    expect(fateOf('tags', 'Keywords', { ...stored, hasMore: true }, 'a, b, c')).to.equal('untouched');
    expect(fateOf('tags', 'Keywords', { ...stored, hasMore: true }, 'c')).to.equal('import_partial');
  });

  it('show only a part of related records by their number, by long names, and by many', () => {
    expect(fateOf('tags', 'Number of tags', { items: ['a', 'b'] }, '2')).to.equal('untouched');
    expect(fateOf('tags', 'Number of tags', { items: ['a', 'b'] }, '3')).to.equal('import_partial');
    const cut = { items: ['a', { kind: 'truncated', text: 'b' }] } as const;
    expect(fateOf('tags', 'Keywords', cut, 'a, b…')).to.equal('untouched');
    expect(fateOf('tags', 'Keywords', cut, 'a')).to.equal('import_partial');
    const many = { items: Array<string>(40).fill('x'.repeat(1000)) };
    expect(fateOf('tags', 'Keywords', many, 'x')).to.equal('import_partial');
  });

  it('leave a row as it is but for its untouched cells', () => {
    const [title, slug] = ['title', 'slug'].map((name) => FIELDS.find((field) => field.name === name)!);
    const selection = new SelectionBuilder();
    const headings = ['Headline', 'Nothing', 'Other', 'Short'];
    const renderings = renderingsOf([title, undefined, undefined, slug], headings, LIST, say, selection);
    const record = { id: '1', cells: [text('A\r\nB'), text('x'.repeat(MAX_EXPORTED_TEXT + 1))], relations: [] };
    const required = { rule: 'required' } as const;
    const row: ReadRow = {
      number: 7,
      // The second column is ignored, though it shows the same.
      texts: ['A\nB', 'A\nB', 'ignored too', ' '],
      values: { title: 'A\nB', status: 'draft' },
      problems: [0, 1, null].map((at) => ({ column: at, problem: required })),
      shown: [null, null, 'shown', null],
    };
    expect(touchedOnly(row, record, renderings, READING)).to.deep.equal({
      ...row,
      values: { status: 'draft' },
      problems: [1, null].map((at) => ({ column: at, problem: required })),
      shown: ['A\nB', null, 'shown', null],
    });
    const changed = { ...row, texts: ['C', '', '', ''] };
    expect(touchedOnly(changed, record, renderings, READING)).to.deep.equal(changed);
  });

  it('are exported with all related records for which a form has room', () => {
    const selected = LIST.columns.flatMap(({ column: { source } }) =>
      source.kind === 'relation' ? [source.selection] : [],
    );
    expect(selected.map((one) => (one.kind === 'related' ? one.limit : one.kind))).to.deep.equal([10, 'count']);
    const exported = selected.map(exportedRelation);
    expect(exported.map((one) => (one.kind === 'related' ? one.limit : one.kind))).to.deep.equal([1000, 'count']);
    expect(exported[1]).to.deep.equal(selected[1]);
    const one = {
      kind: 'related',
      relation: REGISTRATION.controllers[0]!.relations[0]!,
      column: LIST.schema.model.columns[0]!,
      limit: 1,
    } as const;
    expect(exportedRelation(one)).to.deep.equal(one);
  });

  it('have other ends of lines after a spreadsheet', () => {
    expect(fateOf('title', 'Headline', text('a\r\nb\rc'), 'a\nb\nc')).to.equal('untouched');
    expect(fateOf('title', 'Headline', text('a\nb'), 'a b')).to.equal('changed');
  });

  it('are mapped by the heading of the list only if it shows the whole value (AD-540)', () => {
    const headings = ['Headline', 'Short', 'On day', 'UTC', 'Keywords', 'Number of tags', 'Published', 'Opens'];
    expect(guessMapping(headings, FIELDS, LIST, say).map((field) => field?.name)).to.deep.equal([
      ...['title', undefined, undefined, undefined, 'tags', undefined, 'published_at', 'opens_at'],
    ]);
  });
});
