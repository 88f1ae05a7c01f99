import { expect } from 'chai';
import type { Transaction } from 'kysely';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { InvalidField } from '../../wire/fields.js';
import { adminDatabase } from '../admin-options.js';
import { createSqlDirectory } from '../directory/sql-directory.js';
import { Invalid, Refused } from '../model/controller.js';
import type { AnyTables } from '../model/model.js';
import { createRecord, deleteRecords, updateRecord } from '../records/write-records.js';
import type { Registry } from '../registry.js';
import { servedRegistryOf } from '../registry.js';
import { say } from '../model/write-texts.js';
import { sayAccount } from './texts.js';

const ADMINISTRATORS = 'gatehouse.backend.administrators';
const ROLES = 'gatehouse.backend.roles';
const MANAGES = 'backend.administrators';
type Cells = Readonly<Record<string, string | number>>;

describe('the screens of administrators and roles (docs/admin/people.md)', () => {
  let file: Database.Database;
  let db: Kysely<AnyTables>;
  let registry: Registry;

  beforeEach(async () => {
    file = new Database(':memory:');
    db = new Kysely<AnyTables>({ dialect: new SqliteDialect({ database: file }) });
    const database = adminDatabase(db, 'sqlite');
    const directory = createSqlDirectory(database);
    await directory.migrate();
    registry = servedRegistryOf({ database, directory, controllers: [], plugins: [] });
    insert(1, { is_superuser: 1 });
  });
  afterEach(() => db.destroy());

  function insert(id: number, more: Cells = {}): void {
    const row = {
      ...{
        id,
        login: `l${String(id)}`,
        login_key: `l${String(id)}`,
        email: `e${String(id)}`,
        email_key: `e${String(id)}`,
      },
      ...{ name: '', password_hash: 'x', is_superuser: 0, is_activated: 1, permissions: '[]', locale: '' },
      ...{ token_version: 0, created_at: 1, updated_at: 1, ...more },
    };
    const names = Object.keys(row);
    file
      .prepare(`insert into backend_users (${names.join()}) values (${names.map(() => '?').join()})`)
      .run(Object.values(row));
  }
  const role = (id: number, permissions: string) =>
    file
      .prepare('insert into backend_user_roles (id, code, name, permissions, created_at) values (?, ?, ?, ?, 1)')
      .run([id, `role${String(id)}`, 'Role', permissions]);

  const context = (id: number) => ({
    caller: { id: String(id), login: '', superuser: true, permissions: [], locale: 'en' },
    trx: db as unknown as Transaction<AnyTables>,
  });
  const write = (cells: Cells, roleId?: string) => ({
    values: Object.entries(cells).map(([column, value]) => ({
      column,
      value:
        typeof value === 'number'
          ? { value: 'int64Value', int64Value: String(value) }
          : column === 'permissions'
            ? { value: 'jsonValue', jsonValue: value }
            : { value: 'stringValue', stringValue: value },
      optionProvider: '',
    })),
    relations: roleId === undefined ? [] : [{ relation: 'role', ids: [roleId], scope: null }],
    selection: null,
    expectedVersion: '',
  });

  /** The messages about a write: by column, or that of a refusal; "written" if there are none. */
  const problem = (writing: Promise<unknown>) =>
    writing.then(
      () => 'written',
      (error: unknown) => {
        if (error instanceof Invalid) return error.fields;
        if (error instanceof Refused) return error.message;
        throw error;
      },
    );
  const create = (controller: string, cells: Cells, by = 1, roleId?: string) =>
    problem(createRecord(registry, registry.controller(controller), write(cells, roleId) as never, context(by)));
  const update = (controller: string, id: string, cells: Cells, by = 1, roleId?: string) =>
    problem(updateRecord(registry, registry.controller(controller), id, write(cells, roleId) as never, context(by)));
  const remove = (controller: string, id: string, by = 1) =>
    problem(deleteRecords(registry, registry.controller(controller), [id], context(by)));

  it('take logins of 1 to 255 visible characters, without a blank at either end', async () => {
    for (const [index, login] of ['a', 'x'.repeat(255), '\u{1f600}'.repeat(255), 'Ünïcode', 'a b', 'a@b'].entries())
      expect(await create(ADMINISTRATORS, { login, email: String(index) }), login).to.equal('written');
    for (const login of [
      '',
      ' a',
      'a ',
      'a\tb',
      'a\u200bb',
      'a\u2028b',
      'a\u2029b',
      'a\u115fb',
      'a\ufe0fb',
      'a\u2800b',
    ])
      expect(await create(ADMINISTRATORS, { login, email: 'e' }), JSON.stringify(login)).to.deep.equal({
        login: [sayAccount('badLogin', 'en')],
      });
  });

  it('take the values that their columns hold', async () => {
    const person = { login: 'a', email: 'e' };
    for (const [column, value] of [
      ['login', 'x'.repeat(256)],
      ['email', 'x'.repeat(256)],
      ['name', 'x'.repeat(201)],
      ['is_superuser', 2],
      ['is_superuser', -1],
      ['is_activated', 2],
      ['is_activated', -1],
    ] as const)
      expect(await create(ADMINISTRATORS, { ...person, [column]: value }), column).to.deep.equal({
        [column]: [say('unfit', 'en')],
      });
    for (const [column, value] of [
      ['code', 'x'.repeat(101)],
      ['name', 'x'.repeat(201)],
      ['requires_second_factor', 2],
      ['requires_second_factor', -1],
    ] as const)
      expect(await create(ROLES, { code: 'a', name: 'A', [column]: value }), column).to.deep.equal({
        [column]: [say('unfit', 'en')],
      });
    for (const controller of [ADMINISTRATORS, ROLES])
      expect(await create(controller, { ...person, id: 5 }).catch((error: unknown) => error)).to.be.instanceOf(
        InvalidField,
      );
  });

  it('give no login or address twice, in any case', async () => {
    const taken = [sayAccount('taken', 'en')];
    expect(await create(ADMINISTRATORS, { login: 'L1', email: 'x' })).to.deep.equal({ login: taken });
    expect(await create(ADMINISTRATORS, { login: 'x', email: 'E1' })).to.deep.equal({ email: taken });
    // A login that is the address of another one.
    expect(await create(ADMINISTRATORS, { login: 'e1', email: 'l1' })).to.deep.equal({ login: taken, email: taken });
    expect(await update(ADMINISTRATORS, '1', { login: 'E1', email: 'E1' })).to.equal('written');
  });

  it('grant no more than the caller holds', async () => {
    insert(2, { permissions: JSON.stringify([MANAGES, 'acme.*']) });
    role(1, '["acme.blog"]');
    role(2, '["other"]');
    const more = [sayAccount('grantsMore', 'en')];
    const person = { login: 'a', email: 'e' };
    expect(await create(ADMINISTRATORS, { ...person, permissions: '["other"]' }, 2)).to.deep.equal({
      permissions: more,
    });
    expect(await create(ADMINISTRATORS, person, 2, '2')).to.deep.equal({ role: more });
    expect(await create(ADMINISTRATORS, { ...person, is_superuser: 1 }, 2)).to.deep.equal({
      is_superuser: [sayAccount('onlySuperusers', 'en')],
    });
    expect(await create(ADMINISTRATORS, { ...person, permissions: '["acme.shop"]' }, 2, '1')).to.equal('written');
    expect(await update(ADMINISTRATORS, '1', { name: 'x' }, 2)).to.equal(sayAccount('holdsMore', 'en'));
    expect(await create(ROLES, { code: 'a', name: 'A', permissions: '["other"]' }, 2)).to.deep.equal({
      permissions: more,
    });
    expect(await update(ROLES, '1', { permissions: '["other"]' }, 2)).to.deep.equal({ permissions: more });
    for (const refused of [update(ROLES, '2', { name: 'x' }, 2), remove(ROLES, '2', 2)])
      expect(await refused).to.equal(sayAccount('roleHoldsMore', 'en'));
    insert(9, { role_id: 1, permissions: '["other"]' });
    for (const cells of [{ permissions: '[]' }, { requires_second_factor: 1 }])
      expect(await update(ROLES, '1', cells, 2)).to.equal(sayAccount('roleOfMore', 'en'));
    for (const cells of [{ permissions: '["acme.blog"]' }, { requires_second_factor: 0 }, { name: 'x' }])
      expect(await update(ROLES, '1', cells, 2)).to.equal('written');
  });

  it('are for administrators who manage others, as they are now', async () => {
    insert(2, { permissions: '["acme.*"]' });
    insert(3, { is_superuser: 1, is_activated: 0 });
    for (const by of [2, 3, 4])
      for (const refused of [
        create(ADMINISTRATORS, { login: 'a', email: 'e' }, by),
        create(ROLES, { code: 'a', name: 'A' }, by),
      ])
        expect(await refused, String(by)).to.equal(sayAccount('notAllowed', 'en'));
  });

  it('leave one active superuser', async () => {
    const last = [sayAccount('lastSuperuser', 'en')];
    insert(2, { is_superuser: 1, is_activated: 0 });
    expect(await update(ADMINISTRATORS, '1', { is_superuser: 0, is_activated: 0 })).to.deep.equal({
      is_superuser: last,
      is_activated: last,
    });
    expect(await update(ADMINISTRATORS, '1', { is_activated: 0 })).to.deep.equal({ is_activated: last });
    expect(await update(ADMINISTRATORS, '2', { is_superuser: 0 })).to.equal('written');
    insert(3, { is_superuser: 1 });
    expect(await update(ADMINISTRATORS, '1', { is_activated: 0 })).to.equal('written');
    const versionOf = (id: number) =>
      (file.prepare('select token_version from backend_users where id = ?').get([id]) as Cells)['token_version'];
    expect(versionOf(1)).to.equal(1);
    // One who is deactivated already has no session to end.
    expect(await update(ADMINISTRATORS, '2', { is_activated: 0, name: 'Bea' }, 3)).to.equal('written');
    expect(versionOf(2)).to.equal(0);
  });

  it('delete no administrator, and no role of an administrator', async () => {
    role(1, '[]');
    role(2, '[]');
    insert(2, { role_id: 1 });
    expect(await remove(ADMINISTRATORS, '2')).to.equal(sayAccount('neverDeleted', 'en'));
    expect(await remove(ROLES, '1')).to.equal(sayAccount('roleInUse', 'en'));
    expect(await remove(ROLES, '2')).to.equal('written');
  });

  it('take codes of roles in lower case, each once', async () => {
    for (const code of ['a', 'a-b_9', 'x'.repeat(100)])
      expect(await create(ROLES, { code, name: 'A' }), code).to.equal('written');
    for (const code of ['', 'A', '9a', '-a', 'a b', 'ä'])
      expect(await create(ROLES, { code, name: 'A' }), code).to.deep.equal({ code: [sayAccount('badCode', 'en')] });
    expect(await create(ROLES, { code: 'a', name: 'A' })).to.deep.equal({ code: [sayAccount('taken', 'en')] });
  });
});
