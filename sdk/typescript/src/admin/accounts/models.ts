import { integer, json, string } from '../model/column.js';
import { defineModel } from '../model/model.js';
import type { DirectoryTables } from '../directory/tables.js';

/** The built-in models. The columns beyond those of the contract are only for the hooks (HC-56). */

export const ROLE = defineModel<DirectoryTables>()({
  name: 'Gatehouse\\Backend\\Role',
  table: 'backend_user_roles',
  primaryKey: 'id',
  version: 'version',
  columns: {
    id: integer({ protected: true }),
    code: string({ maxLength: 100 }),
    name: string({ maxLength: 200 }),
    permissions: json(),
    requires_second_factor: integer({ minimum: 0, maximum: 1 }),
  },
  hidden: { created_at: integer() },
});

export const ADMINISTRATOR = defineModel<DirectoryTables>()({
  name: 'Gatehouse\\Backend\\Administrator',
  table: 'backend_users',
  primaryKey: 'id',
  version: 'version',
  columns: {
    id: integer({ protected: true }),
    login: string({ maxLength: 255 }),
    email: string({ maxLength: 255 }),
    name: string({ maxLength: 200 }),
    role_id: integer({ nullable: true }),
    is_superuser: integer({ minimum: 0, maximum: 1 }),
    is_activated: integer({ minimum: 0, maximum: 1 }),
    permissions: json(),
  },
  hidden: {
    login_key: string(),
    email_key: string(),
    password_hash: string(),
    locale: string(),
    token_version: integer(),
    created_at: integer(),
    updated_at: integer(),
  },
});
