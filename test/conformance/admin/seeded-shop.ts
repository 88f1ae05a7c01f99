import type { Way } from '../sdk-host-link.js';
import type { TestDatabase } from './databases.js';
import { assign, seed } from './records-support.js';
import type { Subject } from './subject.js';
import { CALL, openSubject } from './subject.js';

/** Login of an administrator of the seeded shop. */
export const INACTIVE = 'Retired';

const NO_PASSWORD = `$2b$04$${'.'.repeat(53)}`;

/** The shop with records of every controller and a link of every kind, as a database that check-host can be run against. */
export async function openSeededShop(database: TestDatabase, way?: Way): Promise<Subject> {
  const subject = await openSubject(database, way);
  const { db, ports } = subject;
  const administrator = { login: INACTIVE, email: 'retired@acme.example', passwordHash: NO_PASSWORD, superuser: false };
  await ports.directory.create(administrator, CALL);
  await db.updateTable('backend_users').set({ is_activated: 0 }).where('login', '=', INACTIVE).execute();
  await db
    .insertInto('backend_user_roles')
    .values({ code: 'editor', name: 'Editor', permissions: '["acme.shop.*"]', created_at: 0 })
    .execute();
  const categories: number[] = [];
  for (const name of ['Tools', 'Übungen']) {
    const { id } = await db.insertInto('categories').values({ name }).returning('id').executeTakeFirstOrThrow();
    categories.push(id);
  }
  const seeded = await seed(
    subject,
    Array.from({ length: 12 }, (_, n) => ({
      title: `${n % 2 === 0 ? 'Item' : 'Äpfel'} ${n}`,
      stock: n % 3,
      category_id: categories[n % 2] ?? null,
      ...(n % 4 !== 3 && {
        serial: 2n ** 53n + BigInt(n),
        ratio: n / 4,
        price: `${n}.5`,
        day: `2026-01-${10 + (n % 5)}`,
        opens: `0${n % 4}:30:00`,
      }),
    })),
  );
  for (const [n, id] of seeded.entries()) {
    const title = `${n % 2 === 0 ? 'Item' : 'Äpfel'} ${n}`;
    await assign(subject, 'flag', [title, n % 2 === 0]);
    await assign(subject, 'seen_at', [title, `2026-02-0${1 + (n % 5)}T10:00:00.00${n % 3}Z`]);
    const tag = await db
      .insertInto('tags')
      .values({ name: `Tag ${n % 5}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('item_tag')
      .values({ item_id: Number(id), tag_id: tag.id })
      .execute();
    if (n > 0)
      await db
        .insertInto('item_tag')
        .values({ item_id: Number(id), tag_id: tag.id - 1 })
        .execute();
    await db
      .insertInto('reviews')
      .values({ item_id: Number(id), body: `Of ${id}` })
      .execute();
    await db
      .insertInto('parts')
      .values({ item_id: Number(id), name: `Part ${n}` })
      .execute();
  }
  return subject;
}
