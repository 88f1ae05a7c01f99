import { expect } from 'chai';
import { AnswerTooLong } from '../../core/faults.js';
import { AdminError, invalid } from '../api/errors.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { LocalisedViews } from '../../i18n/phrase-book.js';
import type { AdminRecord, RecordPage } from '../model/record.js';
import type { RecordSearch } from '../ports/record-search.js';
import { MAX_SEARCHED } from '../ports/record-search.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles, POSTS, REGISTRATION } from '../testing/small-plugin.js';
import { createSearchRecords } from './search-records.js';

const OTHER = 'plugins/acme/blog/controllers/others';
const list = (globalSearch: boolean) => `
title: Posts
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
recordUrl: acme/blog/posts/update/:id
globalSearch: ${globalSearch}`;
const form = `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post`;

function schemaWith(columns: string, fields: string, otherIsSearched = false) {
  const controllers = [
    POSTS,
    {
      ...POSTS,
      id: 'acme.blog.others',
      name: 'others',
      configDir: `~/${OTHER}`,
      permissions: [],
      standsForModel: false,
    },
  ];
  return compileSmall(
    pluginFiles({
      [`${CONTROLLER}/config_list.yaml`]: list(true),
      [`${CONTROLLER}/config_form.yaml`]: form,
      [`${OTHER}/config_list.yaml`]: list(otherIsSearched),
      [`${OTHER}/config_form.yaml`]: form,
      [`${MODELS}/post/columns.yaml`]: `columns: ${columns}`,
      [`${MODELS}/post/fields.yaml`]: `fields: ${fields}`,
    }),
    { ...REGISTRATION, controllers },
    { searchesRecords: true },
  ).schema;
}

const COLUMNS = '{ title: { label: Title, searchable: true }, slug: { label: Slug } }';
const FIELDS = '{ title: { label: Title } }';
const record = (id: string, title = ''): AdminRecord => ({
  id,
  cells: [{ kind: 'string', value: title }],
  relations: [],
});
const page = (...records: readonly AdminRecord[]): RecordPage => ({ records, hasMore: false });
const viewsOf = { get: (view: object) => view } as unknown as LocalisedViews;

function searching(schema: ReturnType<typeof schemaWith>, pages: readonly RecordPage[]) {
  const { calls, method } = recorded<Parameters<RecordSearch['search']>, readonly RecordPage[]>(pages);
  return { calls, search: createSearchRecords(schema, viewsOf, { search: method }) };
}

const EDITOR = askingWith('acme.blog.access_posts');
const query = (text: string): QueryEntries => [['search', text]];

describe('admin: the search of the palette (AD-405 to AD-407)', () => {
  it('asks the host once, for the names of the first five records of each list', async () => {
    const { search, calls } = searching(schemaWith(COLUMNS, FIELDS), [page(record('1', 'One'), record('2'))]);
    const found = await search(query('a b'), EDITOR);
    expect(found).to.have.length(1);
    expect(found).to.have.nested.property('[0].controller', 'acme.blog.posts');
    expect(found).to.have.nested.property('[0].has_more', false);
    expect(found).to.have.nested.property('[0].record_url').that.contains('/acme/blog/posts/update/:id');
    expect(found)
      .to.have.nested.property('[0].records')
      .that.deep.equals([
        { id: '1', title: 'One' },
        { id: '2', title: '2' },
      ]);
    expect(calls).to.have.length(1);
    const [[caller, [asked, ...others], call] = expect.fail()] = calls;
    expect([caller, call, others]).to.deep.equal([EDITOR.caller, EDITOR.call, []]);
    expect(asked?.controller).to.equal('acme.blog.posts');
    const { selection, page: paged, count, search: searched } = asked?.query ?? expect.fail();
    expect(selection.columns.map(({ name }) => name)).to.deep.equal(['title']);
    expect([selection.relations, paged, count]).to.deep.equal([[], { number: 1, size: 5 }, false]);
    expect(searched?.terms).to.deep.equal(['a', 'b']);
  });

  it('finds records of each list that takes part, in their order, and leaves out those without one', async () => {
    const schema = schemaWith(COLUMNS, FIELDS, true);
    const pages = [page(), { records: [record('9', 'Nine')], hasMore: true }];
    const found = await searching(schema, pages).search(query('x'), EDITOR);
    expect(found).to.have.length(1);
    expect(found).to.have.nested.property('[0].controller', 'acme.blog.others');
    expect(found).to.have.nested.property('[0].has_more', true);
    // A host that answers with too few pages.
    expect(await searching(schema, []).search(query('x'), EDITOR)).to.deep.equal([]);
  });

  it('asks for no list that the administrator may not open, and for none whose names or searchable columns are hidden', async () => {
    const hidden = 'permissions: acme.blog.moderate';
    const unsearchable = `{ title: { label: Title, searchable: true, ${hidden} }, slug: Slug }`;
    const author = 'author: { label: Author, relation: author, select: name, searchable: true }';
    const nameless = schemaWith(
      `{ title: { label: Title, ${hidden} }, ${author} }`,
      `{ title: { label: Title, ${hidden} }, published: { type: switch } }`,
    );
    for (const [schema, asking, count] of [
      [schemaWith(COLUMNS, FIELDS), askingWith(), 0],
      [schemaWith(unsearchable, FIELDS), EDITOR, 0],
      [schemaWith(unsearchable, FIELDS), SUPERUSER, 1],
      [nameless, EDITOR, 0],
      [nameless, SUPERUSER, 1],
    ] as const) {
      const { search, calls } = searching(schema, [page(record('1', 'One'))]);
      expect(await search(query('x'), asking)).to.have.length(count);
      expect(calls).to.have.length(count);
    }
  });

  it('finds nothing for an empty search, and rejects other parameters, without a call', async () => {
    const { search, calls } = searching(schemaWith(COLUMNS, FIELDS), [page(record('1', 'One'))]);
    for (const empty of [[], query(''), query('  ')]) expect(await search(empty, EDITOR)).to.deep.equal([]);
    for (const name of ['sort', 'columns', 'filter[x]', 'total', 'x']) {
      const refused = await search([...query('x'), [name, 'title']], EDITOR);
      expect(refused, name).to.deep.equal(invalid(name, { rule: 'unknown' }));
    }
    expect(await search([...query('x'), ['per_page', '6']], EDITOR)).to.be.instanceOf(AdminError);
    expect(await search(query('x'.repeat(300)), EDITOR)).to.be.instanceOf(AdminError);
    const words = await search(query('a '.repeat(21)), EDITOR);
    expect(words).to.be.instanceOf(AdminError).and.have.nested.property('details.fields.search');
    expect(calls).to.deep.equal([]);
  });

  it('asks for no more lists than the contract carries', async () => {
    const { controllers, ...schema } = schemaWith(COLUMNS, FIELDS);
    const posts = controllers.get('acme.blog.posts')!;
    const many = Array.from({ length: MAX_SEARCHED + 1 }, (_, n) => [`acme.blog.c${n}`, posts] as const);
    const { search, calls } = searching({ ...schema, controllers: new Map(many) }, []);
    expect(await search(query('x'), SUPERUSER)).to.deep.equal([]);
    expect(calls[0]?.[1]).to.have.length(MAX_SEARCHED);
  });

  it('says what to do about an answer that the host cannot send', async () => {
    const failing = { search: () => Promise.reject(new AnswerTooLong('too long')) };
    const search = createSearchRecords(schemaWith(COLUMNS, FIELDS), viewsOf, failing);
    expect(await search(query('x'), EDITOR)).to.deep.equal(invalid('per_page', { rule: 'page_bytes' }));
  });
});
