import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Kysely } from 'kysely';
import Database from 'libsql';
import { openBlog } from './blog.js';
import type { BlogTables } from './tables.js';

describe('the demo blog', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'blog-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('is always the same, and is generated only once', async () => {
    const titles = [];
    for (const name of ['one', 'other', 'one']) {
      const { admin, close } = await openBlog(join(directory, name));
      const db = admin.database.db as unknown as Kysely<BlogTables>;
      titles.push(await db.selectFrom('blog_posts').select(['title', 'slug', 'views']).execute());
      await close();
    }
    expect(titles[0]).to.have.length(3000);
    expect(titles[1]).to.deep.equal(titles[0]);
    expect(titles[2]).to.deep.equal(titles[0]);
  });

  it('of another version is set aside and created again, and so is one whose creation was interrupted', async () => {
    const path = join(directory, 'older');
    for (const left of ['create table blog_posts (id integer)', 'pragma user_version = 1']) {
      rmSync(path, { force: true });
      const older = new Database(path);
      older.exec(left);
      older.close();
      const { admin, close } = await openBlog(path);
      const db = admin.database.db as unknown as Kysely<BlogTables>;
      expect(await db.selectFrom('blog_posts').select('id').where('id', '=', 3000).execute()).to.have.length(1);
      await close();
      expect(existsSync(`${path}.old`)).to.equal(true);
    }
  });

  it('has a superuser, and an editor who can neither publish nor delete', async () => {
    const { admin, close } = await openBlog(join(directory, 'one'));
    const found = await admin.directory.findCredentials('ADMIN@example.test');
    expect(found?.administrator).to.include({ login: 'admin@example.test', superuser: true });
    const editor = (await admin.directory.findCredentials('editor@example.test'))?.administrator;
    expect(editor).to.deep.include({ superuser: false, role: 'editor' });
    expect(editor?.permissions).to.have.members(['acme.blog.access_posts', 'acme.blog.access_categories']);
    await close();
  });
});
