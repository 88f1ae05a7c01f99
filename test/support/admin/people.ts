import { createSqlDirectory, type AdminOptions } from '@gatehouse/host/admin';
import { hashSync } from '@node-rs/bcrypt';
import { ROLES } from './shop.js';

export const PASSWORD = 'correct horse battery staple';

/** The roles of the shop, and an administrator for each of them in addition to the superuser, by these names. */
export async function createPeople(
  database: AdminOptions['database'],
  sql: (statement: string) => Promise<unknown>,
): Promise<AdminOptions['directory']> {
  const directory = createSqlDirectory(database);
  for (const [code, permissions] of Object.entries(ROLES)) {
    await sql(`insert into backend_user_roles (code, name, permissions, created_at)
         values ('${code}', '${code}', '${JSON.stringify(permissions)}', 0)`);
  }
  const passwordHash = hashSync(PASSWORD, { cost: 4 });
  const create = (login: string, more: { role?: string; superuser: boolean }) =>
    directory.create({ login, email: `${login}@example.test`, passwordHash, ...more });
  await create('reader', { role: 'reader', superuser: false });
  await create('editor', { role: 'editor', superuser: false });
  await create('superuser', { superuser: true });
  return directory;
}
