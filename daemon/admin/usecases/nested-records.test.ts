import { expect } from 'chai';
import { AnswerTooLong } from '../../core/faults.js';
import { AdminError } from '../api/errors.js';
import type { Selection } from '../model/query.js';
import type { AdminRecord } from '../model/record.js';
import type { NotFound, RecordStore, Refused } from '../ports/record-store.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { createCreateRecord, createShowRecord, createUpdateRecord } from './manage-records.js';

type Answer = Awaited<ReturnType<RecordStore['update']>>;

const code = (outcome: object) => (outcome instanceof AdminError ? outcome.code : 'none');

const NESTED = compileSmall(
  pluginFiles({
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  settings:
    type: repeater
    form: { fields: { text: { label: Text } } }`,
  }),
).schema.controllers.get('acme.blog.posts')!.form!;

const STORED: AdminRecord = {
  id: '9',
  version: 'v2',
  cells: [
    { kind: 'string', value: 'T' },
    { kind: 'json', value: '[{"text":"L","own":1e400}]' },
  ],
  relations: [],
};

function updating(stored: AdminRecord | NotFound = STORED) {
  const get = recorded<Parameters<RecordStore['get']>, AdminRecord | NotFound>(stored);
  const update = recorded<Parameters<RecordStore['update']>, Answer>({ outcome: 'written', record: STORED });
  return { get, update, run: createUpdateRecord(NESTED, { get: get.method, update: update.method }) };
}

describe('admin: a record with nested forms (AD-351)', () => {
  const settings = [{ _item: 0, text: 'M' }];

  it('keeps what its form does not show, of the version that the body names or that was read', async () => {
    const { get, update, run } = updating();
    expect(await run('9', { settings, _version: 'v1' }, SUPERUSER)).to.include({ id: '9' });
    await run('9', { settings: [{ text: 'N' }] }, SUPERUSER);
    const [[target, selection, scope, call] = expect.fail()] = get.calls;
    const { caller } = SUPERUSER;
    expect(target).to.deep.equal({ caller, controller: 'acme.blog.posts', id: '9' });
    expect(selection.columns.map(({ name }) => name)).to.deep.equal(['title', 'settings']);
    expect([scope, call]).to.deep.equal(['form', SUPERUSER.call]);
    expect(update.calls.map(([, { columns }]) => columns.map(({ value }) => value))).to.deep.equal([
      [{ kind: 'json', value: '[{"text":"M","own":1e400}]' }],
      [{ kind: 'json', value: '[{"text":"N"}]' }],
    ]);
    expect(update.calls.map(([, , expectation]) => expectation)).to.deep.equal([
      { expectedVersion: 'v1', selection },
      { expectedVersion: 'v2', selection },
    ]);
  });

  it('has no expected version if neither the body nor the record has one', async () => {
    const { id, cells, relations } = STORED;
    const { update, run } = updating({ id, cells, relations });
    await run('9', { settings: [{ text: 'N' }] }, SUPERUSER);
    await run('9', { title: 'T' }, SUPERUSER);
    for (const [, , expectation] of update.calls) expect(expectation).to.have.all.keys('selection');
    expect(update.calls).to.have.length(2);
  });

  it('is not read for a body without a nested value, and not written if it is out of the scope', async () => {
    const { get, run } = updating();
    await run('9', { title: 'T' }, SUPERUSER);
    expect(get.calls).to.deep.equal([]);
    const gone = updating({ outcome: 'notFound' });
    expect(code(await gone.run('9', { settings, _version: 'v1' }, SUPERUSER))).to.equal('not_found');
    expect(gone.update.calls).to.deep.equal([]);
  });

  it('names places of a list only beside the version that they belong to', async () => {
    const { update, run } = updating();
    expect(code(await run('9', { settings }, SUPERUSER))).to.equal('validation_failed');
    expect(update.calls).to.deep.equal([]);
  });
});

describe('admin: a record that the host cannot send back (AD-54)', () => {
  it('is answered with 413, because it was not written', async () => {
    const tooLong = () => Promise.reject(new AnswerTooLong('too long'));
    const refused = new AdminError('payload_too_large');
    const create = createCreateRecord(NESTED, { create: tooLong });
    expect(await create({ title: 'T' }, SUPERUSER)).to.deep.equal(refused);
    const update = createUpdateRecord(NESTED, { get: tooLong, update: tooLong });
    expect(await update('9', { title: 'T' }, SUPERUSER)).to.deep.equal(refused);
  });
});

describe('admin: the form in which a record is shown (AD-67)', () => {
  const { form } = compileSmall(
    pluginFiles({
      [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelPreview: acme.blog.publish, modelUpdate: acme.blog.moderate }`,
      [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  slug: { label: Slug, context: preview }
  status: { label: Status, context: update }
  rating: { label: Rating, context: create }`,
    }),
  ).schema.controllers.get('acme.blog.posts')!;
  const asking = (...codes: readonly ('publish' | 'moderate')[]) =>
    askingWith(...codes.map((one) => `acme.blog.${one}`));
  const namesOf = ({ columns }: Selection) => columns.map(({ name }) => name).at(-1);

  it('is the asked one, or the other one for users who may open only that', async () => {
    for (const [codes, preferred, shown] of [
      [['publish', 'moderate'], 'update', 'status'],
      [['publish', 'moderate'], 'preview', 'slug'],
      [['moderate'], 'preview', 'status'],
      [['publish'], 'update', 'slug'],
    ] as const) {
      const { calls, method } = recorded<Parameters<RecordStore['get']>, NotFound>({ outcome: 'notFound' });
      await createShowRecord(form!, { get: method })('9', preferred, asking(...codes));
      expect(namesOf(calls[0]![1]), `${codes.join()} ${preferred}`).to.equal(shown);
    }
  });

  it('is the first of update, preview and create that its author may open, for a new record', async () => {
    for (const [codes, shown] of [
      [['publish', 'moderate'], 'status'],
      [['moderate'], 'status'],
      [['publish'], 'slug'],
      [[], 'rating'],
    ] as const) {
      const { calls, method } = recorded<Parameters<RecordStore['create']>, Refused>({
        outcome: 'refused',
        message: '',
      });
      await createCreateRecord(form!, { create: method })({ title: 'T' }, asking(...codes));
      expect(namesOf(calls[0]![2]), codes.join()).to.equal(shown);
    }
  });
});
