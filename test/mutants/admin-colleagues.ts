/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- a mutant changes messages of many rpcs, whatever their types */
import type { Message } from './admin-mutant.js';
import { sentencesOf, whole, wholeWith } from './admin-mutant.js';
import type { Row } from '../broken/admin/directory.js';
import type { Mutant } from './mutant.js';

/** Mutants of the two built-in controllers, with which administrators manage their colleagues and the roles. */

const of = sentencesOf('admin_account.proto', ['accounts/']);
const DONE = { refused: { message: 'no' } };
const isOf = (controller: string, one: string): boolean => controller === `gatehouse.backend.${one}`;
const RECORDS = 'CreateRecord UpdateRecord';

export const COLLEAGUE_MUTANTS: readonly Mutant[] = [
  whole(of('superusers create nobody', 'and a superuser or a holder of'), 'records', 'CreateRecord', {
    answer: (answer, { controller }) => (isOf(controller, 'administrators') ? DONE : answer),
  }),
  whole(of('a login may be taken twice', 'Logins and email addresses are unique, ignoring case'), 'records', RECORDS, {
    instead: (request, { directory }, sound) => alone(request, directory.rows, 'login', sound),
  }),
  whole(of('an email address may be taken twice', 'addresses are unique, ignoring case'), 'records', RECORDS, {
    instead: (request, { directory }, sound) => alone(request, directory.rows, 'email', sound),
  }),
  whole(of('a taken login is refused without its field', 'invalid, with the field'), 'records', RECORDS, {
    answer: (answer, { controller }) => (isOf(controller, 'administrators') && answer.invalid ? DONE : answer),
  }),
  whole(of('a new administrator is not active', 'is_activated INTEGER 0 to 1'), 'records', 'CreateRecord', {
    answer: (answer, { controller }, { directory }) => {
      if (isOf(controller, 'administrators') && answer.created) directory.rows.at(-1)!.isActive = false;
      return answer;
    },
  }),
  whole(of('a new administrator has a password', 'A new administrator has no password'), 'records', 'CreateRecord', {
    answer: (answer, { controller }, { directory }) => {
      const row = directory.rows.at(-1);
      if (isOf(controller, 'administrators') && answer.created && row) row.passwordHash = `$2b$04$${'.'.repeat(53)}`;
      return answer;
    },
  }),
  whole(
    of('permissions of a new administrator are dropped', '`permissions` is a JSON list of permission codes'),
    'records',
    'CreateRecord',
    {
      request: (request) => (isOf(request.controller, 'administrators') ? without(request, 'permissions') : request),
    },
  ),
  whole(of('the role of an administrator is dropped', 'relation role: belongs to Role'), 'records', RECORDS, {
    request: (request) => (isOf(request.controller, 'administrators') ? { ...request, relations: [] } : request),
  }),
  whole(
    of('an administrator is deleted', 'Administrators are deactivated, never deleted.'),
    'records',
    'DeleteRecords',
    {
      answer: (answer, { controller }) => (isOf(controller, 'administrators') ? { deleted: true } : answer),
    },
  ),
  wholeWith(
    of('sessions survive a deactivation', 'Deactivating an administrator raises the token version.'),
    ({ records }) => {
      records.deactivated = () => undefined;
    },
  ),
  whole(
    of('every change of an administrator ends its sessions', 'Deactivating an administrator raises'),
    'records',
    'UpdateRecord',
    {
      answer: (answer, request, { directory }) => {
        const row = directory.rows.find(({ id }) => id === request.id);
        if (isOf(request.controller, 'administrators') && answer.updated && row) row.tokenVersion += 1;
        return answer;
      },
    },
  ),
  whole(of('nobody is deactivated', 'is_activated INTEGER 0 to 1'), 'records', 'UpdateRecord', {
    request: (request) => (isOf(request.controller, 'administrators') ? without(request, 'is_activated') : request),
  }),
  whole(of('the version of an administrator is not compared', 'backend_users, versioned'), 'records', 'UpdateRecord', {
    request: (request) => (isOf(request.controller, 'administrators') ? { ...request, expectedVersion: '' } : request),
  }),
  wholeWith(of('only superusers manage administrators', '"backend.administrators".'), ({ records }) => {
    const sound = records.manager.bind(records);
    records.manager = (request) => (sound(request)?.superuser === true ? sound(request) : undefined);
  }),
  wholeWith(of('inactive managers go on', 'The caller is an active administrator'), ({ records, directory }) => {
    records.manager = ({ caller }) => directory.rows.find(({ id }) => id === caller?.administratorId);
  }),
  managers('managers grant every code', 'the caller holds every code that the administrator holds', (held, granted) => [
    ...held,
    ...granted,
  ]),
  wholeWith(
    of('managers make superusers', 'The caller is a superuser; or the administrator is none'),
    ({ records }) => {
      const sound = records.writeAdministrator.bind(records);
      records.writeAdministrator = (actor, written, existing, id) =>
        written.flag('is_superuser') === true && actor.permissions?.includes('backend.administrators')
          ? sound({ ...actor, superuser: true }, written, existing, id)
          : sound(actor, written, existing, id);
    },
  ),
  wholeWith(
    of('a role changes for those who hold more', 'only by a caller who could change everyone who has the role.'),
    ({ records }) => {
      records.managesMembers = () => true;
    },
  ),
  wholeWith(of('managers grant any role', 'The same applies to the codes of a role.'), ({ records, directory }) => {
    const sound = records.writeAdministrator.bind(records);
    records.writeAdministrator = (actor, written, existing, id) => {
      const [role] = written.role ?? [];
      const codes = directory.roles.find((one) => one.id === role)?.permissions ?? [];
      return sound({ ...actor, permissions: [...(actor.permissions ?? []), ...codes] }, written, existing, id);
    };
  }),
  wholeWith(of('managers change those who hold more', 'and the caller holds every code'), ({ records }) => {
    const sound = records.writeAdministrator.bind(records);
    records.writeAdministrator = (actor, written, existing, id) =>
      existing !== undefined && written.text('name') !== undefined
        ? sound({ ...actor, superuser: true }, written, existing, id)
        : sound(actor, written, existing, id);
  }),
  wholeWith(
    of('managers set the passwords of those who hold more', 'within the rules of the service'),
    ({ accounts, directory }) => {
      accounts.mayManage = (row, by) => {
        const actor = directory.rows.find(({ id }) => id === by);
        const holds = actor?.superuser === true || actor?.permissions?.includes('backend.administrators') === true;
        return row.id === by || (actor?.isActive === true && holds);
      };
    },
  ),
  wholeWith(
    of('inactive superusers and managers manage others', 'is an active administrator, and a superuser'),
    ({ accounts, directory }) => {
      const sound = accounts.mayManage.bind(accounts);
      accounts.mayManage = (row, by) => {
        const actor = directory.rows.find(({ id }) => id === by);
        const isActive = actor?.isActive;
        if (actor !== undefined) actor.isActive = true;
        const may = sound(row, by);
        if (actor !== undefined && isActive !== undefined) actor.isActive = isActive;
        return may;
      };
    },
  ),
  managers('a code covers the whole part before its last dot', 'that such a code covers which', (held) =>
    held.flatMap((code) => [code, `${code.replace(/\.[^.]*$/, '')}.*`]),
  ),
  managers('a code that ends in ".*" covers nothing', 'ends in ".*"', (held) =>
    held.filter((code) => !code.endsWith('.*')),
  ),
  whole(
    of(
      'the last superuser may be deactivated',
      'At least one active superuser remains.',
      'A check cannot take the other superusers of the application away.',
    ),
    'records',
    'UpdateRecord',
    {},
  ),
  whole(of('the code of a role may be taken twice', 'codes of roles too'), 'records', RECORDS, {
    instead: (request, { directory }, sound) => alone(request, directory.roles, 'code', sound),
  }),
  whole(of('a role loses its codes', 'STRING(200), permissions JSON'), 'records', RECORDS, {
    request: (request) => (isOf(request.controller, 'roles') ? without(request, 'permissions') : request),
  }),
  wholeWith(of('a changed role is not read again', 'as the directory has'), ({ directory }) => {
    directory.refreshGrants = () => {
      for (const row of directory.rows) row.permissions ??= grantsOf(directory.roles, row);
    };
  }),
  wholeWith(
    of('administrators lose the codes of their roles', 'granted to the role or to the administrator'),
    ({ directory }) => {
      directory.refreshGrants = () => {
        for (const row of directory.rows) row.permissions = [...(row.own ?? [])];
      };
    },
  ),
  wholeWith(of('a role in use is deleted', 'has is not deleted.'), ({ records, directory }) => {
    const sound = records.DeleteRecords.bind(records);
    records.DeleteRecords = (request) => {
      if (isOf(request.controller, 'roles')) for (const row of directory.rows) row.role = '';
      return sound(request);
    };
  }),
  wholeWith(of('managers change roles that hold more', 'applies to the codes of a role'), ({ records }) => {
    const sound = records.writeRole.bind(records);
    records.writeRole = (actor, written, existing, id) =>
      existing === undefined
        ? sound(actor, written, existing, id)
        : sound({ ...actor, superuser: true }, written, existing, id);
  }),
  wholeWith(of('managers create roles that hold more', 'The same applies to the codes'), ({ records }) => {
    const sound = records.writeRole.bind(records);
    records.writeRole = (actor, written, existing, id) =>
      existing === undefined
        ? sound({ ...actor, superuser: true }, written, existing, id)
        : sound(actor, written, existing, id);
  }),
];

/** Managers who seem to hold other codes when they write administrators. */
function managers(
  name: string,
  words: string,
  seeming: (held: readonly string[], granted: readonly string[]) => readonly string[],
): Mutant {
  return wholeWith(of(name, words), ({ records }) => {
    const sound = records.writeAdministrator.bind(records);
    records.writeAdministrator = (actor, written, existing, id) => {
      const permissions = [...seeming(actor.permissions ?? [], written.codes ?? [])];
      return sound({ ...actor, permissions }, written, existing, id);
    };
  });
}

function grantsOf(roles: readonly { readonly code: string; readonly permissions: readonly string[] }[], row: Row) {
  return [...(roles.find(({ code }) => code === row.role)?.permissions ?? []), ...(row.own ?? [])];
}

function without(request: Message, name: string): Message {
  return { ...request, values: request.values.filter(({ column }: Message) => column !== name) };
}

/** The write, as if no other row had the same text in this column. */
function alone(
  request: Message,
  rows: readonly object[],
  member: string,
  sound: (request: Message) => Message,
): Message {
  const answer = sound(request);
  const [problem] = answer.invalid?.fields ?? [];
  if (problem?.field !== member || !request.controller.startsWith('gatehouse.')) return answer;
  const others = rows as Record<string, string>[];
  const before = others.map((row) => row[member] ?? '');
  for (const row of others) row[member] = `${row[member] ?? ''}-hidden`;
  const second = sound(request);
  for (const [n, text] of before.entries()) others[n]![member] = text;
  return second;
}
