import { expect } from 'chai';
import { AdminError } from '../model/admin-error.js';
import type { RecordStore } from '../ports/record-store.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../schema/testing/small-plugin.js';
import { createListRecords } from './list-records.js';
import { askingWith, recorded, SUPERUSER } from './testing/asking.js';

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
  const list = recorded<Parameters<RecordStore['list']>, Awaited<ReturnType<RecordStore['list']>>>({
    records,
    hasMore: false,
    total: count,
  });
  return { calls: list.calls, run: createListRecords(LIST, { list: list.method }) };
}

describe('admin/usecases/list-records (spec, Rules for the API 4)', () => {
  it('is one call to the host, however many rows and relation columns the list shows (admin.md, JSON API)', async () => {
    for (const count of [0, 1, 200]) {
      const { calls, run } = listing(count);
      const listed = await run([['per_page', '200']], SUPERUSER);
      expect(listed).to.have.property('rows').with.length(count);
      expect(calls).to.have.length(1);
    }
  });

  it('asks for the page that the list says unless another one is asked for', async () => {
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

  it('asks for nothing that this administrator may not see', async () => {
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
    it(`${query.join()} is 422, and costs no call`, async () => {
      const { calls, run } = listing(1);
      const refused = await run(query, SUPERUSER);
      expect(refused).to.be.instanceOf(AdminError).and.have.property('code', 'validation_failed');
      expect(calls).to.have.length(0);
    });
  }
});
