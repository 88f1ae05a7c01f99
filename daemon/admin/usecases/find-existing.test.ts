import { expect } from 'chai';
import { AdminError } from '../api/errors.js';
import type { Cell } from '../model/column.js';
import type { AdminRecord, RecordPage } from '../model/record.js';
import type { Bulk, Walk } from '../ports/bulk.js';
import { planImport } from '../records/import/plan.js';
import type { ReadRow } from '../records/import/read-rows.js';
import { permittedForms } from '../schema/permitted/form.js';
import { permittedLists } from '../schema/permitted/list.js';
import { SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { findExisting } from './find-existing.js';
import type { Wanted } from './row-writes.js';
import { keyText } from './row-writes.js';

const { list, form } = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_import_export.yaml`]: 'import: { updateBy: [slug, id] }',
    [`${MODELS}/post/columns.yaml`]: `
columns:
  title: { label: Title }
  author: { label: Author, relation: author, select: name }`,
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  slug: { label: Slug }
  status: { label: Status, readOnly: true }
  author: { type: relation, label: Author }
  tags: { type: relation, label: Tags }`,
  }),
).schema.controllers.get('acme.blog.posts')!;

const FORMS = permittedForms.get(form!, SUPERUSER.permissions);
const TARGET = { caller: SUPERUSER.caller, controller: 'acme.blog.posts' };
const READING = { decimal: '.', locale: 'en', timeZone: 'UTC', yes: 'Yes', no: 'No' } as const;

const text = (value: string): Cell => ({ kind: 'string', value });

function rowOf(values: Readonly<Record<string, unknown>>, names: readonly string[]): ReadRow {
  const texts = names.map((name) => (typeof values[name] === 'string' ? values[name] : ''));
  return { number: 2, texts, values, problems: [], shown: texts };
}

interface File {
  readonly key?: string;
  readonly names?: readonly string[];
  /** By key. */
  readonly rows: ReadonlyMap<Cell, Readonly<Record<string, unknown>>>;
}

/** Finds the records of rows in an application that answers with these pages, one after the other. */
async function find({ key = 'slug', names = ['slug', 'title'], rows }: File, ...pages: readonly RecordPage[]) {
  const plan = planImport(list!.import!, FORMS, { mode: 'update', key });
  if (plan instanceof AdminError) return expect.fail(plan.code);
  const walks: Walk[] = [];
  const walk: Bulk['walk'] = (target, asked, read) => {
    expect(target).to.equal(TARGET);
    walks.push(asked);
    const { records, ...others } = pages[walks.length - 1] ?? { records: [], hasMore: false };
    return Promise.resolve({ ...others, records: records.map(read) });
  };
  const mapping = names.map((name) => plan.fields.find((field) => field.name === name));
  const wanted = new Map<string, Wanted>();
  for (const [cell, values] of rows) {
    wanted.set(keyText(cell), { key: cell, row: rowOf(values, names) });
  }
  const shown = {
    headings: names,
    list: permittedLists.get(list!, SUPERUSER.permissions),
    say: ({ source }: { readonly source: string }) => source,
    reading: READING,
  };
  const matches = await findExisting(plan.update!, wanted, mapping, shown, { walk }, TARGET, SUPERUSER);
  return { matches, walks };
}

const one = (cell: Cell, values: Readonly<Record<string, unknown>>) => new Map([[cell, values]]);
const record = (id: string, ...cells: readonly Cell[]): AdminRecord => ({ id, cells, relations: [] });
const page = (...records: readonly AdminRecord[]): RecordPage => ({ records, hasMore: false });
const sought = ({ matching }: Walk) => {
  const [condition] = matching.conditions;
  if (condition?.kind !== 'column') return expect.fail('no condition on a column');
  const { reference, operator, values } = condition;
  return [reference.column.name, operator, ...values.map((cell) => ('value' in cell ? cell.value : null))];
};

describe('admin: the records that the rows of a file update (AD-511 to AD-515)', () => {
  it('are asked for by their key, in the form scope, with everything that a row would change', async () => {
    const { matches, walks } = await find({ rows: one(text('a'), { slug: 'a', title: 'New' }) });
    expect(matches.size).to.equal(0);
    expect(walks).to.have.length(1);
    const [walk] = walks as [Walk];
    expect(walk).to.deep.include({ scope: 'form', after: '', limit: 200 });
    expect(walk.matching.scopes).to.deep.equal([]);
    expect(sought(walk)).to.deep.equal(['slug', 'in', 'a']);
    expect(walk.selection.columns.map(({ name }) => name)).to.deep.equal(['slug', 'title']);
    expect(walk.selection.relations).to.deep.equal([]);
  });

  it('are those with the key, with their version, and what the row would change in them', async () => {
    const rows = one(text('a'), { slug: 'a', title: 'New' });
    const { matches } = await find({ rows }, page({ ...record('9', text('a'), text('Old')), version: 'v1' }));
    const match = matches.get('a');
    if (match === undefined || match === 'several') return expect.fail('no record');
    expect(match.existing).to.deep.equal({ id: '9', expectedVersion: 'v1' });
    expect(match.isSame).to.equal(false);
    // Not the key, which the record has already.
    const { write } = match.parsed as Extract<typeof match.parsed, { write: unknown }>;
    expect(write.columns.map(({ column, value }) => [column.name, value])).to.deep.equal([['title', text('New')]]);
    const same = await find({ rows }, page(record('9', text('a'), text('New'))));
    expect(same.matches.get('a')).to.deep.include({ existing: { id: '9' }, isSame: true });
  });

  it('keep the problems of a row, which changes nothing then', async () => {
    const rows = one(text('a'), { slug: 'a', title: 5 });
    const { matches } = await find({ rows }, page(record('9', text('a'), text('Old'))));
    const match = matches.get('a');
    if (match === undefined || match === 'several') return expect.fail(match);
    expect(match.parsed).to.deep.equal({ problems: { title: [{ rule: 'string' }] } });
    expect(match.isSame).to.equal(false);
  });

  it('are asked for in both spellings of a key, and found in either', async () => {
    const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301'];
    for (const stored of [composed, decomposed]) {
      const rows = one(text(decomposed), { slug: decomposed, title: 'T' });
      const { matches, walks } = await find({ rows }, page(record('9', text(stored), text('x'))));
      expect(sought(walks[0]!)).to.have.members(['slug', 'in', composed, decomposed]);
      expect([...matches.keys()]).to.deep.equal([composed]);
    }
  });

  it('can be found by their id', async () => {
    const rows = one({ kind: 'int64', value: 9n }, { id: '9', title: 'New' });
    const { matches, walks } = await find(
      { key: 'id', names: ['id', 'title'], rows },
      page(record('9', { kind: 'int64', value: 9n }, text('Old'))),
    );
    expect(sought(walks[0]!)).to.deep.equal(['id', 'in', 9n]);
    expect(matches.get('9')).to.deep.include({ existing: { id: '9' }, isSame: false });
  });

  it('are none with another key, and several with the same one', async () => {
    const rows = one(text('a'), { slug: 'a' });
    const other = await find({ rows }, page(record('9', text('b'), text('x')), record('8')));
    expect(other.matches.size).to.equal(0);
    const twice = await find({ rows }, page(record('8', text('a'), text('x')), record('9', text('a'), text('x'))));
    expect(twice.matches.get('a')).to.equal('several');
    const thrice = page(...['7', '8', '9'].map((id) => record(id, text('a'), text('x'))));
    expect((await find({ rows }, thrice)).matches.get('a')).to.equal('several');
  });

  it('are read page by page, until the last one or until a key has two records', async () => {
    const rows = new Map(['a', 'b'].map((slug) => [text(slug), { slug, title: 'T' }]));
    const more = (...records: readonly AdminRecord[]): RecordPage => ({ records, hasMore: true });
    const [a, b] = [record('1', text('a'), text('x')), record('2', text('b'), text('x'))];
    const all = await find({ rows }, more(a), page(b));
    expect([...all.matches.keys()]).to.deep.equal(['a', 'b']);
    expect(all.walks.map(({ after }) => after)).to.deep.equal(['', '1']);
    const twice = await find({ rows }, more(a, { ...a, id: '3' }), page(b));
    expect(twice.walks).to.have.length(1);
    // A host that says that there are more, and sends none.
    expect((await find({ rows }, more(), page(b))).walks).to.have.length(1);
  });

  it('are asked for in questions of 200 spellings', async () => {
    const slugs = Array.from({ length: 201 }, (_, n) => `s${n}`);
    const { walks } = await find({ rows: new Map(slugs.map((slug) => [text(slug), { slug }])) });
    expect(walks.map((walk) => sought(walk).length - 2)).to.deep.equal([200, 1]);
  });

  it('come with the ids of related records, and with their texts only where the list shows them', async () => {
    const relationsOf = async (...names: readonly string[]) => {
      const { walks } = await find({ names: ['slug', ...names], rows: one(text('a'), { slug: 'a' }) });
      const { relations, maxRelatedText } = walks[0]!.selection;
      const limits = relations.map((one_) => [one_.relation.name, one_.kind === 'related' ? one_.limit : one_.kind]);
      return { limits, maxRelatedText };
    };
    expect(await relationsOf('tags')).to.deep.equal({ limits: [['tags', 1000]], maxRelatedText: 1 });
    const shown = await relationsOf('author', 'tags');
    expect(shown.limits).to.deep.include.members([
      ['author', 1],
      ['tags', 1000],
    ]);
    expect(shown.maxRelatedText).to.equal(32_767);
  });

  it('are compared without what the form cannot write', async () => {
    const { walks } = await find({ names: ['slug', 'status'], rows: one(text('a'), { slug: 'a', status: 'x' }) });
    expect(walks[0]!.selection.columns.map(({ name }) => name)).to.deep.equal(['slug']);
  });
});
