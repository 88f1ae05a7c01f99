import { expect } from 'chai';
import { parseQuery } from '../../http/parameters.js';
import { AdminError } from '../api/errors.js';
import { listParameters } from '../api/list-query.js';
import { PermissionSet } from '../auth/permission-set.js';
import { permittedLists } from '../schema/permitted/list.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import type { PlannedQuery } from './listing.js';
import { listingOf, planQuery } from './listing.js';

const SUPERUSER = new PermissionSet(true, []);
const NOBODY = new PermissionSet(false, []);

function listOf(more: string, columns: string) {
  const files = pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
${more}`,
    [`${MODELS}/post/columns.yaml`]: columns,
  });
  return compileSmall(files).schema.controllers.get('acme.blog.posts')!.list!;
}

const LIST = listOf(
  `
defaultSort: -status
filter:
  scopes:
    published: { type: switch }
    slug: { type: text, permissions: acme.blog.moderate }
    popular: { type: checkbox, scope: popular }`,
  `
columns:
  title: { label: Title, searchable: true }
  slug: { label: Slug, searchable: true, permissions: acme.blog.moderate }
  status: { label: Status, permissions: acme.blog.moderate }
  views: { label: Views, sortable: false }
  author: { label: Author, relation: author, select: name, searchable: true }`,
);

function ask(query: string, permissions = SUPERUSER, list = LIST): PlannedQuery | AdminError {
  const parameters = listParameters(parseQuery(query) ?? [], { default: 20, maximum: 200 });
  if (parameters instanceof AdminError) throw new Error(`${query} is refused before it is planned`);
  return planQuery(listingOf(permittedLists.get(list, permissions)), parameters);
}

function plan(query: string, permissions = SUPERUSER, list = LIST): PlannedQuery {
  const planned = ask(query, permissions, list);
  if (planned instanceof AdminError) throw new Error(JSON.stringify(planned));
  return planned;
}

const sorts = ({ query }: PlannedQuery): string[] =>
  query.sorts.map(({ reference, descending }) => {
    const { relation, column } = reference;
    return `${descending ? '-' : ''}${relation === undefined ? '' : `${relation.name}.`}${column.name}`;
  });

describe('admin: listing (AD-62)', () => {
  it('uses the default sort, a page and a count for an empty query', () => {
    const { query, sort } = plan('');
    expect(sort).to.equal('-status');
    expect(query).to.deep.include({ conditions: [], scopes: [], page: { number: 1, size: 20 }, count: true });
    expect(query).not.to.have.property('search');
    expect(sorts(plan(''))).to.deep.equal(['-status']);
  });

  it('requests no count if the list shows no page numbers (AD-60)', () => {
    const list = listOf('showPageNumbers: false', 'columns: { title: Title }');
    const { query } = plan('', SUPERUSER, list);
    expect(query.count).to.equal(false);
    expect(query).not.to.have.property('countAtMost');
  });

  it('counts up to 10,000 records, and all of them for total=exact (docs/admin/api.md, Queries)', () => {
    expect(plan('').query).to.include({ count: true, countAtMost: 10_000 });
    expect(plan('total=exact').query).to.include({ count: true }).and.not.have.property('countAtMost');
  });

  it('asks for so much of each text that a page of long ones fits into an answer of 2 MiB, and for 2,000 characters at most', () => {
    const most = (query: string, columns?: string) => {
      const list = columns === undefined ? LIST : listOf('', `columns: { ${columns} }`);
      const { maxText, maxRelatedText } = plan(query, SUPERUSER, list).query.selection;
      expect(maxRelatedText).to.equal(maxText);
      return maxText;
    };
    expect(most('')).to.equal(2000);
    // Three texts of the record, and one of its author.
    expect(most('per_page=200')).to.equal(Math.floor((2 * 1024 * 1024) / 4 / (200 * 4)));
    // One of the record, and up to ten of related ones.
    const tags = 'tags: { label: Tags, relation: tags, select: name }';
    expect(most('per_page=200', `title: Title, ${tags}`)).to.equal(
      Math.floor((2 * 1024 * 1024) / 4 / (200 * (1 + 10))),
    );
    // Numbers are short, also those of related records.
    const numbers = 'views: Views, comments: { label: N, relation: comments, relationCount: true }';
    const keys = 'posts: { label: Posts, relation: comments, select: post_id }';
    expect(most('per_page=200', `${numbers}, ${keys}`)).to.equal(2000);
    expect(most('per_page=200', `${numbers}, ${keys}, title: Title, slug: Slug`)).to.equal(
      Math.floor((2 * 1024 * 1024) / 4 / (200 * 2)),
    );
  });

  it('filters by every chosen value', () => {
    const { conditions, scopes } = plan('filter[published]=1&filter[slug]=a&filter[popular]=1').query;
    expect(
      conditions.map((condition) => (condition.kind === 'column' ? condition.reference.column.name : condition.kind)),
    ).to.deep.equal(['published', 'slug']);
    expect(scopes).to.deep.equal([{ name: 'popular', values: [{ kind: 'bool', value: true }] }]);
  });

  it('sorts only by declared columns, and reports the sort', () => {
    const planned = plan('sort=-title,author');
    expect(planned.sort).to.equal('-title,author');
    expect(sorts(planned)).to.deep.equal(['-title', 'author.name']);
  });

  it('searches the columns that this administrator may see', () => {
    const columns = (permissions: PermissionSet) =>
      plan('search=a', permissions).query.search?.columns.map(({ column }) => column.name);
    expect(columns(SUPERUSER)).to.deep.equal(['title', 'slug', 'name']);
    expect(columns(NOBODY)).to.deep.equal(['title', 'name']);
  });

  it('neither selects nor sorts by a column that this administrator may not see', () => {
    const { query, sort } = plan('', NOBODY);
    expect(query.selection.columns.map(({ name }) => name)).to.deep.equal(['title', 'views']);
    expect([sort, query.sorts]).to.deep.equal(['', []]);
  });

  for (const [mode, terms] of [
    ['all', ['two', 'words']],
    ['any', ['two', 'words']],
    ['exact', ['two  words']],
  ] as const) {
    it(`search mode ${mode} searches for ${terms.join(' and ')}`, () => {
      const list = listOf(`toolbar: { search: { mode: ${mode} } }`, 'columns: { title: { searchable: true } }');
      expect(plan('search=%20two%20%20words%20', SUPERUSER, list).query.search).to.deep.include({ mode, terms });
    });
  }

  for (const mode of ['all', 'any', 'exact']) {
    it(`search mode ${mode} searches for composed letters, whatever form the client sent (docs/decisions/admin-records.md: search)`, () => {
      const list = listOf(`toolbar: { search: { mode: ${mode} } }`, 'columns: { title: { searchable: true } }');
      const { terms } = plan(`search=${encodeURIComponent('U\u0308bung')}`, SUPERUSER, list).query.search ?? {};
      expect(terms).to.deep.equal(['\u00dcbung']);
    });
  }

  it('searches for 20 words, and rejects more (AD-64)', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
    expect(plan(`search=${words(20).join('+')}`).query.search?.terms).to.deep.equal(words(20));
    expect(ask(`search=${words(21).join('+')}`)).to.deep.equal(
      new AdminError('validation_failed', {
        fields: { search: [{ rule: 'search_terms', parameters: { maximum: 20 } }] },
      }),
    );
  });

  it('treats an exact search as one term, however many words it has', () => {
    const list = listOf('toolbar: { search: { mode: exact } }', 'columns: { title: { searchable: true } }');
    const text = Array.from({ length: 30 }, () => 'w').join(' ');
    expect(plan(`search=${encodeURIComponent(text)}`, SUPERUSER, list).query.search?.terms).to.deep.equal([text]);
  });

  it('rejects a search in a list without searchable columns', () => {
    const list = listOf('', 'columns: { title: Title }');
    const refused = ask('search=a', SUPERUSER, list);
    expect(refused).to.be.instanceOf(AdminError).and.have.nested.property('details.fields.search[0].rule', 'unknown');
  });

  it('reports all invalid parameters together', () => {
    const refused = ask('sort=nothing&filter[nothing]=1&filter[published]=maybe');
    expect(refused).to.deep.equal(
      new AdminError('validation_failed', {
        fields: {
          sort: [{ rule: 'unknown' }],
          'filter[nothing]': [{ rule: 'unknown' }],
          'filter[published]': [{ rule: 'bool' }],
        },
      }),
    );
  });

  for (const [hidden, unknown] of [
    ['sort=status', 'sort=nothing'],
    ['sort=-slug', 'sort=-constructor'],
    ['sort=views', 'sort=__proto__'],
    ['sort=author_id', 'sort=title%20desc'],
  ] as const) {
    it(`${hidden} is rejected in the words of ${unknown} (AD-63)`, () => {
      expect(ask(hidden, NOBODY)).to.be.instanceOf(AdminError);
      expect(ask(hidden, NOBODY)).to.deep.equal(ask(unknown, NOBODY));
    });
  }

  it('rejects a hidden filter in the words of an unknown one, whatever its value', () => {
    for (const form of ['=x', '[]=x', '[min]=1', '=']) {
      const rule = (name: string) => {
        const refused = ask(`filter[${name}]${form}`, NOBODY);
        return refused instanceof AdminError ? refused.details.fields?.[`filter[${name}]`] : refused;
      };
      expect(rule('slug')).to.deep.equal([{ rule: 'unknown' }]);
      expect(rule('slug')).to.deep.equal(rule('nothing'));
    }
  });

  it('rejects filter names that every object inherits', () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(ask(`filter[${name}]=1`)).to.be.instanceOf(AdminError);
  });
});
