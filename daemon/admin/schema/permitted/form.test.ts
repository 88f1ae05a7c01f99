import { expect } from 'chai';
import { PermissionSet } from '../../auth/permission-set.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles, registrationWith } from '../../testing/small-plugin.js';
import { permittedForms } from './form.js';
import { permittedRelations } from './list.js';

const POSTS = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
preview: { form: { fields: { title: {} } } }
permissions: { modelCreate: [acme.blog.publish, acme.blog.moderate], modelDelete: acme.blog.moderate }`,
    [`${CONTROLLER}/config_relation.yaml`]: `
comments: { view: { list: { columns: { body: Comment } } } }
tags: { view: { list: { columns: { name: { searchable: true } } } }, readOnly: true }`,
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { required: true }
  title@preview: { readOnly: true }
  slug: { context: create }
  status: { type: dropdown, options: statuses, permissions: [acme.blog.publish, acme.blog.moderate] }
  views: { type: number }
  rating: { type: number, min: 1, max: 5, step: 0.5 }
  published: { type: switch, readOnly: true }
  published_at: { type: datepicker, disabled: true }
  day: { type: datepicker, hidden: true }
  author: { type: relation, scope: active }
  tags: { type: relation }
  comments: { type: relationmanager, permissions: acme.blog.moderate }
  note: { type: section, label: Note }
  _memo: { label: Memo }
  settings: { type: checkboxlist, options: [a, b] }
  meter: { type: widget, widget: acme-blog-meter, action: publish, fill: [rating, title] }`,
  }),
  registrationWith({ assets: { scripts: ['js/meter.js'], styles: [] } }),
).schema.controllers.get('acme.blog.posts')!;

const FORM = POSTS.form!;
const nobody = permittedForms.get(FORM, new PermissionSet(false, []));
const superuser = permittedForms.get(FORM, new PermissionSet(true, []));

describe('forms of one administrator', () => {
  it('is writable only with a column or relation, and if the YAML does not disable it (AD-15)', () => {
    expect([...superuser.update!.writable.keys()]).to.deep.equal([
      'title',
      'status',
      'rating',
      'author',
      'tags',
      'settings',
    ]);
    expect([...superuser.create!.writable.keys()]).to.include('slug');
    expect([...superuser.preview!.writable.keys()]).to.deep.equal(['title']);
  });

  it('lists the fields of the forms that the administrator may use, and none without any form', () => {
    const form = compileSmall(
      pluginFiles({
        [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelCreate: acme.blog.publish, modelUpdate: acme.blog.moderate, modelPreview: acme.blog.access_posts }`,
        [`${MODELS}/post/fields.yaml`]: `
fields:
  title: {}
  slug: { context: create }
  views: { type: number, context: [update, preview] }
  status: { context: update }`,
      }),
    ).schema.controllers.get('acme.blog.posts')!.form!;
    const names = (...codes: string[]): string[] =>
      permittedForms.get(form, new PermissionSet(false, codes)).view.fields.map(({ name }) => name);
    expect(names()).to.deep.equal([]);
    expect(names('acme.blog.publish')).to.deep.equal(['title', 'slug']);
    expect(names('acme.blog.access_posts')).to.deep.equal(['title', 'views']);
    expect(names('acme.blog.moderate')).to.deep.equal(['title', 'views', 'status']);
    expect(names('acme.blog.moderate', 'acme.blog.publish')).to.deep.equal(['title', 'slug', 'views', 'status']);
  });

  it('has the rules of each value', () => {
    const rules = (name: string) => superuser.update!.writable.get(name)?.rules;
    expect(rules('title')).to.deep.equal({ required: true });
    expect(rules('rating')).to.deep.equal({ required: false, min: 1, max: 5, step: 0.5 });
    expect(rules('status')).to.deep.equal({ required: false, optionProvider: 'statuses' });
    expect(rules('settings')).to.deep.equal({ required: false, choices: new Set(['a', 'b']) });
  });

  it('requires a belongsTo relation with a key that is not nullable, whatever the YAML says (admin_registration.proto: AdminBelongsTo)', () => {
    const field = superuser.update!.writable.get('author');
    expect([field?.rules, field?.view.required]).to.deep.equal([{ required: true }, true]);
    expect(superuser.update!.writable.get('tags')?.rules).to.deep.equal({ required: false });
  });

  it('shows a field of a protected column as read-only, because Gatehouse never writes it', () => {
    const views = superuser.view.fields.find(({ name }) => name === 'views');
    expect(views?.readOnly).to.equal(true);
  });

  it('removes fields without the permission from display, selection and writes', () => {
    expect([...nobody.update!.writable.keys()]).not.to.include('status');
    expect([...nobody.update!.fields.keys()]).not.to.include.members(['status', 'comments', 'meter']);
    expect(nobody.update!.selection.columns.map(({ name }) => name)).not.to.include('status');
    expect(JSON.stringify(nobody.view.fields)).not.to.match(/status|comments|meter/);
  });

  it('has a widget only if the administrator may run its action (AD-31)', () => {
    const names = (granted: readonly string[]) =>
      permittedForms.get(FORM, new PermissionSet(false, granted)).view.fields.map(({ name }) => name);
    expect(names(['acme.blog.publish'])).to.include('meter');
    expect(names(['acme.blog.moderate'])).not.to.include('meter');
  });

  it('requires every code for an operation (AD-130)', () => {
    expect([nobody.create, nobody.view.contexts.create, nobody.mayDelete]).to.deep.equal([null, null, false]);
    const half = permittedForms.get(FORM, new PermissionSet(false, ['acme.blog.moderate']));
    expect([half.create, half.mayDelete]).to.deep.equal([null, true]);
    expect(superuser.create).not.to.equal(null);
  });

  it('neither names nor fills a hidden field from a visible one (AD-31)', () => {
    const form = compileSmall(
      pluginFiles({
        [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { preset: { field: status, type: exact } }
  slug: { dependsOn: [status, title] }
  status: { permissions: acme.blog.moderate }
  rating: { type: number, trigger: { action: show, field: status, condition: 'value[x]' } }
  published: { type: switch, trigger: { action: hide, field: title, condition: unchecked } }
  meter: { type: widget, widget: acme-blog-meter, action: measure, fill: [status, title] }`,
      }),
      registrationWith({ assets: { scripts: ['js/meter.js'], styles: [] } }),
    ).schema.controllers.get('acme.blog.posts')!.form!;
    const formOf = (isSuperuser: boolean) => permittedForms.get(form, new PermissionSet(isSuperuser, []));
    expect(JSON.stringify(formOf(false).view)).not.to.contain('status');
    const told = (isSuperuser: boolean) =>
      formOf(isSuperuser).view.fields.map(({ name, dependsOn, fill, trigger, preset }) => [
        name,
        ...dependsOn,
        ...(fill ?? []),
        ...[trigger, preset].flatMap((one) => one?.field ?? []),
      ]);
    expect(told(true)).to.deep.equal([
      ['title', 'status'],
      ['slug', 'status', 'title'],
      ['status'],
      ['rating', 'status'],
      ['published', 'title'],
      ['meter', 'status', 'title'],
    ]);
    expect(told(false)).to.deep.equal([
      ['title'],
      ['slug', 'title'],
      ['rating'],
      ['published', 'title'],
      ['meter', 'title'],
    ]);
    const filled = (isSuperuser: boolean) => {
      const binding = formOf(isSuperuser).update?.fields.get('meter')?.field.binding;
      return binding?.kind === 'widget' && binding.fill.map(({ name }) => name);
    };
    expect(filled(true)).to.deep.equal(['status', 'title']);
    expect(filled(false)).to.deep.equal(['title']);
  });

  it('has different fields if a form has a file of its own', () => {
    expect([...superuser.preview!.fields.keys()]).to.deep.equal(['title']);
    const titles = superuser.view.fields.filter(({ name }) => name === 'title');
    expect(titles.map(({ context }) => context)).to.deep.equal([['create', 'update'], ['preview']]);
  });

  it('requests the labels of relation fields together with the record', () => {
    const relations = superuser.update!.selection.relations.map((selection) => [
      selection.relation.name,
      selection.kind === 'related' && selection.limit,
    ]);
    expect(relations).to.deep.equal([
      ['author', 1],
      ['tags', 1000],
    ]);
  });
});

describe('relation managers of one administrator', () => {
  const comments = POSTS.relations.get('comments')!;
  const tags = POSTS.relations.get('tags')!;

  it('exist if the administrator may see a field that shows them, or if no field shows them', () => {
    expect(permittedRelations.get(comments, new PermissionSet(false, []))).to.equal(undefined);
    expect(permittedRelations.get(comments, new PermissionSet(false, ['acme.blog.moderate']))).not.to.equal(undefined);
    expect(permittedRelations.get(tags, new PermissionSet(false, []))).not.to.equal(undefined);
  });

  it('offer no unlinking from a hasMany with a required key, and no buttons when read-only', () => {
    const everything = new PermissionSet(true, []);
    const buttons = (schema: typeof comments) => {
      const { canLink, canUnlink } = permittedRelations.get(schema, everything)!.view;
      return { canLink, canUnlink };
    };
    expect(buttons(comments)).to.deep.equal({ canLink: true, canUnlink: false });
    expect(buttons(tags)).to.deep.equal({ canLink: false, canUnlink: false });
  });

  it('search if a column is searchable', () => {
    const search = (schema: typeof comments) =>
      permittedRelations.get(schema, new PermissionSet(true, []))!.view.view.search;
    expect(search(tags)).not.to.equal(null);
    expect(search(comments)).to.equal(null);
  });
});
