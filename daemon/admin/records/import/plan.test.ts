import { expect } from 'chai';
import { AdminError, invalid } from '../../api/errors.js';
import { PermissionSet } from '../../auth/permission-set.js';
import { permittedForms } from '../../schema/permitted/form.js';
import { mayImport } from '../../schema/permitted/list.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../../testing/small-plugin.js';
import { planImport } from './plan.js';

const [CREATE, UPDATE] = ['acme.blog.access_posts', 'acme.blog.publish'];

const { list, form } = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_import_export.yaml`]: 'import: { updateBy: [slug, status, id] }',
    [`${CONTROLLER}/config_form.yaml`]: [
      'name: Post',
      'form: ~/plugins/acme/blog/models/post/fields.yaml',
      'modelClass: Acme\\Blog\\Models\\Post',
      `permissions: { modelCreate: ${CREATE}, modelUpdate: ${UPDATE} }`,
    ].join('\n'),
    [`${MODELS}/post/fields.yaml`]: [
      'fields:',
      '  title: { label: Title }',
      '  slug: { label: Slug, readOnly: true }',
      `  status: { label: Status, permissions: ${CREATE} }`,
    ].join('\n'),
  }),
).schema.controllers.get('acme.blog.posts')!;

function planFor(codes: readonly string[], asked: Partial<Parameters<typeof planImport>[2]> = {}) {
  const forms = permittedForms.get(form!, new PermissionSet(false, codes));
  return planImport(list!.import!, forms, { mode: undefined, key: undefined, ...asked });
}

function modesOf(codes: readonly string[]) {
  const plan = planFor(codes);
  return plan instanceof AdminError ? plan.code : plan.modes;
}

/** The plan for an administrator with all permissions. */
function planOf(imports: string, fields: readonly string[], asked: Partial<Parameters<typeof planImport>[2]> = {}) {
  const files = pluginFiles({
    [`${CONTROLLER}/config_import_export.yaml`]: `import: ${imports}`,
    [`${MODELS}/post/fields.yaml`]: fields.join('\n'),
  });
  const posts = compileSmall(files).schema.controllers.get('acme.blog.posts')!;
  const forms = permittedForms.get(posts.form!, new PermissionSet(true, []));
  const plan = planImport(posts.list!.import!, forms, { mode: undefined, key: undefined, ...asked });
  return plan instanceof AdminError ? expect.fail(JSON.stringify(plan)) : plan;
}

describe('admin: the ways to import that an administrator has (AD-392, AD-513)', () => {
  it('follow the permissions to create and to update', () => {
    expect(modesOf([CREATE, UPDATE])).to.deep.equal(['create', 'update', 'both']);
    expect(modesOf([CREATE])).to.deep.equal(['create']);
    expect(modesOf([UPDATE])).to.deep.equal(['update']);
    expect(modesOf([])).to.equal('forbidden');
    for (const [codes, may] of [
      [[UPDATE], true],
      [[], false],
    ] as const) {
      expect(mayImport(list!, new PermissionSet(false, codes))).to.equal(may);
    }
  });

  it('need no key to create records', () => {
    const plan = planFor([CREATE, UPDATE], { mode: 'create' });
    expect(plan instanceof AdminError ? plan.code : plan.fields.map(({ name }) => name)).to.deep.equal([
      'title',
      'status',
    ]);
    expect(plan).to.have.property('create').with.property('context', 'create');
    expect(plan).to.not.have.property('update');
    expect(planFor([CREATE, UPDATE], { mode: 'create', key: 'slug' })).to.deep.equal(
      invalid('key', { rule: 'choice' }),
    );
  });

  it('have the forms of their mode, and the key of an update', () => {
    const update = planFor([CREATE, UPDATE], { mode: 'update', key: 'id' });
    expect(update).to.not.have.property('create');
    expect(update).to.have.nested.property('update.form.context', 'update');
    expect(update instanceof AdminError ? [] : update.fields.map(({ name }) => name)).to.deep.equal([
      ...['title', 'status', 'id'],
    ]);
    expect(update).to.have.nested.property('update.key.name', 'id');
    const both = planFor([CREATE, UPDATE], { mode: 'both' });
    expect(both).to.have.nested.property('create.context', 'create');
    expect(both).to.have.nested.property('update.key.name', 'slug');
    // The first mode is the default.
    expect(planFor([CREATE, UPDATE])).to.include({ mode: 'create' });
    expect(planFor([UPDATE])).to.include({ mode: 'update' });
  });

  it('refuse a mode that the permissions do not give', () => {
    expect(planFor([CREATE], { mode: 'update' })).to.include({ code: 'forbidden' });
    expect(planFor([UPDATE], { mode: 'create' })).to.include({ code: 'forbidden' });
    expect(planFor([UPDATE], { mode: 'both' })).to.include({ code: 'forbidden' });
  });

  it('match by fields that the administrator may see, also by one that is read-only, and by the id', () => {
    const keys = (codes: readonly string[]) => {
      const plan = planFor(codes, { mode: 'update' });
      return plan instanceof AdminError ? [] : plan.keys.map(({ name }) => name);
    };
    expect(keys([UPDATE])).to.deep.equal(['slug', 'id']);
    expect(keys([CREATE, UPDATE])).to.deep.equal(['slug', 'status', 'id']);
    for (const key of ['status', 'title', '']) {
      expect(planFor([UPDATE], { mode: 'update', key })).to.deep.equal(invalid('key', { rule: 'choice' }));
    }
  });

  it('match by a field as the form has it, which need not have a value in each row', () => {
    const plan = planOf('{ updateBy: [slug, status, views, id] }', [
      'fields:',
      '  slug: { label: Slug, readOnly: true }',
      '  status: { type: dropdown, required: true, options: { draft: Draft } }',
      '  views: { type: number }',
    ]);
    const shown = plan.keys.map(({ field: { name, binding, rules, view } }) => {
      const column = binding.kind === 'column' ? binding.column.name : binding.kind;
      return [name, column, rules.required, view.label?.source ?? null];
    });
    expect(shown).to.deep.equal([
      ['slug', 'slug', false, 'Slug'],
      ['status', 'status', true, null],
      ['views', 'views', false, null],
      ['id', 'id', false, 'backend::lang.import.id'],
    ]);
    // Its choices are found by their labels.
    expect(plan.keys[1]?.field.binding).to.have.nested.property('choices.kind', 'listed');
    expect(plan.fields.find(({ name }) => name === 'status')?.view.options).to.have.length(1);
  });

  it('fill a field of both forms as the one for new records has it', () => {
    const lines = ['fields:', '  title@create: { label: New }', '  title@update: { label: Old }'];
    const labels = (mode: 'create' | 'update' | 'both') =>
      planOf('{ updateBy: [slug, id] }', [...lines, '  slug: { label: Slug }'], { mode }).fields.map(
        ({ name, view }) => [name, view.label?.source],
      );
    expect(labels('both')).to.deep.equal([
      ['title', 'New'],
      ['slug', 'Slug'],
    ]);
    expect(labels('update')).to.deep.equal([
      ['title', 'Old'],
      ['slug', 'Slug'],
    ]);
  });

  it('fill the declared columns of those that a file can fill at all: no password, no nested form (AD-393)', () => {
    const offered = (imports: string) =>
      planOf(imports, [
        'fields:',
        '  title: { label: Title }',
        '  slug: { type: password }',
        '  status: { label: Status, readOnly: true }',
        '  settings: { type: nestedform, form: { fields: { a: { label: A } } } }',
        '  author: { type: relation }',
      ]).fields.map(({ name }) => name);
    expect(offered('{}')).to.deep.equal(['title', 'author']);
    expect(offered('{ columns: [author, title] }')).to.deep.equal(['title', 'author']);
    expect(offered('{ columns: [title] }')).to.deep.equal(['title']);
  });
});
