import { storedTexts } from '../../shared/stored-json.js';
import type { Engine } from '../database/transactions.js';
import { administratorOf, keyOf, selectAdministrators } from '../directory/administrator-rows.js';
import type { DirectoryTables } from '../directory/tables.js';
import type { Value } from '../model/column.js';
import type { Controller, Values } from '../model/controller.js';
import { defineController, Invalid, Refused } from '../model/controller.js';
import type { AdminContext } from '../model/model.js';
import { belongsTo } from '../model/model.js';
import type { Holder } from './granting.js';
import { actorNow, holds, isAnotherSuperuser, MANAGES_ADMINISTRATORS, mayManage, takeTurn } from './granting.js';
import { ADMINISTRATOR, ROLE } from './models.js';
import { permissionCodes } from './permission-codes.js';
import { requireWritable } from './requested.js';
import { sayAccount } from './texts.js';

type Context = AdminContext<DirectoryTables>;

/** gatehouse.backend.administrators */
export function administratorsController(engine: Engine): Controller {
  return defineController<DirectoryTables, 'backend_users'>({
    id: 'gatehouse.backend.administrators',
    model: ADMINISTRATOR,
    permissions: [MANAGES_ADMINISTRATORS],
    relations: { role: belongsTo(ROLE, { foreignKey: 'role_id', label: 'name' }) },
    newRecord: { name: '', is_superuser: 0, is_activated: 1, permissions: '[]' },
    hooks: {
      async beforeCreate(values, context) {
        requireWritable(values);
        const actor = await managerNow(engine, context);
        await requireIdentifiers(values, undefined, context);
        await requireGrantable(actor, NOTHING, values, context);
        const now = Date.now();
        Object.assign(values, keysOf(values), {
          // No password matches an empty hash: the administrator cannot sign in before one is set.
          password_hash: '',
          locale: '',
          token_version: 0,
          created_at: now,
          updated_at: now,
        });
      },

      async beforeUpdate(id, values, context) {
        requireWritable(values);
        const actor = await managerNow(engine, context);
        const { locale } = context.caller;
        const row = await selectAdministrators(context.trx)
          .where('backend_users.id', '=', Number(id))
          .executeTakeFirstOrThrow();
        const before = administratorOf(row);
        if (!mayManage(actor, before)) throw new Refused(sayAccount('holdsMore', locale));
        await requireIdentifiers(values, id, context);
        await requireGrantable(
          actor,
          {
            superuser: before.superuser,
            role: row.role_id,
            own: storedTexts(row.permissions, `backend_users.permissions of ${id}`),
          },
          values,
          context,
        );
        await requireASuperuser(row, values, context);
        const isEnding = row.is_activated === 1 && values['is_activated'] === 0;
        Object.assign(values, keysOf(values), {
          ...(isEnding && { token_version: row.token_version + 1 }),
          updated_at: Date.now(),
        });
      },

      beforeDelete: (_id, { caller }) => {
        throw new Refused(sayAccount('neverDeleted', caller.locale));
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

/** The grants of an administrator before the write. */
interface Granted {
  readonly superuser: boolean;
  readonly role: number | null;
  readonly own: readonly string[];
}

const NOTHING: Granted = { superuser: false, role: null, own: [] };

/** The caller must hold everything that the administrator holds after the write. */
async function requireGrantable(actor: Holder, before: Granted, values: Values, context: Context): Promise<void> {
  const { locale } = context.caller;
  const problems: Record<string, string[]> = {};
  const superuser = values['is_superuser'] === undefined ? before.superuser : values['is_superuser'] === 1;
  if (superuser !== before.superuser && !actor.superuser) {
    problems['is_superuser'] = [sayAccount('onlySuperusers', locale)];
  }
  const own = values['permissions'] === undefined ? before.own : permissionCodes(values['permissions'], locale);
  if (!own.every((code) => holds(actor, code))) problems['permissions'] = [sayAccount('grantsMore', locale)];
  const role = values['role_id'] === undefined ? before.role : roleId(values['role_id']);
  const ofRole = role === null ? [] : await codesOfRole(role, context);
  if (!ofRole.every((code) => holds(actor, code))) problems['role'] = [sayAccount('grantsMore', locale)];
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
}

function roleId(value: Value): number | null {
  return value === null ? null : Number(value);
}

async function codesOfRole(id: number, { trx }: Context): Promise<readonly string[]> {
  const role = await trx.selectFrom('backend_user_roles').select('permissions').where('id', '=', id).executeTakeFirst();
  return role === undefined ? [] : storedTexts(role.permissions, `backend_user_roles.permissions of ${String(id)}`);
}

async function requireASuperuser(
  row: { readonly id: number; readonly is_superuser: number; readonly is_activated: number },
  values: Readonly<Values>,
  { trx, caller }: Context,
): Promise<void> {
  if (row.is_superuser !== 1 || row.is_activated !== 1) return;
  const ending = (['is_superuser', 'is_activated'] as const).filter((name) => values[name] === 0);
  if (ending.length === 0 || (await isAnotherSuperuser(trx, row.id))) return;
  const message = [sayAccount('lastSuperuser', caller.locale)];
  throw new Invalid(Object.fromEntries(ending.map((name) => [name, message])));
}

/** Logins and addresses in the form in which they are compared. */
function keysOf({ login, email }: Readonly<Values>): Values {
  return {
    ...(login !== undefined && { login_key: keyOf(String(login)) }),
    ...(email !== undefined && { email_key: keyOf(String(email)) }),
  };
}

/**
 * Invisible characters would make two logins look alike, and those that turn the direction of writing around also the text
 * beside them. Some are letters and marks by their category: fillers of Hangul, variation selectors, the empty Braille pattern.
 */
function isLogin(text: string): boolean {
  return (
    /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]{1,255}$/u.test(text) &&
    text.trim() === text
  );
}

/**
 * The unique indexes catch what two transactions write at once; one at a time, the message is on its field. A login that is the
 * address of another administrator, who may hold more than the caller, would keep that one from signing in with it.
 */
async function requireIdentifiers(values: Readonly<Values>, id: string | undefined, context: Context): Promise<void> {
  const { trx, caller } = context;
  const problems: Record<string, string[]> = {};
  const { login } = values;
  if (login !== undefined && !isLogin(String(login))) {
    problems['login'] = [sayAccount('badLogin', caller.locale)];
  }
  for (const name of ['login', 'email'] as const) {
    const value = values[name];
    if (value === undefined) continue;
    const key = keyOf(String(value));
    const holders = await trx
      .selectFrom('backend_users')
      .select('id')
      .where((eb) => eb.or([eb('login_key', '=', key), eb('email_key', '=', key)]))
      .execute();
    if (holders.some((holder) => String(holder.id) !== id)) problems[name] ??= [sayAccount('taken', caller.locale)];
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
}
