import { sql } from 'kysely';
import type { Engine } from '../database/transactions.js';
import { administratorOf, keyOf, selectAdministrators } from '../directory/administrator-rows.js';
import type { DirectoryTables } from '../directory/tables.js';
import type { Controller, Values } from '../model/controller.js';
import { defineController, Invalid, Refused } from '../model/controller.js';
import type { AdminContext } from '../model/model.js';
import { storedTexts } from '../../shared/stored-json.js';
import type { Holder } from './granting.js';
import { actorNow, holds, MANAGES_ADMINISTRATORS, mayManage, takeTurn } from './granting.js';
import { ROLE } from './models.js';
import { permissionCodes } from './permission-codes.js';
import { requireWritable } from './requested.js';
import { sayAccount } from './texts.js';

type Context = AdminContext<DirectoryTables>;

const CODE = /^[a-z][a-z0-9_-]{0,99}$/;

/** gatehouse.backend.roles */
export function rolesController(engine: Engine): Controller {
  return defineController<DirectoryTables, 'backend_user_roles'>({
    id: 'gatehouse.backend.roles',
    model: ROLE,
    permissions: [MANAGES_ADMINISTRATORS],
    newRecord: { permissions: '[]', requires_second_factor: 0 },
    hooks: {
      async beforeCreate(values, context) {
        requireWritable(values);
        const actor = await managerNow(engine, context);
        await requireValid(values, undefined, context);
        requireGrantable(actor, permissionCodes(values['permissions'], context.caller.locale), context);
        values['created_at'] = Date.now();
      },

      async beforeUpdate(id, values, context) {
        requireWritable(values);
        const actor = await managerNow(engine, context);
        const held = await codesOf(id, context);
        if (!held.every((code) => holds(actor, code))) {
          throw new Refused(sayAccount('roleHoldsMore', context.caller.locale));
        }
        await requireValid(values, id, context);
        if ('permissions' in values) {
          requireGrantable(actor, permissionCodes(values['permissions'], context.caller.locale), context);
        }
        await requireManagedMembers(actor, id, values, context);
      },

      async beforeDelete(id, context) {
        const actor = await managerNow(engine, context);
        const { locale } = context.caller;
        const held = await codesOf(id, context);
        if (!held.every((code) => holds(actor, code))) throw new Refused(sayAccount('roleHoldsMore', locale));
        const user = await context.trx
          .selectFrom('backend_users')
          .select('id')
          .where('role_id', '=', Number(id))
          .limit(sql.lit(1))
          .executeTakeFirst();
        if (user !== undefined) throw new Refused(sayAccount('roleInUse', locale));
      },
    },
  });
}

async function managerNow(engine: Engine, { trx, caller }: Context) {
  await takeTurn(trx, engine);
  const actor = await actorNow(trx, caller.id);
  if (actor === undefined) throw new Refused(sayAccount('notAllowed', caller.locale));
  return actor;
}

async function codesOf(id: string, { trx }: Context): Promise<readonly string[]> {
  const row = await trx
    .selectFrom('backend_user_roles')
    .select('permissions')
    .where('id', '=', Number(id))
    .executeTakeFirst();
  return row === undefined ? [] : storedTexts(row.permissions, `backend_user_roles.permissions of ${id}`);
}

/**
 * A role grants and demands the same for everyone who has it, also for those whom the caller must not change. A request may
 * repeat what is stored.
 */
async function requireManagedMembers(actor: Holder, id: string, values: Values, context: Context): Promise<void> {
  if (actor.superuser || !(await changesMembers(id, values, context))) return;
  const { trx, caller } = context;
  const members = await selectAdministrators(trx).where('backend_users.role_id', '=', Number(id)).execute();
  if (members.every((row) => mayManage(actor, administratorOf(row)))) return;
  throw new Refused(sayAccount('roleOfMore', caller.locale));
}

async function changesMembers(
  id: string,
  { permissions, requires_second_factor: demands }: Values,
  context: Context,
): Promise<boolean> {
  const row = await context.trx
    .selectFrom('backend_user_roles')
    .select('requires_second_factor')
    .where('id', '=', Number(id))
    .executeTakeFirst();
  if (demands !== undefined && demands !== row?.requires_second_factor) return true;
  if (permissions === undefined) return false;
  const after = new Set(permissionCodes(permissions, context.caller.locale));
  const before = new Set(await codesOf(id, context));
  return before.size !== after.size || [...before].some((code) => !after.has(code));
}

function requireGrantable(actor: Holder, codes: readonly string[], { caller }: Context): void {
  if (codes.every((code) => holds(actor, code))) return;
  throw new Invalid({ permissions: [sayAccount('grantsMore', caller.locale)] });
}

/** Codes are written in one case only, so that no two look alike. */
async function requireValid(values: Values, id: string | undefined, { trx, caller }: Context): Promise<void> {
  const { code } = values;
  if (code === undefined) return;
  if (!CODE.test(String(code))) throw new Invalid({ code: [sayAccount('badCode', caller.locale)] });
  const rows = await trx.selectFrom('backend_user_roles').select(['id', 'code']).execute();
  if (rows.some((row) => String(row.id) !== id && keyOf(row.code) === code)) {
    throw new Invalid({ code: [sayAccount('taken', caller.locale)] });
  }
}
