import type { AdminRegistration } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRegistration';
import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';

/** The data and registration of the admin host in these tests: posts in categories, with tags. */

export const REGISTRATION: AdminRegistration = {
  models: [
    {
      name: 'Post',
      table: 'posts',
      primaryKey: 'id',
      versioned: true,
      columns: [
        { name: 'id', type: 'ADMIN_COLUMN_TYPE_BIGINT' },
        { name: 'title', type: 'ADMIN_COLUMN_TYPE_STRING' },
        { name: 'category_id', type: 'ADMIN_COLUMN_TYPE_BIGINT', nullable: true },
        { name: 'published_at', type: 'ADMIN_COLUMN_TYPE_TIMESTAMP', nullable: true },
        { name: 'price', type: 'ADMIN_COLUMN_TYPE_DECIMAL', nullable: true },
      ],
    },
    named('Category', 'categories'),
    named('Tag', 'tags'),
  ],
  controllers: [
    {
      id: 'acme.blog.posts',
      model: 'Post',
      actions: [{ name: 'publish', label: 'Publish' }],
      optionProviders: ['statuses'],
      suppliesPartialData: true,
      relations: [
        {
          name: 'category',
          relatedModel: 'Category',
          relatedTable: 'categories',
          labelColumn: 'name',
          belongsTo: { foreignKey: 'category_id' },
        },
        {
          name: 'tags',
          relatedModel: 'Tag',
          relatedTable: 'tags',
          labelColumn: 'name',
          belongsToMany: { pivotTable: 'post_tag', pivotForeignKey: 'post_id', pivotRelatedKey: 'tag_id' },
        },
      ],
    },
  ],
  plugins: [
    {
      id: 'acme.blog',
      settings: [
        {
          code: 'acme-blog',
          label: 'Blog',
          fields: '~/plugins/acme/blog/models/settings/fields.yaml',
          versioned: true,
          columns: [
            { name: 'title', type: 'ADMIN_COLUMN_TYPE_STRING' },
            { name: 'posts_per_page', type: 'ADMIN_COLUMN_TYPE_INTEGER' },
          ],
        },
      ],
    },
  ],
};

function named(name: string, table: string): NonNullable<AdminRegistration['models']>[number] {
  return {
    name,
    table,
    primaryKey: 'id',
    columns: [
      { name: 'id', type: 'ADMIN_COLUMN_TYPE_BIGINT' },
      { name: 'name', type: 'ADMIN_COLUMN_TYPE_STRING' },
    ],
  };
}

export interface Post {
  readonly id: string;
  version: string;
  title: string;
  categoryId: string;
  readonly tagIds: Set<string>;
  /** Cells of the other columns, as written. */
  readonly others: Record<string, Cell>;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface BlogData {
  posts: Post[];
  readonly categories: readonly Named[];
  readonly tags: readonly Named[];
}

export function blogData(): BlogData {
  return {
    posts: Array.from({ length: 12 }, (_, n) => ({
      id: String(n + 1),
      version: `v${n}`,
      title: `Über Post ${n % 3}`,
      categoryId: String((n % 2) + 1),
      tagIds: new Set(n % 2 === 0 ? ['1', '2'] : []),
      others: {
        published_at: n === 0 ? { timestampValue: { seconds: '1', nanos: 0 } } : { nullValue: true },
        price: n === 0 ? { decimalValue: '9.50' } : { nullValue: true },
      },
    })),
    categories: ['News', 'Notes'].map(withId),
    // Two of the same name.
    tags: ['red', 'green', 'blue', 'black', 'black'].map(withId),
  };
}

function withId(name: string, index: number): Named {
  return { id: String(index + 1), name };
}

/** A post that lists show and forms do not. */
export const LOCKED_POST = '4';

/** A tag that only superusers can see. */
export const SECRET_TAG = '2';

/** One value of a post, category or tag. */
export function cellOf(row: Post | Named, column: string): Cell {
  if (column === 'id') return { int64Value: row.id };
  if ('name' in row) return { stringValue: row.name };
  if (column === 'title') return { stringValue: row.title };
  if (column !== 'category_id') return row.others[column] ?? { nullValue: true };
  return row.categoryId === '' ? { nullValue: true } : { int64Value: row.categoryId };
}
