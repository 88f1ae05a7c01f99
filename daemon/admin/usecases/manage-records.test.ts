import { expect } from 'chai';
import { AnswerTooLong } from '../../core/faults.js';
import { AdminError } from '../api/errors.js';
import type { AdminRecord } from '../model/record.js';
import type { ListQuery } from '../model/query.js';
import type { RecordStore } from '../ports/record-store.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import {
  createCreateRecord,
  createDeleteRecords,
  createListRecords,
  createShowRecord,
  createUpdateRecord,
} from './manage-records.js';

const LIST = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
recordsPerPage: 30`,
    [`${MODELS}/post/columns.yaml`]: `
columns:
  title: Title
  author: { label: Author, relation: author, select: name, permissions: acme.blog.moderate }
  tags: { label: Tags, relation: tags, select: name, permissions: acme.blog.moderate }`,
  }),
).schema.controllers.get('acme.blog.posts')!.list!;

function listing(count: number) {
  const relations = [
    { kind: 'related', items: [{ id: '1', value: { kind: 'string', value: 'Ada' } }], hasMore: false },
    { kind: 'related', items: [], hasMore: false },
  ] as const;
  const records = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    cells: [{ kind: 'string', value: 'T' } as const],
    relations,
  }));
  const calls: (readonly [target: object, query: ListQuery])[] = [];
  const listRows: RecordStore['listRows'] = (target, query, read) => {
    calls.push([target, query]);
    return Promise.resolve({ records: records.map(read), hasMore: false, total: count });
  };
  return { calls, run: createListRecords(LIST, { listRows }) };
}

describe('admin: list records (AD-62)', () => {
  it('makes one call to the host, however many rows and relation columns the list shows (AD-51)', async () => {
    for (const count of [0, 1, 200]) {
      const { calls, run } = listing(count);
      const listed = await run([['per_page', '200']], SUPERUSER);
      expect(listed).to.have.property('rows').with.length(count);
      expect(calls).to.have.length(1);
    }
  });

  it('asks for less of each text the more texts a page has, so that any page can be sent (AD-52)', async () => {
    const { calls, run } = listing(1);
    for (const size of ['1', '20', '200']) await run([['per_page', size]], SUPERUSER);
    const asked = calls.map(([, { selection }]) => [selection.maxText, selection.maxRelatedText]);
    // Of each record one title, one author and at most ten tags; four bytes a character.
    const share = Math.floor((2 * 1024 * 1024) / 4 / (200 * 12));
    expect(asked).to.deep.equal([
      [2000, 2000],
      [2000, 2000],
      [share, share],
    ]);
  });

  it('says what to do about a page that the host cannot send (AD-54)', async () => {
    const listRows = (): Promise<never> => Promise.reject(new AnswerTooLong('the response has 4000000 bytes'));
    const refused = await createListRecords(LIST, { listRows })([], SUPERUSER);
    const fields = { per_page: [{ rule: 'page_bytes' }] } as const;
    expect(refused).to.deep.equal(new AdminError('validation_failed', { fields }));
  });

  it("requests the list's default page if the query names none", async () => {
    const { calls, run } = listing(1);
    await run([], SUPERUSER);
    await run(
      [
        ['page', '2'],
        ['per_page', '200'],
      ],
      SUPERUSER,
    );
    expect(calls.map(([, { page }]) => page)).to.deep.equal([
      { number: 1, size: 30 },
      { number: 2, size: 200 },
    ]);
  });

  it('requests and returns only the columns of the query', async () => {
    const { calls, run } = listing(1);
    const listed = await run([['columns', 'title']], SUPERUSER);
    expect(calls[0]?.[1].selection).to.deep.include({ relations: [] });
    expect(listed)
      .to.have.property('rows')
      .that.deep.equals([{ title: 'T', id: '0' }]);
  });

  it('requests only what this administrator may see', async () => {
    const { calls, run } = listing(1);
    const listed = await run([], askingWith());
    expect(calls[0]?.[1].selection).to.deep.include({ relations: [] });
    expect(listed)
      .to.have.property('rows')
      .that.deep.equals([{ title: 'T', id: '0' }]);
  });

  for (const query of [
    [['per_page', '201']],
    [['sort', 'author_id']],
    [['filter[status]', 'x']],
    [['search', 'x']],
  ] as const) {
    it(`returns 422 for ${query.join()}, without a call`, async () => {
      const { calls, run } = listing(1);
      const refused = await run(query, SUPERUSER);
      expect(refused).to.be.instanceOf(AdminError).and.have.property('code', 'validation_failed');
      expect(calls).to.have.length(0);
    });
  }
});

const POSTS = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelCreate: acme.blog.publish, modelUpdate: acme.blog.moderate, modelDelete: acme.blog.moderate }`,
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { required: true }
  slug: { label: Slug, permissions: acme.blog.access_posts }`,
  }),
).schema.controllers.get('acme.blog.posts')!;
const FORM = POSTS.form!;

const MODERATOR = askingWith('acme.blog.moderate');
const AUTHOR = askingWith('acme.blog.publish');
const RECORD: AdminRecord = { id: '9', version: 'v2', cells: [{ kind: 'string', value: 'T' }], relations: [] };
const JSON_OF_RECORD = { title: 'T', id: '9', _title: 'T', _labels: {}, _version: 'v2' };
const NOT_AN_ID = ['', 'a\0b', 'a\nb', 'x'.repeat(256), '\ud800'];

/** The error code. */
function code(outcome: object | undefined): string | undefined {
  return outcome instanceof AdminError ? outcome.code : undefined;
}

const create = (answer: Awaited<ReturnType<RecordStore['create']>>) => {
  const { calls, method } = recorded<Parameters<RecordStore['create']>, typeof answer>(answer);
  return { calls, run: createCreateRecord(FORM, { create: method }) };
};
const update = (answer: Awaited<ReturnType<RecordStore['update']>>) => {
  const { calls, method } = recorded<Parameters<RecordStore['update']>, typeof answer>(answer);
  return {
    calls,
    run: createUpdateRecord(FORM, { get: () => Promise.reject(new Error('not asked for')), update: method }),
  };
};
const remove = (answer: Awaited<ReturnType<RecordStore['delete']>>) => {
  const { calls, method } = recorded<Parameters<RecordStore['delete']>, typeof answer>(answer);
  return { calls, run: createDeleteRecords(POSTS, { delete: method }) };
};
const show = (answer: Awaited<ReturnType<RecordStore['get']>>) => {
  const { calls, method } = recorded<Parameters<RecordStore['get']>, typeof answer>(answer);
  return { calls, run: createShowRecord(FORM, { get: method }) };
};

describe('admin: create record (AD-44)', () => {
  it('sends the writable fields, and returns the record as this administrator may see it', async () => {
    const { calls, run } = create({ outcome: 'written', record: RECORD });
    expect(await run({ title: 'T', id: '1', slug: 'hidden' }, AUTHOR)).to.deep.equal(JSON_OF_RECORD);
    const [[target, write] = []] = calls;
    expect(target).to.deep.equal({ caller: AUTHOR.caller, controller: 'acme.blog.posts' });
    expect(write?.columns.map(({ column }) => column.name)).to.deep.equal(['title']);
  });

  it('returns forbidden without the permission, before it validates the body, without a call', async () => {
    const { calls, run } = create({ outcome: 'written', record: RECORD });
    expect(code(await run({}, MODERATOR))).to.equal('forbidden');
    expect(calls).to.have.length(0);
  });

  it('returns forbidden to a user with permission only for the other forms', async () => {
    const files = pluginFiles({
      [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelCreate: acme.blog.publish, modelUpdate: acme.blog.moderate, modelPreview: acme.blog.access_posts }`,
      [`${MODELS}/post/fields.yaml`]: 'fields: { title: { label: Title } }',
    });
    const form = compileSmall(files).schema.controllers.get('acme.blog.posts')!.form!;
    const written = { outcome: 'written', record: RECORD } as const;
    for (const [codes, expected] of [
      [['acme.blog.access_posts'], 'forbidden'],
      [['acme.blog.access_posts', 'acme.blog.moderate'], 'forbidden'],
      [['acme.blog.publish'], undefined],
    ] as const) {
      const { calls, method } = recorded<Parameters<RecordStore['create']>, typeof written>(written);
      const outcome = await createCreateRecord(form, { create: method })({ title: 'T' }, askingWith(...codes));
      expect(code(outcome), codes.join()).to.equal(expected);
      expect(calls).to.have.length(expected === undefined ? 1 : 0);
    }
  });

  it('shows the record in the preview form to a user who may only create and preview', async () => {
    const files = pluginFiles({
      [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelUpdate: acme.blog.moderate }`,
      [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  slug: { label: Slug, context: preview }`,
    });
    const form = compileSmall(files).schema.controllers.get('acme.blog.posts')!.form!;
    const written = { outcome: 'written', record: RECORD } as const;
    const { calls, method } = recorded<Parameters<RecordStore['create']>, typeof written>(written);
    await createCreateRecord(form, { create: method })({ title: 'T' }, AUTHOR);
    expect(calls[0]?.[2].columns.map(({ name }) => name)).to.deep.equal(['title', 'slug']);
  });

  it('returns 422 on the field for an invalid body, without a call', async () => {
    const { calls, run } = create({ outcome: 'written', record: RECORD });
    expect(await run({}, AUTHOR)).to.deep.equal(
      new AdminError('validation_failed', { fields: { title: [{ rule: 'required' }] } }),
    );
    expect(calls).to.have.length(0);
  });

  it("reports the host's refusal on its field, or in the words of the hook", async () => {
    const invalid = create({ outcome: 'invalid', errors: [{ field: 'title', messages: ['Taken.'] }] });
    expect(await invalid.run({ title: 'T' }, AUTHOR)).to.have.nested.property('details.fields.title[0]', 'Taken.');
    const refused = create({ outcome: 'refused', message: 'Not today.' });
    expect(await refused.run({ title: 'T' }, AUTHOR)).to.deep.equal(
      new AdminError('validation_failed', { message: 'Not today.' }),
    );
  });
});

describe('admin: update record (AD-84, AD-85)', () => {
  it('sends the fields in the body and the version that they are based on', async () => {
    const { calls, run } = update({ outcome: 'written', record: RECORD });
    expect(await run('9', { title: 'T', _version: 'v1', _labels: {}, id: '1' }, MODERATOR)).to.deep.equal(
      JSON_OF_RECORD,
    );
    const [[target, write, expectation] = []] = calls;
    expect(target).to.include({ controller: 'acme.blog.posts', id: '9' });
    expect(write?.columns.map(({ column }) => column.name)).to.deep.equal(['title']);
    expect(expectation?.expectedVersion).to.equal('v1');
  });

  it('returns a conflict with the current record as this administrator may see it', async () => {
    const { run } = update({ outcome: 'conflict', current: RECORD });
    expect(await run('9', { title: 'T', _version: 'v1' }, MODERATOR)).to.deep.equal(
      new AdminError('conflict', { current: { ...JSON_OF_RECORD, _changed: {} } }),
    );
  });

  it('returns forbidden without the permission, also for an impossible record id', async () => {
    const { calls, run } = update({ outcome: 'written', record: RECORD });
    for (const id of ['9', '']) expect(code(await run(id, {}, AUTHOR))).to.equal('forbidden');
    expect(calls).to.have.length(0);
  });

  it('returns 404 for an impossible record id without a call, and for a record outside the scope', async () => {
    const { calls, run } = update({ outcome: 'notFound' });
    const hidden = await run('9', {}, MODERATOR);
    for (const id of NOT_AN_ID) expect(await run(id, {}, MODERATOR)).to.deep.equal(hidden);
    expect(code(hidden)).to.equal('not_found');
    expect(calls).to.have.length(1);
  });

  it('returns 422 on the field for an invalid body, without a call', async () => {
    const { calls, run } = update({ outcome: 'written', record: RECORD });
    expect(await run('9', { title: '' }, MODERATOR)).to.deep.equal(
      new AdminError('validation_failed', { fields: { title: [{ rule: 'required' }] } }),
    );
    expect(calls).to.have.length(0);
  });

  it('never writes with a version that cannot be compared', async () => {
    const { calls, run } = update({ outcome: 'written', record: RECORD });
    expect(code(await run('9', { title: 'T', _version: 1 }, MODERATOR))).to.equal('validation_failed');
    expect(calls).to.have.length(0);
  });
});

describe('admin: show record (AD-67)', () => {
  it('queries within the form scope for the fields that this administrator may see', async () => {
    const { calls, run } = show(RECORD);
    expect(await run('9', 'update', MODERATOR)).to.deep.equal(JSON_OF_RECORD);
    const [[, selection, scope] = []] = calls;
    expect(scope).to.equal('form');
    expect(selection?.columns.map(({ name }) => name)).to.deep.equal(['title']);
  });

  it('shows the preview to users who may not update', async () => {
    expect(code(await show(RECORD).run('9', 'update', AUTHOR))).to.equal(undefined);
  });

  it('returns forbidden to users who may neither update nor preview', async () => {
    const files = pluginFiles({
      [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelUpdate: acme.blog.moderate, modelPreview: acme.blog.moderate }`,
    });
    const form = compileSmall(files).schema.controllers.get('acme.blog.posts')!.form!;
    const { calls, method } = recorded<Parameters<RecordStore['get']>, AdminRecord>(RECORD);
    for (const context of ['update', 'preview'] as const)
      expect(code(await createShowRecord(form, { get: method })('9', context, AUTHOR))).to.equal('forbidden');
    expect(calls).to.have.length(0);
  });

  it('returns 404 for a record outside the scope and for an impossible record id', async () => {
    const { calls, run } = show({ outcome: 'notFound' });
    for (const id of ['9', ...NOT_AN_ID]) expect(code(await run(id, 'update', SUPERUSER))).to.equal('not_found');
    expect(calls).to.have.length(1);
  });
});

describe('admin: delete records (AD-88)', () => {
  it('sends all of them in one call, within the list scope', async () => {
    const { calls, run } = remove({ outcome: 'deleted' });
    expect(await run(['1', '2'], 'list', MODERATOR)).to.equal(undefined);
    const target = { caller: MODERATOR.caller, controller: 'acme.blog.posts' };
    expect(calls).to.deep.equal([[target, ['1', '2'], 'list', MODERATOR.call]]);
  });

  it('returns forbidden without the permission', async () => {
    const { calls, run } = remove({ outcome: 'deleted' });
    expect(code(await run(['1'], 'form', AUTHOR))).to.equal('forbidden');
    expect(calls).to.have.length(0);
  });

  it('deletes nothing if one id is impossible', async () => {
    const { calls, run } = remove({ outcome: 'deleted' });
    for (const id of NOT_AN_ID) expect(code(await run(['1', id], 'list', MODERATOR))).to.equal('not_found');
    expect(calls).to.have.length(0);
  });

  for (const [what, buttons, expected] of [
    ['deletes if the list of a controller without a form has the button', '[delete]', undefined],
    ['returns forbidden if the list of a controller without a form has no such button', '[]', 'forbidden'],
  ] as const) {
    it(what, async () => {
      const files = pluginFiles({
        [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
toolbar: { buttons: ${buttons} }`,
        [`${CONTROLLER}/config_form.yaml`]: undefined,
      });
      const posts = compileSmall(files).schema.controllers.get('acme.blog.posts')!;
      expect(posts.form).to.equal(undefined);
      const deleted = { outcome: 'deleted' } as const;
      const { calls, method } = recorded<Parameters<RecordStore['delete']>, typeof deleted>(deleted);
      expect(code(await createDeleteRecords(posts, { delete: method })(['1'], 'list', AUTHOR))).to.equal(expected);
      expect(calls).to.have.length(expected === undefined ? 1 : 0);
    });
  }

  it('returns forbidden in a controller with neither form nor list', async () => {
    const { calls, method } = recorded<Parameters<RecordStore['delete']>, { outcome: 'deleted' }>({
      outcome: 'deleted',
    });
    const { controller, actions, partials } = POSTS;
    const bare = createDeleteRecords({ controller, actions, partials } as typeof POSTS, { delete: method });
    expect(code(await bare(['1'], 'form', SUPERUSER))).to.equal('forbidden');
    expect(calls).to.have.length(0);
  });

  it('returns 404 if one record is outside the scope, and 422 in the words of the hook that refused', async () => {
    expect(code(await remove({ outcome: 'notFound' }).run(['1'], 'list', MODERATOR))).to.equal('not_found');
    expect(await remove({ outcome: 'refused', message: 'In use.' }).run(['1'], 'list', MODERATOR)).to.deep.equal(
      new AdminError('validation_failed', { message: 'In use.' }),
    );
  });
});
