import type { Directory } from '@gatehouse/host/admin';
import { hash } from '@node-rs/bcrypt';
import type { Kysely } from 'kysely';
import type { BlogTables } from './tables.js';

export const SUPERUSER = 'admin@example.test';
export const EDITOR = 'editor@example.test';
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
  for (const [login, role] of [[SUPERUSER], [EDITOR, 'editor']] as const) {
    const created = await directory.create({
      login,
      email: login,
      passwordHash: await hash(PASSWORD, { cost: BCRYPT_COST }),
      ...(role === undefined ? { superuser: true } : { superuser: false, role }),
    });
    if ('refused' in created) throw new Error(`${login} could not be created: ${created.refused}`);
  }
}
