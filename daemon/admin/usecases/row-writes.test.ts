import { expect } from 'chai';
import { AdminError } from '../api/errors.js';
import type { Cell } from '../model/column.js';
import type { ImportPlan } from '../records/import/plan.js';
import { planImport } from '../records/import/plan.js';
import type { ReadRow } from '../records/import/read-rows.js';
import { parseWrite } from '../records/record-write.js';
import { permittedForms } from '../schema/permitted/form.js';
import { SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import type { Match, Wanted } from './row-writes.js';
import { keyText, placeOf, writesOf } from './row-writes.js';

const { list, form } = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_import_export.yaml`]: 'import: { updateBy: [slug, views, id] }',
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title, required: true }
  slug: { label: Slug }
  status: { label: Status, default: draft, required: true }
  views: { label: Views, type: number, readOnly: true }
  rating: { label: Rating, type: number, required: true, context: create }`,
  }),
).schema.controllers.get('acme.blog.posts')!;

const FORMS = permittedForms.get(form!, SUPERUSER.permissions);

function planFor(mode: ImportPlan['mode'], key?: string): ImportPlan {
  const plan = planImport(list!.import!, FORMS, { mode, key });
  return plan instanceof AdminError ? expect.fail(JSON.stringify(plan)) : plan;
}

const NAMES = ['title', 'slug', 'status', 'rating', 'views'];

function row(values: Readonly<Record<string, unknown>>, number = 2, problems: ReadRow['problems'] = []): ReadRow {
  return { number, texts: [], values, problems, shown: [] };
}

/** Imports rows of a file with these columns, if the application has records with some keys. */
async function write(
  rows: readonly ReadRow[],
  plan: ImportPlan,
  matchOf: (key: string, wanted: Wanted) => Match | undefined = () => undefined,
  names = NAMES,
) {
  const mapping = names.map((name) => plan.fields.find((field) => field.name === name));
  const asked: string[] = [];
  const written = await writesOf(rows, plan, mapping, (_plan, wanted) => {
    asked.push(...wanted.keys());
    const matches = [...wanted].map(([key, one]) => [key, matchOf(key, one)] as const);
    return Promise.resolve(new Map(matches.flatMap(([key, match]) => (match === undefined ? [] : [[key, match]]))));
  });
  return { ...written, asked };
}

const FILLED = { title: 'T', rating: '1' };
const values = (write: {
  readonly columns: readonly { readonly column: { readonly name: string }; readonly value: Cell }[];
}) =>
  Object.fromEntries(write.columns.map(({ column, value }) => [column.name, 'value' in value ? value.value : null]));

/** The record of a row, as an update finds it. */
function found(one: ReadRow, isSame = false): Match {
  const parsed = parseWrite(FORMS.update!, one.values, { creating: false });
  return { existing: { id: '9', expectedVersion: 'v' }, row: one, parsed, isSame };
}

describe('admin: the rows of an import that creates records (AD-389)', () => {
  it('begin with the initial values of the form, which the row replaces', async () => {
    const { writes, outcomes, counts, problems, missing, asked } = await write(
      [row({ ...FILLED, slug: 'a' }), row({ ...FILLED, status: 'live' }, 3)],
      planFor('create'),
    );
    expect(writes.map(values)).to.deep.equal([
      { title: 'T', slug: 'a', status: 'draft', rating: '1' },
      { title: 'T', status: 'live', rating: '1' },
    ]);
    expect(writes.map(({ row: number, existing }) => [number, existing])).to.deep.equal([
      [2, undefined],
      [3, undefined],
    ]);
    expect([outcomes, problems, missing, asked]).to.deep.equal([['created', 'created'], [], [], []]);
    expect(counts).to.deep.equal({ created: 2, updated: 0, unchanged: 0 });
  });

  it('have the problems of their cells and of the form, in the order of the columns, each once', async () => {
    const whole = { column: null, problem: { rule: 'import_cells' } } as const;
    const unreadable = { column: 3, problem: { rule: 'import_number' } } as const;
    const { writes, outcomes, problems, counts } = await write(
      [row({ slug: 'x' }, 2, [unreadable, whole]), row({ ...FILLED }, 3), row(FILLED, 4, [whole])],
      planFor('create'),
    );
    expect(outcomes).to.deep.equal([null, 'created', null]);
    expect(writes.map(({ row: number }) => number)).to.deep.equal([3]);
    expect(counts.created).to.equal(1);
    const [first, last] = problems;
    // The form misses the rating too, but it is there and could not be read.
    expect(first?.row).to.equal(2);
    expect(first?.problems.map(({ column, problem }) => `${column} ${problem.rule}`)).to.deep.equal([
      'null import_cells',
      '0 required',
      '3 import_number',
    ]);
    expect(last).to.deep.equal({ row: 4, problems: [whole] });
  });

  it('miss what neither the file nor the form fills once for the file, not in each row', async () => {
    const plan = planFor('create');
    const { missing, problems, outcomes } = await write([row({ title: 'T' }), row({}, 3)], plan, undefined, ['title']);
    expect(missing.map(({ name }) => name)).to.deep.equal(['rating']);
    expect(outcomes).to.deep.equal([null, null]);
    expect(problems).to.deep.equal([{ row: 3, problems: [{ column: 0, problem: { rule: 'required' } }] }]);
  });
});

describe('admin: the rows of an import that updates records (AD-510 to AD-512)', () => {
  it('update the record with their key, with its version, or leave it as it is', async () => {
    const rows = [row({ slug: 'a', title: 'New' }), row({ slug: 'b', title: 'Old' }, 3)];
    const { writes, outcomes, counts, asked, missing } = await write(rows, planFor('update'), (key, { row: one }) =>
      found(one, key === 'b'),
    );
    expect(asked).to.deep.equal(['a', 'b']);
    expect(outcomes).to.deep.equal(['updated', 'unchanged']);
    expect(counts).to.deep.equal({ created: 0, updated: 1, unchanged: 1 });
    expect(writes).to.have.length(1);
    expect(writes[0]).to.deep.include({ row: 2, existing: { id: '9', expectedVersion: 'v' }, form: FORMS.update });
    expect(missing).to.deep.equal([]);
  });

  it('have a problem on their key if no record has it, several have it, or it is blank', async () => {
    const plan = planFor('update');
    const rows = [row({ slug: 'gone' }), row({ slug: 'two' }, 3), row({ title: 'T' }, 4)];
    const { outcomes, problems } = await write(rows, plan, (key) => (key === 'two' ? 'several' : undefined));
    expect(outcomes).to.deep.equal([null, null, null]);
    expect(problems).to.deep.equal([
      { row: 2, problems: [{ column: 1, problem: { rule: 'import_key_missing' } }] },
      { row: 3, problems: [{ column: 1, problem: { rule: 'import_key_ambiguous' } }] },
      { row: 4, problems: [{ column: 1, problem: { rule: 'import_key_empty' } }] },
    ]);
  });

  it('have a problem on a key that an earlier row has, also in another spelling', async () => {
    const rows = [row({ slug: 'Caf\u00e9' }), row({ slug: 'Cafe\u0301' }, 3)];
    const { outcomes, problems, asked } = await write(rows, planFor('update'), (_key, { row: one }) => found(one));
    expect([outcomes, asked]).to.deep.equal([['updated', null], ['Caf\u00e9']]);
    const problem = { rule: 'import_key_repeated', parameters: { row: 2 } };
    expect(problems).to.deep.equal([{ row: 3, problems: [{ column: 1, problem }] }]);
  });

  it('have one problem on the cell of their key, if it could not even be read', async () => {
    const unreadable = { column: 4, problem: { rule: 'import_number' } } as const;
    const plan = planFor('update', 'views');
    const { problems } = await write([row({}, 2, [unreadable]), row({ views: 'x' }, 3)], plan);
    expect(problems[0]).to.deep.equal({ row: 2, problems: [unreadable] });
    expect(problems[1]?.problems).to.have.length(1);
    expect(problems[1]?.problems[0]).to.have.property('column', 4);
  });

  it('have a problem on a key of another kind: a switch may fill a column of numbers', async () => {
    const { problems, outcomes } = await write([row({ views: true })], planFor('update', 'views'));
    expect(outcomes).to.deep.equal([null]);
    expect(problems).to.deep.equal([{ row: 2, problems: [{ column: 4, problem: { rule: 'integer' } }] }]);
  });

  it('have the problems of the update form', async () => {
    const { outcomes, problems, writes } = await write(
      [row({ slug: 'a', title: '' })],
      planFor('update'),
      (_key, { row: one }) => found(one),
    );
    expect([outcomes, writes]).to.deep.equal([[null], []]);
    expect(problems).to.deep.equal([{ row: 2, problems: [{ column: 0, problem: { rule: 'required' } }] }]);
  });

  it('create the others where both is asked for, also those without a key', async () => {
    const rows = [row({ ...FILLED, slug: 'a' }), row({ ...FILLED, slug: 'new' }, 3), row(FILLED, 4)];
    const { outcomes, counts, writes, asked } = await write(rows, planFor('both'), (key, { row: one }) =>
      key === 'a' ? found(one) : undefined,
    );
    expect(outcomes).to.deep.equal(['updated', 'created', 'created']);
    expect(counts).to.deep.equal({ created: 2, updated: 1, unchanged: 0 });
    expect(asked).to.deep.equal(['a', 'new']);
    expect(values(writes[1]!)).to.deep.equal({ ...FILLED, slug: 'new', status: 'draft' });
    expect(writes.map(({ form: one }) => one === FORMS.update)).to.deep.equal([true, false, false]);
  });

  it('create none with a key that the create form cannot write: it would be lost', async () => {
    const { outcomes, problems } = await write(
      [row({ ...FILLED, views: '5' }), row(FILLED, 3)],
      planFor('both', 'views'),
    );
    expect(outcomes).to.deep.equal([null, 'created']);
    expect(problems).to.deep.equal([{ row: 2, problems: [{ column: 4, problem: { rule: 'import_key_missing' } }] }]);
  });

  it('miss no field of the create form if every row updates a record', async () => {
    const plan = planFor('both');
    const names = ['title', 'slug'];
    const all = await write([row({ slug: 'a' })], plan, (_key, { row: one }) => found(one), names);
    expect(all.missing).to.deep.equal([]);
    const some = await write([row({ slug: 'a', title: 'T' })], plan, undefined, names);
    expect(some.missing.map(({ name }) => name)).to.deep.equal(['rating']);
  });

  it('are written as they were compared: without the cells that no one has touched', async () => {
    const plan = planFor('update');
    const touched = row({ slug: 'a' });
    const { rows } = await write([row({ slug: 'a', title: 'T' }), row({ slug: 'b' }, 3)], plan, (key) =>
      key === 'a' ? found(touched) : 'several',
    );
    expect(rows[0]).to.equal(touched);
    expect(rows[1]).to.deep.equal(row({ slug: 'b' }, 3));
  });
});

describe('admin: keys and places of fields in a file', () => {
  it('compare keys as text, in one spelling', () => {
    expect(keyText({ kind: 'int64', value: 5n })).to.equal('5');
    expect(keyText({ kind: 'string', value: 'Cafe\u0301' })).to.equal('Caf\u00e9');
    expect(keyText({ kind: 'null' })).to.equal('');
  });

  it('find the column that fills a field', () => {
    const { fields } = planFor('create');
    const mapping = [undefined, ...fields];
    expect(placeOf(mapping, 'title')).to.equal(1);
    expect(placeOf(mapping, 'gone')).to.equal(null);
    expect(placeOf(mapping, undefined)).to.equal(null);
  });
});
