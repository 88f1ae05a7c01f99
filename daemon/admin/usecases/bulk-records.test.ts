import { expect } from 'chai';
import { AdminError, invalid } from '../api/errors.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { AdminRecord } from '../model/record.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { Bulk, BulkOutcome, BulkRun, Walk } from '../ports/bulk.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles, POSTS, registrationWith } from '../testing/small-plugin.js';
import { createExportRecords, createRunOnRecords } from './bulk-records.js';

const PUBLISH = 'acme.blog.publish';
const EDITOR = askingWith('acme.blog.access_posts');

function controllerWith(list: string, form = ''): ControllerSchema {
  const files = pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
${list}`,
    [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
${form}`,
    [`${MODELS}/post/columns.yaml`]: `
columns:
  views: { label: Views }
  slug: { label: Slug, searchable: true, permissions: acme.blog.moderate }
  title: { label: Title, searchable: true }
  author: { label: Author, relation: author, select: name }`,
  });
  const actions = [
    { name: 'publish', label: 'Publish', permissions: [PUBLISH], onRecords: true },
    { name: 'measure', label: 'Measure', permissions: [] },
  ];
  return compileSmall(files, registrationWith({ actions })).schema.controllers.get(POSTS.id)!;
}

const WHOLE = controllerWith(
  `
filter: { scopes: { published: { type: switch } } }
rowActions: [publish]
toolbar: { buttons: [measure] }`,
  `permissions: { modelDelete: ${PUBLISH} }`,
);

const RECORD: AdminRecord = {
  id: '9',
  cells: [
    { kind: 'int64', value: 5n },
    { kind: 'string', value: 'T' },
  ],
  relations: [{ kind: 'related', items: [{ id: '1', value: { kind: 'string', value: 'Ada' } }], hasMore: false }],
};

function exporting(controller = WHOLE) {
  const calls: (readonly [target: object, walk: Walk])[] = [];
  const walk: Bulk['walk'] = (target, asked, rowOf) => {
    calls.push([target, asked]);
    return Promise.resolve({ records: [rowOf(RECORD)], hasMore: true });
  };
  return { calls, run: createExportRecords(controller.list!, { walk }) };
}

describe('admin: the export of a list (AD-274, AD-275)', () => {
  it('reads the next records by key, with the columns that the administrator may see', async () => {
    const { run, calls } = exporting();
    const exported = await run([], EDITOR);
    expect(exported).to.deep.equal({ rows: [{ views: 5, title: 'T', author: 'Ada', id: '9' }], hasMore: true });
    const [[target, walk] = expect.fail()] = calls;
    expect(target).to.deep.equal({ caller: EDITOR.caller, controller: 'acme.blog.posts' });
    expect([walk.after, walk.limit]).to.deep.equal(['', 200]);
    expect(walk.matching).to.deep.include({ conditions: [], scopes: [] });
    const { selection } = walk;
    expect(selection.columns.map(({ name }) => name)).to.deep.equal(['views', 'title']);
    expect(selection.relations.map(({ relation }) => relation.name)).to.deep.equal(['author']);
    expect([selection.maxText, selection.maxRelatedText]).to.deep.equal([32_767, 32_767]);
  });

  it('continues behind a record, with search and filters, and with chosen columns alone', async () => {
    const { run, calls } = exporting();
    const query: QueryEntries = [
      ['after', '9'],
      ['search', 'x'],
      ['filter[published]', '1'],
      ['columns', 'title'],
    ];
    await run(query, EDITOR);
    const [[, walk] = expect.fail()] = calls;
    expect(walk.after).to.equal('9');
    expect(walk.matching.search?.terms).to.deep.equal(['x']);
    expect(walk.matching.conditions).to.have.length(1);
    expect(walk.selection.columns.map(({ name }) => name)).to.deep.equal(['title']);
    expect(walk.selection.relations).to.deep.equal([]);
  });

  it('rejects what it does not understand, without a call', async () => {
    const { run, calls } = exporting();
    for (const [query, name, rule] of [
      [[['page', '1']], 'page', 'unknown'],
      [[['per_page', '1']], 'per_page', 'unknown'],
      [[['sort', 'title']], 'sort', 'unknown'],
      [[['x', '1']], 'x', 'unknown'],
      [[['after', 'a\0']], 'after', 'choice'],
      [
        [
          ['after', '1'],
          ['after', '1'],
        ],
        'after',
        'repeated',
      ],
    ] as const) {
      expect(await run(query, EDITOR), name).to.deep.equal(invalid(name, { rule }));
    }
    expect(await run([['search', 'x'.repeat(300)]], EDITOR)).to.have.property('code', 'validation_failed');
    expect(await run([['filter[gone]', 'x']], EDITOR)).to.have.property('code', 'validation_failed');
    expect(calls).to.deep.equal([]);
  });
});

const OUTCOME: BulkOutcome = {
  done: 2,
  unchanged: [{ id: '3', label: 'Three', reason: 'missing', message: '' }],
  last: '9',
  hasMore: true,
  message: 'Done.',
};

function running(controller = WHOLE) {
  const { calls, method } = recorded<Parameters<Bulk['run']>, BulkOutcome>(OUTCOME);
  return { calls, run: createRunOnRecords(controller, { run: method }) };
}

const IDS = { ids: ['1', '2', '3'] };
const [NOT_FOUND, FORBIDDEN] = [new AdminError('not_found'), new AdminError('forbidden')];

function without(controller: ControllerSchema, part: 'list' | 'form'): ControllerSchema {
  const parts = Object.entries(controller).filter(([name]) => name !== part);
  return Object.fromEntries(parts) as unknown as ControllerSchema;
}

describe('admin: an act on many records (AD-270 to AD-273)', () => {
  it('runs an action on chosen records, with one call', async () => {
    const { run, calls } = running();
    const asking = askingWith('acme.blog.access_posts', PUBLISH);
    expect(await run('publish', [], IDS, asking)).to.deep.equal({
      done: 2,
      unchanged: OUTCOME.unchanged,
      last: '9',
      has_more: true,
      message: 'Done.',
    });
    const target = { caller: asking.caller, controller: 'acme.blog.posts' };
    // The first text that the administrator may see names a record.
    const act = { action: 'publish', records: IDS, labelColumn: 'title' };
    expect(calls).to.deep.equal([[target, act, asking.call]]);
    await run('publish', [], IDS, SUPERUSER);
    expect(calls[1]?.[1].labelColumn).to.equal('slug');
  });

  it('deletes the records that match a search and filters, behind a record', async () => {
    const { run, calls } = running();
    const query: QueryEntries = [
      ['search', 'x'],
      ['filter[published]', '1'],
    ];
    await run('delete', query, { after: '7' }, SUPERUSER);
    const [[, act] = expect.fail()] = calls;
    expect(act.action).to.equal(undefined);
    const { records } = act as { readonly records: Exclude<BulkRun['records'], { ids: unknown }> };
    expect([records.after, records.limit]).to.deep.equal(['7', 200]);
    expect(records.matching.search?.terms).to.deep.equal(['x']);
    expect(records.matching.conditions).to.have.length(1);
  });

  it('rejects a query beside chosen records, and one that the list does not understand, without a call', async () => {
    const { run, calls } = running();
    const both = await run('delete', [['search', 'x']], IDS, SUPERUSER);
    expect(both).to.deep.equal(invalid('search', { rule: 'unknown' }));
    for (const name of ['page', 'per_page', 'sort', 'columns', 'x']) {
      const refused = await run('delete', [[name, 'title']], { after: '' }, SUPERUSER);
      expect(refused, name).to.deep.equal(invalid(name, { rule: 'unknown' }));
    }
    expect(await run('delete', [['filter[gone]', 'x']], { after: '' }, SUPERUSER)).to.be.instanceOf(AdminError);
    expect(calls).to.deep.equal([]);
  });

  it('needs the permission of the act', async () => {
    const { run, calls } = running();
    expect(await run('publish', [], IDS, EDITOR)).to.deep.equal(FORBIDDEN);
    expect(await run('delete', [], IDS, EDITOR)).to.deep.equal(FORBIDDEN);
    expect(calls).to.deep.equal([]);
    await run('delete', [], IDS, askingWith(PUBLISH));
    expect(calls).to.have.length(1);
  });

  it('runs only actions that the list offers for many records', async () => {
    const { run, calls } = running();
    for (const name of ['measure', 'gone', '', 'constructor']) {
      expect(await run(name, [], IDS, SUPERUSER), name).to.deep.equal(NOT_FOUND);
    }
    expect(await running(controllerWith('')).run('publish', [], IDS, SUPERUSER)).to.deep.equal(NOT_FOUND);
    expect(await running(without(WHOLE, 'list')).run('delete', [], IDS, SUPERUSER)).to.deep.equal(NOT_FOUND);
    expect(calls).to.deep.equal([]);
  });

  it('deletes in a list without a form only if it has a button for that', async () => {
    const withoutForm = (list: string): ControllerSchema => without(controllerWith(list), 'form');
    expect(await running(withoutForm('')).run('delete', [], IDS, SUPERUSER)).to.deep.equal(FORBIDDEN);
    const { run, calls } = running(withoutForm('toolbar: { buttons: [delete] }'));
    expect(await run('delete', [], IDS, SUPERUSER)).to.have.property('done', 2);
    expect(calls).to.have.length(1);
  });
});
