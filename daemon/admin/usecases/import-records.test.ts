import { expect } from 'chai';
import { AdminError, invalid } from '../api/errors.js';
import type { FieldProblem } from '../api/errors.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { AdminRecord } from '../model/record.js';
import type { Bulk, ImportedRecords, Walk } from '../ports/bulk.js';
import type { OptionQuery } from '../ports/option-source.js';
import type { Ports } from '../ports/ports.js';
import type { ControllerTarget } from '../ports/record-store.js';
import { askingWith, SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { createImportRecords } from './import-records.js';

const SCHEMA = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_import_export.yaml`]: 'import: { updateBy: [slug, id], permissions: acme.blog.publish }',
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Headline, required: true }
  slug: { label: Slug }
  status: { type: dropdown, label: Status, options: { draft: Draft, live: Live }, default: draft, required: true }
  rating: { type: number, label: Rating }
  author: { type: relation, label: Author }
  tags: { type: relation, label: Tags }`,
  }),
).schema.controllers.get('acme.blog.posts')!;

const TEXTS = {
  locale: 'de',
  say: ({ source }: { readonly source: string }) => source,
  problem: ({ rule, parameters }: FieldProblem) => `${rule} ${JSON.stringify(parameters ?? {})}`,
  yes: 'Ja',
  no: 'Nein',
};

type Outcome = Awaited<ReturnType<Bulk['importRecords']>>;

/** An application with these records, which have a key, a title and a version, and with one author. */
function importing(outcome: Outcome = { outcome: 'imported', written: 1 }, records: readonly AdminRecord[] = []) {
  const walks: Walk[] = [];
  const sent: ImportedRecords[] = [];
  const asked: OptionQuery[] = [];
  const bulk = {
    walk: (_target: unknown, walk: Walk, rowOf: (record: AdminRecord) => unknown) => {
      walks.push(walk);
      return Promise.resolve({ records: records.map(rowOf), hasMore: false });
    },
    importRecords: ({ caller, controller }: ControllerTarget, given: ImportedRecords) => {
      expect([caller.principal.login, controller]).to.deep.equal(['ada', 'acme.blog.posts']);
      sent.push(given);
      return Promise.resolve(outcome);
    },
  };
  const options = (_target: unknown, query: OptionQuery) => {
    asked.push(query);
    const isAda = query.labels?.includes('Ada') === true;
    return Promise.resolve({ options: isAda ? [{ value: '1', label: 'Ada' }] : [], hasMore: false });
  };
  const { check, run } = createImportRecords(SCHEMA, { bulk, options: { options } } as unknown as Ports);
  const file = (text: string) => ({ bytes: Buffer.from(text), encoding: 'utf-8' }) as const;
  return {
    walks,
    sent,
    asked,
    check: (text: string, query: QueryEntries = [], asking = SUPERUSER) => check(file(text), query, TEXTS, asking),
    run: (text: string, query: QueryEntries = [], asking = SUPERUSER, texts = TEXTS) =>
      run(file(text), [['operation', 'a'.repeat(16)], ...query], texts, asking),
  };
}

const FILE = 'Headline;Author;Rating;Other\nOne;Ada;1,5; x \n"Two";Ada; ;y\n';
const NOTHING = { created: 0, updated: 0, unchanged: 0 };

describe('admin: the check of an import (AD-385)', () => {
  it('says how it reads the file, and writes nothing', async () => {
    const { check, sent, asked } = importing();
    const checked = await check(FILE);
    expect(checked).to.deep.equal({
      separator: ';',
      encoding: 'utf-8',
      decimal: ',',
      mode: 'create',
      modes: ['create', 'update', 'both'],
      key: null,
      keys: [
        { name: 'slug', label: 'Slug' },
        { name: 'id', label: 'backend::lang.import.id' },
      ],
      columns: [
        { heading: 'Headline', field: 'title', samples: ['One', 'Two'] },
        { heading: 'Author', field: 'author', samples: ['Ada', 'Ada'] },
        { heading: 'Rating', field: 'rating', samples: ['1,5'] },
        { heading: 'Other', field: null, samples: ['x', 'y'] },
      ],
      fields: [
        { name: 'title', label: 'Headline', required: true },
        { name: 'slug', label: 'Slug', required: false },
        { name: 'status', label: 'Status', required: false },
        { name: 'rating', label: 'Rating', required: false },
        { name: 'author', label: 'Author', required: true },
        { name: 'tags', label: 'Tags', required: false },
      ],
      rows: 2,
      preview: [
        ['One', 'Ada', '1.5', null],
        ['Two', 'Ada', null, null],
      ],
      outcomes: ['created', 'created'],
      counts: { created: 2, updated: 0, unchanged: 0 },
      problems: [],
      more_problems: 0,
    });
    expect(sent).to.deep.equal([]);
    // The same text of two rows is asked for once.
    expect(asked.flatMap(({ labels = [] }) => labels)).to.deep.equal(['Ada']);
  });

  it('shows the first five rows and three samples, and the beginning of long texts', async () => {
    const long = 'x'.repeat(100);
    const rows = Array.from({ length: 7 }, (_, n) => `${n}${long};Ada`);
    const checked = await importing().check(`Headline;Author;${long}\n${rows.join('\n')}\n`);
    if (checked instanceof AdminError) return expect.fail(checked.code);
    const shown = (n: number) => `${n}${'x'.repeat(79)}…`;
    expect(checked.preview.map(([title]) => title)).to.deep.equal([0, 1, 2, 3, 4].map(shown));
    expect([checked.outcomes.length, checked.rows]).to.deep.equal([5, 7]);
    expect(checked.columns[0]?.samples).to.deep.equal([0, 1, 2].map(shown));
    expect(checked.columns[2]).to.deep.equal({ heading: `${'x'.repeat(80)}…`, field: null, samples: [] });
  });

  it('takes the separator, the mapping and the decimal sign of the request', async () => {
    const query: QueryEntries = [
      ['columns', 'title,author,,rating'],
      ['decimal', '.'],
      ['mode', 'create'],
    ];
    const checked = await importing().check('a,b,c,d\nOne,Ada,,1.5\n', query);
    expect(checked).to.deep.include({ separator: ',', decimal: '.', problems: [] });
    expect(checked)
      .to.have.property('columns')
      .that.deep.includes({ heading: 'b', field: 'author', samples: ['Ada'] });
    // Without a decimal sign of the request, a file with commas has points.
    expect(await importing().check('Headline,Author\nOne,Ada\n')).to.include({ decimal: '.' });
  });

  it('names the problems of the file and of each cell', async () => {
    const checked = await importing().check('Headline;Rating\n;x\n');
    if (checked instanceof AdminError) return expect.fail(checked.code);
    expect(checked.problems).to.deep.equal([
      { row: null, column: null, message: 'import_unmapped {"field":"Author"}' },
      { row: 2, column: 0, message: 'required {}' },
      { row: 2, column: 1, message: 'import_number {"sign":","}' },
    ]);
    expect(checked.outcomes).to.deep.equal([null]);
  });

  it('needs a column for the key of an update', async () => {
    const { check, walks } = importing();
    const checked = await check('Headline\nOne\n', [['mode', 'update']]);
    expect(checked).to.deep.include({
      key: 'slug',
      problems: [{ row: null, column: null, message: 'import_key_unmapped {"field":"Slug"}' }],
      outcomes: [],
      counts: NOTHING,
    });
    expect(walks).to.deep.equal([]);
    const keyed = await check('Slug;Headline\na;One\n', [['mode', 'update']]);
    expect(keyed).to.have.property('fields').that.deep.includes({ name: 'slug', label: 'Slug', required: true });
    expect(keyed).to.have.property('fields').that.deep.includes({ name: 'title', label: 'Headline', required: false });
  });

  it('is refused for a file, a mapping or a parameter that it cannot use, and without the permission (AD-392)', async () => {
    const { check } = importing();
    expect(await check('')).to.deep.equal(invalid('file', { rule: 'import_heading' }));
    expect(await check(FILE, [['columns', 'gone']])).to.deep.equal(invalid('columns', { rule: 'unknown' }));
    expect(await check(FILE, [['operation', 'a'.repeat(16)]])).to.deep.equal(invalid('operation', { rule: 'unknown' }));
    expect(await check(FILE, [['key', 'slug']])).to.deep.equal(invalid('key', { rule: 'choice' }));
    expect(await check(FILE, [], askingWith('acme.blog.access_posts'))).to.deep.equal(new AdminError('forbidden'));
  });

  it('is not offered by a list without an import, nor without a form', async () => {
    const read = async (schema: typeof SCHEMA) => {
      const { check } = createImportRecords(schema, {} as Ports);
      return check({ bytes: Buffer.from(FILE), encoding: 'utf-8' }, [], TEXTS, SUPERUSER);
    };
    const without = (part: 'list' | 'form') =>
      Object.fromEntries(Object.entries(SCHEMA).filter(([name]) => name !== part)) as unknown as typeof SCHEMA;
    const plain = compileSmall(pluginFiles()).schema.controllers.get('acme.blog.posts')!;
    for (const schema of [plain, without('form'), without('list')]) {
      expect(await read(schema)).to.deep.equal(new AdminError('not_found'));
    }
  });

  it('is refused for more different texts of choices than it may ask for (AD-387)', async () => {
    const fileWith = (more: string) => {
      const rows = Array.from({ length: 1000 }, (_, n) => `T;a${n};t${n}${n === 0 ? more : ''}`);
      return `Headline;Author;Tags\n${rows.join('\n')}\n`;
    };
    const { check, asked } = importing();
    const refused = await check(fileWith(',one more'));
    expect(refused).to.deep.equal(invalid('file', { rule: 'import_choices', parameters: { maximum: 2000 } }));
    const { length } = asked;
    expect(await check(fileWith(''))).to.have.property('rows', 1000);
    expect(asked.length).to.be.greaterThan(length);
  });
});

describe('admin: the run of an import (AD-390, AD-391)', () => {
  it('sends all records in one call, under an id of everything that they come from', async () => {
    const { run, sent } = importing();
    expect(await run(FILE)).to.deep.equal({
      created: 2,
      updated: 0,
      unchanged: 0,
      problems: [],
      more_problems: 0,
      incomplete: false,
    });
    expect(sent).to.have.length(1);
    expect(sent[0]?.records).to.have.length(2);
    expect(sent[0]?.mayDiffer).to.equal(false);
    await run(FILE);
    await run(`${FILE}Three;Ada;;`);
    await run(FILE, [['decimal', ',']]);
    await run(FILE, [], {
      ...SUPERUSER,
      caller: { ...SUPERUSER.caller, principal: { ...SUPERUSER.caller.principal, id: '8' } },
    });
    await run(FILE, [], SUPERUSER, { ...TEXTS, locale: 'fr' });
    const ids = sent.map(({ importId }) => importId.toString('hex'));
    expect(ids[1]).to.equal(ids[0]);
    expect(new Set(ids).size).to.equal(5);
    expect(ids[0]).to.match(/^[0-9a-f]{64}$/);
  });

  it('writes nothing if there is a problem, or nothing to write', async () => {
    const { run, sent } = importing();
    expect(await run('Headline;Author\nOne;Gone\n')).to.deep.equal({
      ...NOTHING,
      problems: [{ row: 2, column: 1, message: 'import_choice {"text":"Gone"}' }],
      more_problems: 0,
      incomplete: false,
    });
    const same = {
      id: '9',
      cells: [
        { kind: 'string', value: 'a' },
        { kind: 'string', value: 'One' },
      ],
      relations: [],
    } as const;
    const unchanged = importing(undefined, [same]);
    expect(await unchanged.run('Slug;Headline\na;One\n', [['mode', 'update']])).to.deep.include({
      ...NOTHING,
      unchanged: 1,
    });
    expect([...sent, ...unchanged.sent]).to.deep.equal([]);
  });

  const refusedWith = async (outcome: Outcome, asking = SUPERUSER) => importing(outcome).run(FILE, [], asking);

  it('says what the host refuses, by row and by column', async () => {
    const told = (row: number | null, column: number | null, message: string) => ({ row, column, message });
    const nothing = { ...NOTHING, more_problems: 0 };
    expect(await refusedWith({ outcome: 'refused', message: 'Not today.' })).to.deep.equal({
      ...nothing,
      problems: [told(null, null, 'Not today.')],
      incomplete: false,
    });
    const errors = [
      { field: 'title', messages: ['taken', 'long'] },
      { field: 'author_id', messages: ['gone'] },
      { field: 'hidden', messages: ['a', 'b'] },
      { field: 'slug', messages: ['no column'] },
    ];
    const records = [
      { index: 0, errors, message: '' },
      { index: 1, errors: [], message: 'Refused.', reason: 'changed' },
      { index: 1, errors: [], message: '', reason: 'missing' },
      { index: 2, errors: [], message: 'Of no row.' },
    ] as const;
    expect(await refusedWith({ outcome: 'refusedRecords', records, hasMore: true })).to.deep.equal({
      ...nothing,
      problems: [
        told(2, null, 'a b'),
        told(2, 0, 'taken'),
        told(2, 0, 'long'),
        told(2, 1, 'gone'),
        told(2, null, 'no column'),
        told(3, null, 'import_changed {}'),
        told(3, null, 'Refused.'),
        told(3, null, 'import_gone {}'),
        told(null, null, 'Of no row.'),
      ],
      incomplete: true,
    });
    expect(await refusedWith({ outcome: 'tooLarge' })).to.deep.equal(invalid('file', { rule: 'import_size' }));
  });

  it('is refused as its check would be, and without an operation', async () => {
    const { run, sent } = importing();
    expect(await run('')).to.deep.equal(invalid('file', { rule: 'import_heading' }));
    expect(await run(FILE, [['operation', 'x']])).to.deep.equal(invalid('operation', { rule: 'repeated' }));
    expect(await run(FILE, [], askingWith())).to.deep.equal(new AdminError('forbidden'));
    expect(sent).to.deep.equal([]);
  });
});
