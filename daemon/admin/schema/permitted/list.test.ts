import { expect } from 'chai';
import { PermissionSet } from '../../auth/permission-set.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../../testing/small-plugin.js';
import { onlyColumns, permittedLists } from './list.js';

const LIST = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
modelClass: Acme\\Blog\\Models\\Post
list: ~/plugins/acme/blog/models/post/columns.yaml
defaultSort: -views
toolbar: { buttons: [publish, create, { name: measure, confirm: Measure all? }, delete] }`,
    [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: { fields: { title: {} } }
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelDelete: acme.blog.moderate }`,
    [`${CONTROLLER}/config_filter.yaml`]: `
scopes:
  status: { label: Status, options: [draft], permissions: [acme.blog.publish, acme.blog.moderate] }
  published: { label: Published, type: switch }
  title: { label: Title, options: [a], dependsOn: [status] }`,
    [`${MODELS}/post/columns.yaml`]: `
columns:
  title: { label: Title, searchable: true }
  slug: { label: Address, permissions: acme.blog.moderate, searchable: true }
  views: { label: Views, permissions: acme.blog.moderate }
  heading: { label: Heading, valueFrom: title, sortable: false }
  author: { type: relation, searchable: true }
  author_name: { relation: author, select: name }
  tags: { relation: tags, select: name }
  comments: { relationCount: true }`,
  }),
).schema.controllers.get('acme.blog.posts')!.list!;

const nobody = permittedLists.get(LIST, new PermissionSet(false, []));
const moderator = permittedLists.get(LIST, new PermissionSet(false, ['acme.blog.moderate']));

describe('a list of one administrator', () => {
  it('removes columns without the permission from display, selection, sorts and searches', () => {
    expect(nobody.columns.map(({ column }) => column.name)).to.deep.equal([
      'title',
      'heading',
      'author',
      'author_name',
      'tags',
      'comments',
    ]);
    expect(nobody.selection.columns.map(({ name }) => name)).to.deep.equal(['title']);
    expect([...nobody.sortable.keys()]).to.deep.equal(['title', 'author', 'author_name']);
    expect(nobody.searchIn.map(({ column }) => column.name)).to.deep.equal(['title', 'name']);
    expect(JSON.stringify(nobody.view)).not.to.match(/"views"|slug/i);
  });

  it('limits values to chosen columns, and ignores forbidden and unknown ones alike (AD-292)', () => {
    const chosen = (names: string[]) => onlyColumns(nobody, new Set(names));
    const some = chosen(['author_name', 'title', 'slug', 'nothing']);
    expect(some.columns.map(({ column }) => column.name)).to.deep.equal(['title', 'author_name']);
    expect(some.selection.columns.map(({ name }) => name)).to.deep.equal(['title']);
    expect(some.selection.relations).to.have.length(1);
    expect(some.columns.map(({ slot }) => slot)).to.deep.equal([
      { kind: 'cell', index: 0 },
      { kind: 'relation', index: 0 },
    ]);
    expect(some.searchIn).to.equal(nobody.searchIn);
    expect(some.sortable).to.equal(nobody.sortable);
    expect(chosen(['slug']).columns).to.deep.equal(chosen(['nothing']).columns);
    expect(chosen(['title', 'heading', 'author', 'author_name', 'tags', 'comments'])).to.equal(nobody);
  });

  it('never mentions a hidden filter in a visible one', () => {
    const dependsOn = ({ view }: typeof nobody) => view.filters.map((filter) => [filter.name, ...filter.dependsOn]);
    expect(dependsOn(nobody)).to.deep.equal([['published'], ['title']]);
    expect(dependsOn(moderator)).to.deep.equal([['status'], ['published'], ['title', 'status']]);
  });

  it('has no default sort rather than one by a hidden column', () => {
    expect([nobody.defaultSort, nobody.view.defaultSort]).to.deep.equal([[], '']);
    expect(moderator.view.defaultSort).to.equal('-views');
    expect(moderator.defaultSort.map(({ reference, descending }) => [reference.column.name, descending])).to.deep.equal(
      [['views', true]],
    );
  });

  it('requests every column and relation once, however many columns show it', () => {
    expect(moderator.selection.columns.map(({ name }) => name)).to.deep.equal(['title', 'slug', 'views']);
    expect(moderator.selection.relations.map(({ kind, relation }) => `${kind} ${relation.name}`)).to.deep.equal([
      'related author',
      'related tags',
      'count comments',
    ]);
    const slots = moderator.columns.map(({ column, slot }) => `${column.name}: ${slot.kind} ${slot.index}`);
    expect(slots).to.include.members([
      'title: cell 0',
      'heading: cell 0',
      'author: relation 0',
      'author_name: relation 0',
    ]);
  });

  it('contains filters if the administrator has any one of their permissions, as in October', () => {
    expect([...nobody.filters.keys()]).to.deep.equal(['published', 'title']);
    expect([...moderator.filters.keys()]).to.deep.equal(['status', 'published', 'title']);
    const publisher = permittedLists.get(LIST, new PermissionSet(false, ['acme.blog.publish']));
    expect([...publisher.filters.keys()]).to.deep.equal(['status', 'published', 'title']);
  });

  it('contains only toolbar actions that the administrator may run, in file order (AD-31)', () => {
    expect(nobody.view.toolbarButtons).to.deep.equal(['create', 'measure']);
    expect(nobody.view.toolbarActions.map(({ action }) => action)).to.deep.equal(['measure']);
    expect(nobody.view.toolbarActions[0]?.confirm?.source).to.equal('Measure all?');
    expect(moderator.view.toolbarButtons).to.deep.equal(['create', 'measure', 'delete']);
    const superuser = permittedLists.get(LIST, new PermissionSet(true, []));
    expect(superuser.view.toolbarButtons).to.deep.equal(['publish', 'create', 'measure', 'delete']);
  });

  it('always contains both lists of assets (AD-32)', () => {
    expect(nobody.view.assets).to.deep.equal({ scripts: [], styles: [] });
  });

  it('is the same object for all administrators who may see the same parts, whatever their other permissions', () => {
    const other = new PermissionSet(false, ['acme.blog.access_posts', 'other.plugin.*']);
    expect(permittedLists.get(LIST, other)).to.equal(nobody);
    expect(permittedLists.get(LIST, new PermissionSet(false, ['acme.blog.moder.*']))).to.equal(nobody);
    expect(permittedLists.get(LIST, new PermissionSet(false, ['acme.*', 'backend.share_views']))).to.equal(
      permittedLists.get(LIST, new PermissionSet(true, [])),
    );
  });
});
