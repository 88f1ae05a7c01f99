import type { Administrator, Directory, NewAdministrator, ViewChange, Views } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { concurrently } from '../state-under-test.js';
import type { ShopDatabase, TestDatabase } from './databases.js';

const SHARES = 'backend.share_views';
const LIST = 'acme.blog.posts';

/** The rules of admin_view.proto. `open` is called before each test, for a database with all tables and no row. */
export function viewsConformance(open: () => Promise<TestDatabase>): void {
  let test: TestDatabase;
  let db: ShopDatabase;
  let directory: Directory;
  let views: Views;

  beforeEach(async () => {
    test = await open();
    db = test.connect();
    directory = createSqlDirectory(adminDatabase(db, test.engine));
    if (directory.views === undefined) expect.fail('the directory has no views');
    views = directory.views;
  });
  afterEach(() => test.close());

  let count = 0;
  async function person(codes: readonly string[] = [], more: Partial<NewAdministrator> = {}): Promise<Administrator> {
    count += 1;
    const login = `person-${String(count)}`;
    const passwordHash = `$2b$10$${'a'.repeat(53)}`;
    const made = await directory.create({
      login,
      email: `${login}@example.test`,
      passwordHash,
      superuser: false,
      ...more,
    });
    if ('refused' in made) expect.fail(`not created: ${made.refused}`);
    await db
      .updateTable('backend_users')
      .set({ permissions: JSON.stringify(codes) })
      .where('id', '=', Number(made.id))
      .execute();
    return made;
  }

  const contents = { list: LIST, shared: false, name: 'Drafts', query: 'filter[status]=draft' };
  const fresh = { ...contents, id: undefined, version: 0 };

  async function save(by: Administrator, change: Partial<ViewChange> = {}) {
    return views.save({ ...fresh, ...change, administratorId: by.id });
  }

  async function saved(by: Administrator, change: Partial<ViewChange> = {}) {
    const outcome = await save(by, change);
    if (typeof outcome === 'string') expect.fail(`not saved: ${outcome}`);
    return outcome;
  }

  const wordOf = (outcome: Awaited<ReturnType<Views['save']>>) => (typeof outcome === 'string' ? outcome : 'saved');
  const namesFor = async ({ id }: Administrator) => (await views.list(id, LIST)).map(({ name }) => name).sort();

  it('shows a view to its owner, and to everybody once it is shared', async () => {
    const [ada, boris] = [await person([SHARES]), await person()];
    const view = await saved(ada);
    expect(view).to.include({ ownerId: ada.id, shared: false, name: 'Drafts', query: 'filter[status]=draft' });
    expect([await namesFor(ada), await namesFor(boris)]).to.deep.equal([['Drafts'], []]);
    const shared = await saved(ada, { id: view.id, version: view.version, shared: true, name: '<b>Ours</b>' });
    expect(shared.version).to.be.above(view.version);
    expect(await views.list(boris.id, LIST)).to.deep.equal([shared]);
    expect(await views.list('no-such', LIST)).to.deep.equal([shared]);
    expect(await views.list(boris.id, 'acme.blog.tags')).to.deep.equal([]);
  });

  // Who (rows) may do what (columns) with which view.
  const NOBODY = 'unknown';
  for (const [who, codes, superuser, expected] of [
    ['somebody without the permission', [], false, ['saved', 'forbidden', 'forbidden', 'forbidden', NOBODY]],
    ['somebody who may share', [SHARES], false, ['saved', 'saved', 'saved', 'saved', NOBODY]],
    ['somebody with a pattern', ['backend.*'], false, ['saved', 'saved', 'saved', 'saved', NOBODY]],
    ['a superuser', [], true, ['saved', 'saved', 'saved', 'saved', NOBODY]],
  ] as const) {
    it(`permits by the directory of that moment: ${who}`, async () => {
      const ada = await person([SHARES]);
      const actor = await person(codes, { superuser });
      const ours = await saved(ada, { shared: true });
      const hers = await saved(ada, { name: 'Hers' });
      const again = { id: ours.id, version: ours.version };
      const outcomes = [
        wordOf(await save(actor)),
        wordOf(await save(actor, { shared: true })),
        wordOf(await save(actor, { ...again, shared: true, name: 'Renamed' })),
        (await views.delete(actor.id, LIST, ours.id)) ?? 'saved',
        wordOf(await save(actor, { id: hers.id, version: hers.version })),
      ];
      expect(outcomes).to.deep.equal(expected);
      expect(await views.delete(actor.id, LIST, hers.id)).to.equal('unknown');
      // Unsharing is a change of a shared view, too.
      const other = await saved(ada, { shared: true });
      expect(wordOf(await save(actor, { id: other.id, version: other.version }))).to.equal(expected[2]);
    });
  }

  it('refuses administrators who are not active any more', async () => {
    const ada = await person([SHARES]);
    const view = await saved(ada);
    await db.updateTable('backend_users').set({ is_activated: 0 }).where('id', '=', Number(ada.id)).execute();
    expect(await save(ada)).to.equal('forbidden');
    expect(await views.delete(ada.id, LIST, view.id)).to.equal('forbidden');
    expect(await save({ ...ada, id: 'no-such' })).to.equal('forbidden');
  });

  it('lets one of several changes from one version succeed', async () => {
    const [ada, boris] = [await person([SHARES]), await person([SHARES])];
    const { id, version } = await saved(ada, { shared: true });
    const outcomes = await concurrently(6, async (index) =>
      wordOf(await save(index % 2 === 0 ? ada : boris, { id, version, shared: true, name: `By ${String(index)}` })),
    );
    expect(outcomes.filter((one) => one === 'saved')).to.have.length(1);
    expect(outcomes.filter((one) => one === 'stale')).to.have.length(5);
  });

  it('says of several deletions of one shared view only to one that it deleted it (HC-58)', async () => {
    const both = [await person([SHARES]), await person([SHARES])];
    for (let round = 0; round < 5; round++) {
      const { id } = await saved(both[0]!, { shared: true });
      const outcomes = await concurrently(8, (index) => views.delete(both[index % 2]!.id, LIST, id));
      expect(outcomes.filter((one) => one === undefined)).to.have.length(1);
      expect(outcomes.filter((one) => one === 'unknown')).to.have.length(7);
    }
  });

  it('changes a shared view or finds none, while a colleague deletes it or takes it back (HC-58)', async () => {
    const [ada, boris] = [await person([SHARES]), await person([SHARES])];
    for (let round = 0; round < 5; round++) {
      const { id, version } = await saved(ada, { shared: true });
      const [deleted, ...changes] = await Promise.all([
        views.delete(boris.id, LIST, id),
        ...Array.from({ length: 6 }, (_, index) => save(ada, { id, version: version + index, shared: true })),
      ]);
      expect(deleted).to.equal(undefined);
      for (const change of changes) expect(wordOf(change)).to.be.oneOf(['saved', 'unknown', 'stale']);
      const hers = await saved(ada, { shared: true });
      const [gone, own] = await Promise.all([
        views.delete(boris.id, LIST, hers.id),
        save(ada, { id: hers.id, version: hers.version }),
      ]);
      // A view that is Ada's alone again is not known to Boris.
      expect([gone, wordOf(own)]).to.be.deep.oneOf([
        [undefined, 'unknown'],
        ['unknown', 'saved'],
      ]);
      for (const view of await views.list(ada.id, LIST)) await views.delete(ada.id, LIST, view.id);
    }
  });

  it('keeps to the limit of an owner whose shared views a colleague takes back at the same time (HC-58)', async () => {
    const [ada, boris] = [await person([SHARES]), await person()];
    const row = { list: LIST, name: 'x', query: '', version: 1, updated_at: 0, user_id: Number(boris.id) };
    const rows = (shared: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...row, id: `${String(shared)}-${String(index)}`, shared }));
    await db
      .insertInto('backend_views')
      .values([...rows(0, 46), ...rows(1, 10)])
      .execute();
    const outcomes = await concurrently(20, async (index) =>
      wordOf(await (index % 2 === 0 ? save(boris) : save(ada, { id: `1-${String((index - 1) / 2)}`, version: 1 }))),
    );
    expect(outcomes.filter((one) => one === 'saved')).to.have.length(4);
    expect(outcomes.filter((one) => one === 'tooMany')).to.have.length(16);
  });

  it('keeps to the limits, also for views that become shared', async () => {
    const [ada, boris] = [await person([SHARES]), await person()];
    const row = { list: LIST, name: 'x', query: '', version: 1, updated_at: 0 };
    const rows = (user: Administrator, shared: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...row,
        id: `${user.id}-${String(shared)}-${String(index)}`,
        user_id: Number(user.id),
        shared,
      }));
    await db
      .insertInto('backend_views')
      .values([...rows(ada, 1, 100), ...rows(boris, 0, 49)])
      .execute();
    const outcomes = await concurrently(3, async () => wordOf(await save(boris)));
    expect(outcomes.filter((one) => one === 'saved')).to.have.length(1);
    expect(await save(boris, { list: 'acme.blog.tags' })).to.be.an('object');
    const own = await saved(ada);
    expect(await save(ada, { shared: true })).to.equal('tooMany');
    expect(await save(ada, { id: own.id, version: own.version, shared: true })).to.equal('tooMany');
    const one = (await views.list(ada.id, LIST)).find(({ shared }) => shared);
    expect(wordOf(await save(ada, { ...one!, shared: true, name: 'Still changes' }))).to.equal('saved');
  });
}
