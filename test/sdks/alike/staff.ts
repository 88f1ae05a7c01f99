import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import { ADA, json, NULL, query, search, select, text, values, where, whole } from './admin-values.js';
import { LISTS, LOGINS } from './staff-texts.js';
import { relation, version } from './write-parts.js';
import { sql } from './lab-calls.js';

type Cells = Readonly<Record<string, Cell>>;

const PEOPLE = 'gatehouse.backend.administrators';
const ROLES = 'gatehouse.backend.roles';
const OF_PEOPLE = {
  columns: ['id', 'login', 'email', 'name', 'role_id', 'is_superuser', 'is_activated', 'permissions'],
  relations: [{ relation: 'role', related: { column: 'name', limit: 1 } }],
};
const OF_ROLES = select('id', 'code', 'name', 'permissions', 'requires_second_factor');

/** A superuser, a manager with some codes, one without any rights, and one who has more than the manager. */
export const [ROOT, MANAGER, NOBODY, CHIEF] = ['801', '802', '803', '804'];
const as = (administratorId: string, others: object = {}) => ({
  ...ADA,
  administratorId,
  login: administratorId,
  ...others,
});
const HASH = `$2b$04$${'a'.repeat(53)}`;
const person = (id: string, login: string, isSuperuser: number, permissions: string, role = 'null') =>
  `(${id}, '${login}', '${login}', '${login}@y', '${login}@y', '', '${HASH}', ${role}, ${isSuperuser}, 1, '${permissions}', '', 0, 0, 0)`;

const selectionOf = (controller: string) => (controller === ROLES ? OF_ROLES : OF_PEOPLE);
const created = (cells: Cells, others: object = {}, controller = PEOPLE) => ({
  ...{ caller: as(ROOT), controller, values: values(cells), selection: selectionOf(controller) },
  ...others,
});
const updated = (id: string, cells: Cells, others: object = {}, controller = PEOPLE) => ({
  ...created(cells, others, controller),
  id,
});
const by = (id: string, others: object = {}) => ({ caller: as(id), ...others });
const named = (login: string, others: Cells = {}): Cells => ({
  login: text(login),
  email: text(`${login}@z`),
  ...others,
});
const codes = (...list: unknown[]): Cell => json(JSON.stringify(list));

/** The built-in lists and forms of administrators and roles. */
export const STAFF: readonly Row[] = [
  sql(
    'roles of the staff',
    `insert into backend_user_roles (id, code, name, permissions, created_at)
      values (801, 'editor', 'Editor', '["acme.shop.*"]', 0), (802, 'boss', 'Boss', '["all.*"]', 0)`,
  ),
  sql(
    'the staff',
    `insert into backend_users (id, login, login_key, email, email_key, name, password_hash, role_id, is_superuser, is_activated,
      permissions, locale, token_version, created_at, updated_at) values ${[
        person(ROOT, 'root', 1, '[]'),
        person(MANAGER, 'manager', 0, '["backend.administrators", "acme.shop.*", "b.c"]'),
        person(NOBODY, 'nobody', 0, '["acme.shop.products"]', '801'),
        person(CHIEF, 'chief', 0, '["acme.other"]', '802'),
      ].join(', ')}`,
  ),
  sql('nobody else is a superuser', 'update backend_users set is_superuser = 0 where id < 801'),
  ...LOGINS.map((login): Row => [
    `a login ${JSON.stringify(login.slice(0, 8))} of ${login.length}`,
    'records.CreateRecord',
    created(named(login, { email: text(`${LOGINS.indexOf(login)}@q`) })),
  ]),
  ['an address in use', 'records.CreateRecord', created({ login: text('q1'), email: text('ROOT@Y') })],
  ['an address that is a login', 'records.CreateRecord', created({ login: text('q2'), email: text('Root') })],
  ['both in use', 'records.CreateRecord', created({ login: text('root'), email: text('manager') })],
  ['an empty address', 'records.CreateRecord', created({ login: text('q3'), email: text('') })],
  ['no address', 'records.CreateRecord', created({ login: text('q4') })],
  ['no login', 'records.CreateRecord', created({ email: text('q5@z') })],
  ['nobody at all', 'records.CreateRecord', created({})],
  ['a name of 201', 'records.CreateRecord', created(named('q6', { name: text('x'.repeat(201)) }))],
  ['a role that does not exist', 'records.CreateRecord', created(named('q7', { role_id: whole(77) }))],
  ['a role that does not exist, as a relation', 'records.CreateRecord', created(named('q8'), relation('role', '77'))],
  ['a role as a relation', 'records.CreateRecord', created(named('q9'), relation('role', '801'))],
  ['two roles', 'records.CreateRecord', created(named('q10'), relation('role', '801', '802'))],
  ['a flag of 2', 'records.CreateRecord', created(named('q11', { is_superuser: whole(2) }))],
  ['a flag of null', 'records.CreateRecord', created(named('q12', { is_activated: NULL }))],
  ['a flag of another kind', 'records.CreateRecord', created(named('q13', { is_activated: { boolValue: true } }))],
  ['someone inactive', 'records.CreateRecord', created(named('q14', { is_activated: whole(0) }))],
  ...LISTS.map((one, index): Row => [
    `codes ${index} ${one.slice(0, 12)}`,
    'records.UpdateRecord',
    updated(NOBODY, { permissions: json(one) }),
  ]),
  ...[
    'password_hash',
    'token_version',
    'login_key',
    'version',
    'must_change_password',
    'locale',
    'created_at',
    'id',
    'x',
  ].flatMap((column): Row[] => [
    [
      `a new ${column}`,
      'records.CreateRecord',
      created(
        named('q15', {
          [column]: column.endsWith('hash') || column.endsWith('key') || column === 'locale' ? text('x') : whole(9),
        }),
      ),
    ],
    [`a changed ${column}`, 'records.UpdateRecord', updated(NOBODY, { [column]: text('x') })],
    [
      `${column} in a list`,
      'records.ListRecords',
      { ...by(ROOT), controller: PEOPLE, query: query({ selection: select(column) }) },
    ],
    [
      `${column} in a condition`,
      'records.ListRecords',
      {
        ...by(ROOT),
        controller: PEOPLE,
        query: query({ selection: select('login'), conditions: [where(column, 'IS_NOT_NULL')] }),
      },
    ],
    [
      `${column} in a search`,
      'records.ListRecords',
      {
        ...by(ROOT),
        controller: PEOPLE,
        query: query({ selection: select('login'), search: search('ALL', ['x'], column) }),
      },
    ],
    [
      `${column} in an order`,
      'records.ListRecords',
      {
        ...by(ROOT),
        controller: PEOPLE,
        query: query({ selection: select('login'), sorts: [{ column: { relation: '', column }, descending: false }] }),
      },
    ],
    [
      `${column} as a label`,
      'records.ListOptions',
      {
        ...by(ROOT),
        controller: PEOPLE,
        page: { number: 1, size: 3 },
        model: { model: 'Gatehouse\\Backend\\Administrator', labelColumn: column },
      },
    ],
    [
      `${column} as the label of an act`,
      'bulk.RunOnRecords',
      { ...by(ROOT), controller: PEOPLE, delete: true, ids: { ids: [NOBODY] }, labelColumn: column },
    ],
  ]),
  ...[ROOT, MANAGER, NOBODY, CHIEF, '77', 'x', '0801'].flatMap((id): Row[] => [
    [`${id} makes a superuser`, 'records.CreateRecord', created(named(`s${id}`, { is_superuser: whole(1) }), by(id))],
    [
      `${id} grants what they hold`,
      'records.CreateRecord',
      created(named(`g${id}`, { permissions: codes('acme.shop.x', 'acme.shop.*', 'b.c') }), by(id)),
    ],
    [
      `${id} grants more`,
      'records.CreateRecord',
      created(
        named(`m${id}`, { permissions: codes('b.c.d', 'b.*'), is_superuser: whole(1), role_id: whole(802) }),
        by(id),
      ),
    ],
    [`${id} changes nobody`, 'records.UpdateRecord', updated(NOBODY, { name: text(`by ${id}`) }, by(id))],
    [`${id} changes the chief`, 'records.UpdateRecord', updated(CHIEF, { name: text(`by ${id}`) }, by(id))],
    [`${id} changes the root`, 'records.UpdateRecord', updated(ROOT, { name: text(`by ${id}`) }, by(id))],
    [`${id} gives the role of an editor`, 'records.UpdateRecord', updated(NOBODY, { role_id: whole(801) }, by(id))],
    [
      `${id} gives the role of a boss`,
      'records.UpdateRecord',
      updated(NOBODY, {}, { ...by(id), ...relation('role', '802') }),
    ],
    [`${id} takes the role`, 'records.UpdateRecord', updated(NOBODY, {}, { ...by(id), ...relation('role') })],
    [
      `${id} deletes nobody`,
      'records.DeleteRecords',
      { ...by(id), controller: PEOPLE, ids: [NOBODY], scope: 'ADMIN_SCOPE_LIST' },
    ],
    [
      `${id} adds a role`,
      'records.CreateRecord',
      created({ code: text(`r${id}`), name: text('R'), permissions: codes('acme.shop.a') }, by(id), ROLES),
    ],
    [
      `${id} adds a role with more`,
      'records.CreateRecord',
      created({ code: text(`t${id}`), name: text('R'), permissions: codes('z') }, by(id), ROLES),
    ],
    [
      `${id} changes the editor`,
      'records.UpdateRecord',
      updated('801', { permissions: codes('acme.shop.*', 'acme.shop.b') }, by(id), ROLES),
    ],
    [
      `${id} changes it back`,
      'records.UpdateRecord',
      updated('801', { permissions: codes('acme.shop.*') }, by(id), ROLES),
    ],
    [
      `${id} demands a second factor of editors`,
      'records.UpdateRecord',
      updated('801', { requires_second_factor: whole(1) }, by(id), ROLES),
    ],
    [`${id} renames the boss`, 'records.UpdateRecord', updated('802', { name: text(`by ${id}`) }, by(id), ROLES)],
    [
      `${id} deletes the editor`,
      'records.DeleteRecords',
      { ...by(id), controller: ROLES, ids: ['801'], scope: 'ADMIN_SCOPE_LIST' },
    ],
    [
      `${id} sets a password of nobody`,
      'accounts.ChangePassword',
      { administratorId: NOBODY, tokenVersion: 0, passwordHash: HASH, changedBy: id },
    ],
    [`${id} ends the sessions of the chief`, 'accounts.EndSessions', { administratorId: CHIEF, endedBy: id }],
    [
      `${id} removes the factor of nobody`,
      'secondFactors.RemoveSecondFactor',
      { administratorId: NOBODY, removedBy: id },
    ],
    [`${id} ends a session of nobody`, 'sessions.EndSession', { administratorId: NOBODY, sessionId: 'x', endedBy: id }],
  ]),
  ['a role code in use', 'records.CreateRecord', created({ code: text('editor'), name: text('x') }, {}, ROLES)],
  ...['', 'A', 'a b', '1a', 'a'.repeat(101), 'a\n', 'ä', 'a-b_1'].map((code): Row => [
    `a role code ${JSON.stringify(code.slice(0, 5))}`,
    'records.CreateRecord',
    created({ code: text(code), name: text('x') }, {}, ROLES),
  ]),
  ['a role without a code', 'records.CreateRecord', created({ name: text('x') }, {}, ROLES)],
  [
    'the same role',
    'records.UpdateRecord',
    updated('801', { code: text('editor'), permissions: codes('acme.shop.*') }, {}, ROLES),
  ],
  [
    'an unused role deleted',
    'bulk.RunOnRecords',
    {
      ...by(ROOT),
      controller: ROLES,
      delete: true,
      matching: { matching: { conditions: [where('code', 'EQUAL', text('a-b_1'))] }, limit: 9 },
      labelColumn: 'name',
    },
  ],
  [
    'the last superuser is one no more',
    'records.UpdateRecord',
    updated(ROOT, { is_superuser: whole(0), is_activated: whole(0) }),
  ],
  [
    'the last superuser in German',
    'records.UpdateRecord',
    updated(ROOT, { is_superuser: whole(0) }, { caller: as(ROOT, { locale: 'de' }) }),
  ],
  ['another one', 'records.UpdateRecord', updated(CHIEF, { is_superuser: whole(1) })],
  ['then it is allowed', 'records.UpdateRecord', updated(ROOT, { is_superuser: whole(0) })],
  ['and not back', 'records.UpdateRecord', updated(ROOT, { is_superuser: whole(1) })],
  ['the chief puts it back', 'records.UpdateRecord', updated(ROOT, { is_superuser: whole(1) }, by(CHIEF))],
  ['a deactivation', 'records.UpdateRecord', updated(NOBODY, { is_activated: whole(0) })],
  ['again', 'records.UpdateRecord', updated(NOBODY, { is_activated: whole(0) })],
  ['of a deactivated one', 'accounts.GetAccount', { administratorId: NOBODY }],
  ['an activation', 'records.UpdateRecord', updated(NOBODY, { is_activated: whole(1), is_superuser: whole(0) })],
  ['of an activated one', 'accounts.GetAccount', { administratorId: NOBODY }],
  ['a member', 'records.UpdateRecord', updated(NOBODY, { role_id: whole(801) })],
  sql('codes that are none', `update backend_users set permissions = '{}' where id = 803`),
  ['an account with codes that are none', 'accounts.GetAccount', { administratorId: NOBODY }],
  ['it is renamed', 'records.UpdateRecord', updated(NOBODY, { name: text('x') })],
  ['it is listed', 'records.GetRecord', { ...updated(NOBODY, {}), scope: 'ADMIN_SCOPE_LIST' }],
  ['codes instead', 'records.UpdateRecord', updated(NOBODY, { permissions: codes('a') })],
  sql('codes with a double', `update backend_users set permissions = '["a", "a", "b"]' where id = 803`),
  sql(
    'a role with a double',
    `update backend_user_roles set permissions = '["acme.shop.*", "acme.shop.*"]' where id = 801`,
  ),
  [
    'the same role without the double',
    'records.UpdateRecord',
    updated('801', { permissions: codes('acme.shop.*') }, by(MANAGER), ROLES),
  ],
  ['an account with them', 'accounts.GetAccount', { administratorId: NOBODY }],
  [
    'all of the staff',
    'records.ListRecords',
    { ...by(ROOT), controller: PEOPLE, query: query({ selection: OF_PEOPLE, page: { number: 1, size: 200 } }) },
  ],
  [
    'all of the roles',
    'records.ListRecords',
    { ...by(ROOT), controller: ROLES, query: query({ selection: OF_ROLES }) },
  ],
  [
    'an import of the staff',
    'bulk.ImportRecords',
    (seen) => ({
      ...{ ...by(MANAGER), controller: PEOPLE, importId: Buffer.alloc(32, 60) },
      records: [
        { values: values(named('i1')) },
        { values: values(named('i1')) },
        { values: values(named('i2', { is_superuser: whole(1) })) },
        { values: values({ name: text('x') }), existing: { id: CHIEF } },
        {
          values: values({ name: text('x') }),
          existing: { id: '801', expectedVersion: version('a member', 'updated')(seen) },
        },
      ],
    }),
  ],
  [
    'choices of roles',
    'records.ListOptions',
    {
      ...by(ROOT),
      controller: PEOPLE,
      page: { number: 1, size: 9 },
      relation: { relation: 'role', labelColumn: 'name' },
    },
  ],
  [
    'choices of a model in no list',
    'records.ListOptions',
    {
      ...by(ROOT),
      controller: 'x',
      page: { number: 1, size: 9 },
      model: { model: 'Acme\\Shop\\Models\\Tag', labelColumn: 'name' },
    },
  ],
  [
    'choices of a model in no settings',
    'records.ListOptions',
    {
      ...by(ROOT),
      settings: 'x',
      page: { number: 1, size: 9 },
      model: { model: 'Acme\\Shop\\Models\\Tag', labelColumn: 'name' },
    },
  ],
];
