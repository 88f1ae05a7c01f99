import type { Directory } from '@gatehouse/host/admin';
import { hash } from '@node-rs/bcrypt';
import type { Kysely } from 'kysely';
import type { BlogTables } from './tables.js';

/** In the order of the authors that they are. */
export const ADMINISTRATORS = [
  { login: 'admin@example.test', name: 'Ada Abbott' },
  { login: 'editor@example.test', name: 'Boris Baker', role: 'editor' },
] as const;
const PASSWORD = 'demo-password';
const BCRYPT_COST = 10;

/** Somebody who may do everything, and somebody who writes posts, but neither publishes nor deletes them. */
export async function createAdministrators(db: Kysely<BlogTables>, directory: Directory): Promise<void> {
  await db
    .insertInto('backend_user_roles')
    .values({
      code: 'editor',
      name: 'Editor',
      permissions: JSON.stringify(['acme.blog.access_posts', 'acme.blog.access_categories']),
      created_at: Date.now(),
    })
    .execute();
  for (const { login, name, ...more } of ADMINISTRATORS) {
    const created = await directory.create({
      login,
      email: login,
      passwordHash: await hash(PASSWORD, { cost: BCRYPT_COST }),
      superuser: !('role' in more),
      ...more,
    });
    if ('refused' in created) throw new Error(`${login} could not be created: ${created.refused}`);
    await db.updateTable('backend_users').set({ name }).where('login', '=', login).execute();
  }
}
