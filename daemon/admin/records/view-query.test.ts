import { expect } from 'chai';
import { PermissionSet } from '../auth/permission-set.js';
import { permittedLists } from '../schema/permitted/list.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { viewQueryFor } from './view-query.js';

function listWith(columns: string) {
  const files = pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
filter:
  scopes:
    published: { type: switch }
    slug: { type: text, permissions: acme.blog.moderate }`,
    [`${MODELS}/post/columns.yaml`]: columns,
  });
  return compileSmall(files).schema.controllers.get('acme.blog.posts')!.list!;
}

const LIST = listWith(`
columns:
  title: { label: Title, searchable: true }
  status: { label: Status, permissions: acme.blog.moderate }
  views: { label: Views, sortable: false }`);

const [ALL, NONE] = [new PermissionSet(true, []), new PermissionSet(false, [])];
const reduced = (text: string, permissions = ALL, list = LIST) =>
  viewQueryFor(permittedLists.get(list, permissions), text);

describe('admin: the query of a saved view (AD-294)', () => {
  it('stays whole for those who may see all of it, with its values as they are', () => {
    for (const query of [
      '',
      'search=a+b%26',
      'sort=-title',
      'columns=views%2Ctitle',
      'filter%5Bpublished%5D=anything&filter%5Bslug%5D=x',
      'search=x&sort=title%2C-status&filter%5Bslug%5D%5B%5D=a&filter%5Bslug%5D%5B%5D=b&columns=status',
    ]) {
      expect(reduced(query), query).to.deep.equal({ query, isWhole: true });
    }
  });

  it('loses the columns, sorts and filters that the list does not show its reader', () => {
    for (const [query, left] of [
      ['columns=status,title', 'columns=title'],
      ['columns=status', ''],
      ['sort=-status,-title', 'sort=-title'],
      ['sort=status', ''],
      ['sort=views', ''],
      ['filter[slug]=x&filter[published]=1', 'filter%5Bpublished%5D=1'],
      ['filter[slug][]=x', ''],
    ] as const) {
      expect(reduced(query, NONE), query).to.deep.equal({ query: left, isWhole: false });
    }
    expect(reduced('columns=title&sort=title', NONE)).to.have.property('isWhole', true);
  });

  it('loses a search in a list without one, and everything that is no part of a view', () => {
    const silent = listWith('columns: { views: { label: Views } }');
    expect(reduced('search=x', ALL, silent)).to.deep.equal({ query: '', isWhole: false });
    for (const other of ['page=2', 'per_page=50', 'total=exact', 'ids[]=1', 'x=y', 'filter=1', 'filter[gone]=1']) {
      expect(reduced(`search=x&${other}`), other).to.deep.equal({ query: 'search=x', isWhole: false });
    }
  });
});
