import { expect } from 'chai';
import type { FieldProblem } from '../api/errors.js';
import { AdminError, invalid } from '../api/errors.js';
import type { SavedView, ViewNotChanged, Views } from '../ports/views.js';
import { askingWith, recorded } from '../testing/asking.js';
import { compileSmall, CONTROLLER as CONTROLLER_DIR, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { createSavedViews } from './saved-views.js';

const LIST = compileSmall(
  pluginFiles({
    [`${CONTROLLER_DIR}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
filter: { scopes: { published: { type: switch } } }`,
    [`${MODELS}/post/columns.yaml`]: `
columns:
  title: { label: Title, searchable: true }
  status: { label: Status, permissions: acme.blog.moderate }`,
  }),
).schema.controllers.get('acme.blog.posts')!.list!;

const ADA = askingWith();
const MODERATOR = askingWith('acme.blog.moderate');
const CONTROLLER = 'acme.blog.posts';
const NOT_FOUND = new AdminError('not_found');
const VIEW: SavedView = {
  id: 'v1',
  name: 'Drafts',
  query: 'search=x',
  shared: true,
  version: 4,
  ownerId: '7',
  ownerName: 'Ada',
};
const BODY = { id: 'v1', name: 'Drafts', query: 'search=x', shared: true, own: true, owner: 'Ada', version: 4 };

function views(
  found: readonly SavedView[] = [VIEW],
  saved: SavedView | ViewNotChanged = VIEW,
  refused?: ViewNotChanged,
) {
  const list = recorded<Parameters<Views['list']>, readonly SavedView[]>(found);
  const save = recorded<Parameters<Views['save']>, typeof saved>(saved);
  const remove = recorded<Parameters<Views['delete']>, ViewNotChanged | undefined>(refused);
  const port = { list: list.method, save: save.method, delete: remove.method };
  return { calls: { list: list.calls, save: save.calls, remove: remove.calls }, ...createSavedViews(LIST, port) };
}

describe('admin: the saved views of a list (AD-293, AD-294)', () => {
  it('are the own and the shared ones, with what this administrator may see of each', async () => {
    const other = { ...VIEW, id: 'v2', ownerId: '8', ownerName: 'Bob', query: 'columns=title%2Cstatus&sort=status' };
    const { list, calls } = views([VIEW, other]);
    const ofOther = { ...BODY, id: 'v2', own: false, owner: 'Bob' };
    expect(await list(ADA)).to.deep.equal([BODY, { ...ofOther, query: 'columns=title' }]);
    expect(await list(MODERATOR)).to.deep.equal([BODY, { ...ofOther, query: other.query }]);
    expect(calls.list[0]).to.deep.equal(['7', CONTROLLER, ADA.call]);
  });

  it('are in the order of their names, then of their ids, for everybody', async () => {
    const named = ([name, id]: readonly [string, string]) => ({ ...VIEW, name, id });
    const orders = [
      ['b1', 'b2', 'b3', 'a4'],
      ['a4', 'b3', 'b2', 'b1'],
      ['b2', 'a4', 'b1', 'b3'],
    ].map((ids) => ids.map((id) => named([id.charAt(0), id.charAt(1)])));
    for (const order of orders) {
      expect((await views(order).list(ADA)).map(({ id }) => id)).to.deep.equal(['4', '1', '2', '3']);
    }
  });
});

describe('admin: a new view (AD-293, AD-295)', () => {
  const fresh = { name: ' Drafts ', query: 'search=x' };

  it('has a name and a query, and is shared if asked for', async () => {
    const { save, calls } = views();
    expect(await save('', fresh, ADA)).to.deep.equal(BODY);
    await save('', { ...fresh, shared: true }, ADA);
    const change = { administratorId: '7', list: CONTROLLER, id: '', version: 0, name: 'Drafts', query: 'search=x' };
    expect(calls.save).to.deep.equal([
      [{ ...change, shared: false }, ADA.call],
      [{ ...change, shared: true }, ADA.call],
    ]);
    expect(calls.list).to.deep.equal([]);
  });

  const problemsOf = async (body: Readonly<Record<string, unknown>>, asking = ADA) => {
    const { save, calls } = views();
    const saved = await save('', body, asking);
    expect(calls.save.length).to.equal(saved instanceof AdminError ? 0 : 1);
    return saved instanceof AdminError ? saved.details.fields : {};
  };

  it('is rejected with every problem at once', async () => {
    expect(await problemsOf({})).to.deep.equal({ name: [{ rule: 'required' }], query: [{ rule: 'required' }] });
    expect(await problemsOf({ name: 1, query: 2, shared: 'yes' })).to.deep.equal({
      name: [{ rule: 'string' }],
      query: [{ rule: 'string' }],
      shared: [{ rule: 'bool' }],
    });
  });

  it('has a name that people can see, of at most 100 characters of Unicode', async () => {
    const nameProblem = async (name: string): Promise<string | FieldProblem | undefined> =>
      (await problemsOf({ ...fresh, name }))?.['name']?.[0];
    for (const name of ['', ' ', '\u200b', ' \u00ad '])
      expect(await nameProblem(name)).to.deep.equal({ rule: 'required' });
    for (const name of ['a\nb', 'a\0', '\ud800']) {
      expect(await nameProblem(name)).to.deep.equal({ rule: 'string_characters' });
    }
    expect(await nameProblem(` ${'🎉'.repeat(100)} `)).to.equal(undefined);
    expect(await nameProblem('🎉'.repeat(101))).to.deep.equal({ rule: 'string_length', parameters: { maximum: 100 } });
    expect(await nameProblem('a\u200bb')).to.equal(undefined);
  });

  it('has a query of at most 4 KiB, that the list understands and its author may use', async () => {
    const queryProblems = async (query: string, asking = ADA) => problemsOf({ ...fresh, query }, asking);
    expect(await queryProblems('')).to.deep.equal({});
    expect(await queryProblems('search=\0')).to.deep.equal({ query: [{ rule: 'string_characters' }] });
    expect(await queryProblems('page=2')).to.deep.equal({ query: [{ rule: 'unknown' }] });
    expect(await queryProblems('columns=status')).to.deep.equal({ query: [{ rule: 'unknown' }] });
    expect(await queryProblems('columns=status', MODERATOR)).to.deep.equal({});
    // The values of filters depend on the time zone of the reader.
    expect(await queryProblems('filter[published]=maybe')).to.deep.equal({});
    // As the list itself would report it, by its parameter.
    expect(await queryProblems('search=a&search=b')).to.deep.equal({ search: [{ rule: 'repeated' }] });
    expect(await queryProblems('sort=title,-title')).to.deep.equal({ sort: [{ rule: 'repeated' }] });
    expect(await queryProblems(`search=${'x'.repeat(300)}`)).to.have.property('search');
    expect(await queryProblems('sort=title&search=x')).to.deep.equal({});
    // Counted in bytes.
    const maximum = 4096;
    const tooLong = { query: [{ rule: 'view_size', parameters: { maximum } }] };
    for (const one of ['x', 'é']) {
      const columns = (bytes: number) => `columns=${one.repeat((bytes - 8) / Buffer.byteLength(one))}`;
      expect(await queryProblems(columns(maximum + 2))).to.deep.equal(tooLong);
      expect(await queryProblems(columns(maximum))).to.deep.equal({ query: [{ rule: 'unknown' }] });
    }
  });

  it('is refused if there are too many', async () => {
    const refused = await views([], { refusal: 'tooMany' }).save('', fresh, ADA);
    expect(refused).to.deep.equal(invalid('name', { rule: 'view_count' }));
  });
});

describe('admin: the change of a view (AD-296)', () => {
  it('keeps what the body lacks, and names the version that it is based on', async () => {
    const { save, calls } = views([{ ...VIEW, id: 'v0' }, VIEW]);
    expect(await save('v1', { version: 4, name: 'Other' }, ADA)).to.deep.equal(BODY);
    await save('v1', { version: 5, shared: false, query: 'sort=title' }, ADA);
    const change = { administratorId: '7', list: CONTROLLER, id: 'v1' };
    expect(calls.save).to.deep.equal([
      [{ ...change, version: 4, shared: true, name: 'Other', query: 'search=x' }, ADA.call],
      [{ ...change, version: 5, shared: false, name: 'Drafts', query: 'sort=title' }, ADA.call],
    ]);
  });

  it('needs a version, as a number that the contract can carry', async () => {
    const { save, calls } = views();
    const rejected = async (version: unknown) => save('v1', { version }, ADA);
    expect(await rejected(undefined)).to.deep.equal(invalid('version', { rule: 'required' }));
    for (const version of ['4', 1.5, -1, 2 ** 32, null, NaN]) {
      expect(await rejected(version)).to.deep.equal(invalid('version', { rule: 'integer' }));
    }
    expect(calls.save).to.deep.equal([]);
    for (const version of [0, 2 ** 32 - 1]) expect(await rejected(version)).to.deep.equal(BODY);
  });

  it('is refused for an unknown view, and with the reason of the host', async () => {
    const { save, calls } = views([]);
    expect(await save('v1', { version: 4 }, ADA)).to.deep.equal(NOT_FOUND);
    for (const id of ['a b', 'é', 'x'.repeat(65), 'v1\n', '/v1']) {
      expect(await save(id, { version: 4 }, ADA), id).to.deep.equal(NOT_FOUND);
    }
    expect(calls).to.deep.include({ save: [] });
    expect(calls.list).to.have.length(1);
    for (const [refusal, code] of [
      ['unknown', 'not_found'],
      ['stale', 'conflict'],
      ['forbidden', 'forbidden'],
    ] as const) {
      const refused = await views([VIEW], { refusal }).save('v1', { version: 4 }, ADA);
      expect(refused).to.deep.equal(new AdminError(code));
    }
  });
});

describe('admin: the removal of a view (AD-293)', () => {
  it('is up to the host', async () => {
    const { delete: remove, calls } = views();
    expect(await remove('aZ0-_', ADA)).to.equal(undefined);
    expect(calls.remove).to.deep.equal([['7', CONTROLLER, 'aZ0-_', ADA.call]]);
    const refused = await views([], VIEW, { refusal: 'forbidden' }).delete('v1', ADA);
    expect(refused).to.deep.equal(new AdminError('forbidden'));
  });

  it('asks the host for no id that it cannot have', async () => {
    const { delete: remove, calls } = views();
    for (const id of ['', 'a b', 'x'.repeat(65), 'v1\n']) expect(await remove(id, ADA), id).to.deep.equal(NOT_FOUND);
    expect(calls.remove).to.deep.equal([]);
    expect(await remove('x'.repeat(64), ADA)).to.equal(undefined);
  });
});
