import { expect } from 'chai';
import { join } from 'node:path';
import { openBlog, type Blog } from '../../../demo/blog/blog.js';
import type { ViewValue } from '../../../daemon/admin/model/record.js';
import { tempDir } from '../../support/temp-dir.js';
import { CALL, serveAndConnect, type Served } from './subject.js';

/** The demo's plugin through the daemon's ports, as its administrators use it. */
describe('the demo blog, behind its host (admin_record.proto: Link)', () => {
  let blog: Blog;
  let served: Served;
  beforeEach(async () => {
    blog = await openBlog(join(tempDir('demo-blog'), 'blog.db'));
    served = await serveAndConnect(blog.admin);
  });
  afterEach(async () => {
    await served.close();
    await blog.close();
  });

  const principal = { id: '1', login: 'ada@example.test', superuser: true, permissions: [] };
  const caller = { principal, locale: 'en' };

  async function history(recordId: string): Promise<readonly string[]> {
    const target = { caller, controller: 'acme.blog.posts' };
    const found = await served.ports.partialData.viewModel(target, { name: 'history', recordId }, CALL);
    const changes = member('value' in found ? found.value : undefined, 'Changes');
    return changes?.kind === 'list' ? changes.items.map((item) => textOf(member(item, 'Text'))) : [];
  }

  function member(value: ViewValue | undefined, name: string): ViewValue | undefined {
    return value?.kind === 'map' ? value.entries.get(name) : undefined;
  }

  function textOf(value: ViewValue | undefined): string {
    return value?.kind === 'string' ? value.value : '';
  }

  it("shows in a post's history that a category's relation manager moved it in and out", async () => {
    const db = blog.admin.database.db;
    const categories = await db.selectFrom('blog_categories').select(['id']).orderBy('id').limit(1).execute();
    const [post] = await db
      .selectFrom('blog_posts')
      .select(['id', 'version'])
      .where('category_id', 'is', null)
      .orderBy('id')
      .limit(1)
      .execute();
    const [category, id] = [String(categories[0]?.['id']), String(post?.['id'])];
    const controller = served.registration.controllers.find((one) => one.id === 'acme.blog.categories')!;
    const relation = controller.relations.find(({ name }) => name === 'posts')!;
    const target = { caller, controller: controller.id, id: category, relation };
    const before = await history(id);

    expect(await served.ports.relations.link(target, [id], CALL)).to.deep.equal({ outcome: 'changed', count: 1 });
    expect(await history(id)).to.deep.equal(['changed by ada@example.test', ...before].slice(0, 10));
    expect(await served.ports.relations.unlink(target, [id], CALL)).to.deep.equal({ outcome: 'changed', count: 1 });
    const moved = ['changed by ada@example.test', 'changed by ada@example.test'];
    expect(await history(id)).to.deep.equal([...moved, ...before].slice(0, 10));
    const now = await db.selectFrom('blog_posts').select('version').where('id', '=', Number(id)).executeTakeFirst();
    expect(Number(now?.['version'])).to.equal(Number(post?.['version']) + 2);
  });
});
