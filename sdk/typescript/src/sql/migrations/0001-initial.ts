import { sql } from 'kysely';
import { clientCount } from './client-count.js';
import type { Migration } from './migration.js';

/** Every lookup is by primary key, and every sweep by expires_at; comments explain the other indexes. */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  up(db, dialect) {
    const bytes = dialect === 'postgres' ? sql`bytea` : sql`blob`;
    return [
      db.schema
        .createTable('gatehouse_clients')
        .addColumn('client_id', 'text', (column) => column.notNull().primaryKey())
        .addColumn('client_name', 'text', (column) => column.notNull())
        .addColumn('redirect_uris', 'text', (column) => column.notNull())
        .addColumn('token_endpoint_auth_method', 'text', (column) => column.notNull())
        .addColumn('secret_hash', bytes)
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('grant_types', 'text', (column) => column.notNull())
        .addColumn('registered_at', 'bigint', (column) => column.notNull())
        .addColumn('consented_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .addColumn('self_registered', 'integer', (column) => column.notNull())
        .addColumn('metadata', 'text', (column) => column.notNull()),
      ...clientCount(db, dialect),
      // Sweep and eviction.
      db.schema
        .createIndex('gatehouse_clients_unconsented')
        .on('gatehouse_clients')
        .column('registered_at')
        .where(sql<boolean>`consented_at is null and revoked_at is null`),

      db.schema
        .createTable('gatehouse_codes')
        .addColumn('code_hash', bytes, (column) => column.notNull().primaryKey())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('redirect_uri', 'text', (column) => column.notNull())
        .addColumn('code_challenge', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('resource', 'text', (column) => column.notNull())
        .addColumn('issued_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('grant_context', bytes)
        .addColumn('spent_at', 'bigint')
        .addColumn('lineage_id', 'text'),
      db.schema.createIndex('gatehouse_codes_expiry').on('gatehouse_codes').column('expires_at'),

      db.schema
        .createTable('gatehouse_lineages')
        .addColumn('lineage_id', 'text', (column) => column.notNull().primaryKey())
        .addColumn('client_id', 'text')
        .addColumn('user_id', 'text')
        .addColumn('scopes', 'text')
        .addColumn('resource', 'text')
        .addColumn('started_at', 'bigint')
        .addColumn('refreshed_at', 'bigint')
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('revoked_at', 'bigint'),
      db.schema.createIndex('gatehouse_lineages_expiry').on('gatehouse_lineages').column('expires_at'),
      // Whether a client holds live tokens.
      db.schema.createIndex('gatehouse_lineages_client').on('gatehouse_lineages').column('client_id'),
      // The apps connected to a user's account.
      db.schema.createIndex('gatehouse_lineages_user').on('gatehouse_lineages').column('user_id'),

      db.schema
        .createTable('gatehouse_refresh_tokens')
        .addColumn('token_hash', bytes, (column) => column.notNull().primaryKey())
        .addColumn('lineage_id', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('resource', 'text', (column) => column.notNull())
        .addColumn('issued_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('lineage_started_at', 'bigint', (column) => column.notNull())
        .addColumn('grant_context', bytes)
        .addColumn('spent_at', 'bigint'),
      db.schema.createIndex('gatehouse_refresh_tokens_expiry').on('gatehouse_refresh_tokens').column('expires_at'),

      db.schema
        .createTable('gatehouse_access_tokens')
        .addColumn('token_hash', bytes, (column) => column.notNull().primaryKey())
        .addColumn('lineage_id', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('resource', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('grant_context', bytes),
      db.schema.createIndex('gatehouse_access_tokens_expiry').on('gatehouse_access_tokens').column('expires_at'),
      // Whether a client holds live tokens.
      db.schema
        .createIndex('gatehouse_access_tokens_client')
        .on('gatehouse_access_tokens')
        .columns(['client_id', 'expires_at']),
    ];
  },
};
