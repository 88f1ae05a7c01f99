import type { AdminRegistration } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRegistration';
import type { Administrator } from '@gatehouse/proto/generated/gatehouse/host/v1/Administrator';
import type { DescribeResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { Caller } from '../../admin/model/administrator.js';
import type { BelongsTo, BelongsToMany, Column } from '../../admin/model/column.js';
import type { ListQuery, Selection } from '../../admin/model/query.js';
import type { Recorded, SmallHostBehavior } from './small-host.js';
import { description, linkTo, startHost } from './small-host.js';

/** A small blog for the tests of this folder: as a host registers it, and as the daemon reads it. */

export function blogRegistration(overrides: AdminRegistration = {}): AdminRegistration {
  return {
    models: [postModel(), categoryModel()],
    controllers: [
      {
        id: 'acme.blog.posts',
        model: 'Post',
        permissions: ['acme.blog.access_posts'],
        actions: [{ name: 'publish', label: 'Publish', permissions: ['acme.blog.publish'] }],
        relations: [
          {
            name: 'category',
            relatedModel: 'Category',
            relatedTable: 'categories',
            labelColumn: 'name',
            belongsTo: { foreignKey: 'category_id' },
          },
        ],
        scripts: ['js/posts.js', 'js/widget.mjs'],
        styles: ['css/posts.css'],
        suppliesPartialData: true,
        optionProviders: ['statuses'],
        newRecord: [{ column: 'title', value: { stringValue: 'Untitled' } }],
      },
    ],
    plugins: [
      {
        id: 'acme.blog',
        permissions: [
          { code: 'acme.blog.access_posts', label: 'Manage posts', tab: 'Blog' },
          { code: 'acme.blog.publish', label: 'Publish posts' },
        ],
        navigation: [
          {
            code: 'blog',
            label: 'Blog',
            order: 100,
            children: [
              { code: 'posts', label: 'Posts', controller: 'acme.blog.posts' },
              { code: 'settings', label: 'Settings', settings: 'acme-blog' },
            ],
          },
        ],
        settings: [
          {
            code: 'acme-blog',
            label: 'Blog',
            permissions: ['acme.blog.publish'],
            fields: '~/plugins/acme/blog/models/settings/fields.yaml',
            columns: [{ name: 'posts_per_page', type: 'ADMIN_COLUMN_TYPE_INTEGER', default: { int64Value: 10 } }],
          },
        ],
      },
    ],
    ...overrides,
  };
}

function postModel(): NonNullable<AdminRegistration['models']>[number] {
  return {
    name: 'Post',
    table: 'posts',
    primaryKey: 'id',
    versioned: true,
    columns: [
      { name: 'id', type: 'ADMIN_COLUMN_TYPE_BIGINT' },
      { name: 'title', type: 'ADMIN_COLUMN_TYPE_STRING', maxLength: 200 },
      { name: 'views', type: 'ADMIN_COLUMN_TYPE_INTEGER', protected: true, minimum: 0 },
      { name: 'price', type: 'ADMIN_COLUMN_TYPE_DECIMAL', precision: 10, scale: 2, nullable: true },
      { name: 'category_id', type: 'ADMIN_COLUMN_TYPE_BIGINT', nullable: true },
    ],
    scopes: ['published'],
  };
}

function categoryModel(): NonNullable<AdminRegistration['models']>[number] {
  return {
    name: 'Category',
    table: 'categories',
    primaryKey: 'id',
    columns: [
      { name: 'id', type: 'ADMIN_COLUMN_TYPE_BIGINT' },
      { name: 'name', type: 'ADMIN_COLUMN_TYPE_STRING' },
    ],
  };
}

export const ID: Column = { name: 'id', type: 'bigint', nullable: false, protected: true };
export const TITLE: Column = { name: 'title', type: 'string', nullable: false, protected: false, maxLength: 200 };
export const VIEWS: Column = { name: 'views', type: 'integer', nullable: false, protected: true };
export const NAME: Column = { name: 'name', type: 'string', nullable: false, protected: false };

export const CATEGORY: BelongsTo = {
  kind: 'belongsTo',
  name: 'category',
  relatedModel: 'Category',
  relatedTable: 'categories',
  labelColumn: 'name',
  foreignKey: 'category_id',
};

export const TAGS: BelongsToMany = {
  kind: 'belongsToMany',
  name: 'tags',
  relatedModel: 'Tag',
  relatedTable: 'tags',
  labelColumn: 'name',
  pivotTable: 'post_tag',
  pivotForeignKey: 'post_id',
  pivotRelatedKey: 'tag_id',
};

export const SELECTION: Selection = {
  columns: [TITLE, VIEWS],
  relations: [
    { kind: 'related', relation: CATEGORY, column: NAME, limit: 1 },
    { kind: 'count', relation: TAGS },
  ],
};

/** SELECTION as the host receives it. */
/** The first two posts, without a count. */
export const LIST: ListQuery = {
  selection: SELECTION,
  conditions: [],
  scopes: [],
  sorts: [],
  page: { number: 1, size: 2 },
  count: false,
};
export const SENT_SELECTION = {
  columns: ['title', 'views'],
  relations: [
    { relation: 'category', related: { column: 'name', limit: 1 }, wanted: 'related' },
    { relation: 'tags', count: true, wanted: 'count' },
  ],
  maxText: 0,
  maxRelatedText: 0,
};

/** A record that matches SELECTION, as the host sends it and as the daemon reads it. */
export const POST = {
  id: '7',
  version: 'v1',
  cells: [{ stringValue: 'Hello' }, { int64Value: 41 }],
  relations: [{ related: { records: [{ id: '3', value: { stringValue: 'News' } }] } }, { count: 2 }],
};
export const READ_POST = {
  id: '7',
  version: 'v1',
  cells: [
    { kind: 'string', value: 'Hello' },
    { kind: 'int64', value: 41n },
  ],
  relations: [
    { kind: 'related', items: [{ id: '3', value: { kind: 'string', value: 'News' } }], hasMore: false },
    { kind: 'count', count: 2 },
  ],
};

export const CALLER: Caller = {
  principal: { id: '1', login: 'ada', superuser: false, permissions: ['acme.blog.*'] },
  locale: 'pt-br',
};
export const SENT_CALLER = {
  administratorId: '1',
  login: 'ada',
  superuser: false,
  permissions: ['acme.blog.*'],
  locale: 'pt-br',
  session: null,
};

export const ADA: Administrator = {
  id: '1',
  login: 'ada',
  email: 'ada@example.test',
  displayName: 'Ada',
  role: 'editor',
  permissions: ['acme.blog.*'],
  locale: 'en',
  tokenVersion: 4,
};

/** A host with only the blog and no authorization server. */
export function blogDescription(overrides: DescribeResponse = {}): DescribeResponse {
  return description({ capabilities: ['CAPABILITY_ADMIN'], oauth: null, admin: blogRegistration(), ...overrides });
}

export interface AdminHost extends Recorded {
  /** Requests as the host received them, in order. */
  readonly requests: object[];
  stop(): Promise<void>;
}

/** A host with these admin rpcs, and a link that has received its description. */
export async function adminHost(
  rpcs: Readonly<Record<string, (request: object) => object | Promise<object>>>,
  behavior: SmallHostBehavior = {},
): Promise<AdminHost> {
  const requests: object[] = [];
  const recording = Object.entries(rpcs).map(([rpc, handler]) => [
    rpc,
    (request: object) => {
      requests.push(request);
      return handler(request);
    },
  ]);
  const host = await startHost({
    describe: () => blogDescription(),
    ...behavior,
    admin: Object.fromEntries(recording) as NonNullable<SmallHostBehavior['admin']>,
  });
  const recorded = await linkTo(host.port);
  await recorded.until(() => recorded.descriptions.length === 1);
  return {
    ...recorded,
    requests,
    async stop() {
      await recorded.link.stop(0);
      host.kill();
    },
  };
}

/** Starts hosts with one admin rpc for the tests of a `describe`, and stops them after each test. */
export function adminHosts(): (rpc: string, answer: () => object) => Promise<AdminHost> {
  const open: AdminHost[] = [];
  afterEach(async () => {
    for (const started of open.splice(0)) await started.stop();
  });
  return async (rpc, answer) => {
    const started = await adminHost({ [rpc]: answer });
    open.push(started);
    return started;
  };
}
