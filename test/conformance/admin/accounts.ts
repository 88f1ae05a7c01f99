import { createHost, type Host } from '@gatehouse/host';
import type { Accounts, Administrator, Directory, NewAdministrator } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory } from '@gatehouse/host/admin';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { Connection } from '../../../daemon/hostcheck/subject/connection.js';
import { concurrently } from '../state-under-test.js';
import { tally } from '../tally.js';
import type { Cells } from './accounts-support.js';
import { outcomeOf, UNCLEAR, valuesOf } from './accounts-support.js';
import type { ShopDatabase, TestDatabase } from './databases.js';

const HASH = `$2b$10$${'a'.repeat(53)}`;
const OTHER_HASH = `$2b$10$${'b'.repeat(53)}`;
const MANAGES = 'backend.administrators';
const ADMINISTRATORS = 'gatehouse.backend.administrators';
const ROLES = 'gatehouse.backend.roles';
const SELECTION = { columns: ['id'], relations: [] };
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

/** The rules of admin_account.proto. `open` is called before each test, for a database with all tables and no row. */
export function accountsConformance(open: () => Promise<TestDatabase>): void {
  let test: TestDatabase;
  let db: ShopDatabase;
  let host: Host;
  let connection: Connection;
  let directory: Directory;
  let accounts: Accounts;
  let root: Administrator;

  beforeEach(async () => {
    test = await open();
    db = test.connect();
    const database = adminDatabase(db, test.engine);
    directory = createSqlDirectory(database);
    if (directory.accounts === undefined) expect.fail('the directory has no accounts');
    accounts = directory.accounts;
    const admin = { database, directory, controllers: [], plugins: [] };
    host = createHost({ applicationName: 'shop', address: '127.0.0.1:0', logger: silent, admin });
    const { address } = await host.listen();
    connection = new Connection({ address, timeoutMs: 20_000 });
    root = await created({ login: 'root', superuser: true });
  });
  afterEach(async () => {
    connection.close();
    await host.close();
    await test.close();
  });

  async function created(overrides: Partial<NewAdministrator> & { codes?: readonly string[] } = {}) {
    const login = overrides.login ?? `ada-${randomUUID()}`;
    const { codes = [], ...more } = overrides;
    const email = `${login}@example.test`;
    const made = await directory.create({ login, email, passwordHash: HASH, superuser: false, ...more });
    if ('refused' in made) expect.fail(`not created: ${made.refused}`);
    await db
      .updateTable('backend_users')
      .set({ permissions: JSON.stringify(codes) })
      .where('id', '=', Number(made.id))
      .execute();
    return { ...made, permissions: [...codes] };
  }

  async function role(code: string, codes: readonly string[]): Promise<string> {
    const row = { code, name: code, permissions: JSON.stringify(codes), created_at: 0 };
    const { id } = await db.insertInto('backend_user_roles').values(row).returning('id').executeTakeFirstOrThrow();
    return String(id);
  }

  const callerOf = ({ id, login }: Pick<Administrator, 'id' | 'login'>) =>
    // A caller from before a change: the host must not trust it.
    ({ administratorId: id, login, superuser: true, permissions: [], locale: 'en' });

  async function create(by: Administrator, cells: Cells, controller = ADMINISTRATORS, relations: object[] = []) {
    const request = { caller: callerOf(by), controller, values: valuesOf(cells), relations, selection: SELECTION };
    const answer = await connection.call(rpcOf(adminRecordService.CreateRecord), request);
    return {
      outcome: outcomeOf({ created: answer.created, invalid: answer.invalid, refused: answer.refused }),
      answer,
    };
  }

  async function update(by: Administrator, id: string, cells: Cells, controller = ADMINISTRATORS, roleIds?: string[]) {
    const relations = roleIds === undefined ? [] : [{ relation: 'role', ids: roleIds }];
    const { updated, notFound, conflict, invalid, refused } = await connection.call(
      rpcOf(adminRecordService.UpdateRecord),
      { caller: callerOf(by), controller, id, values: valuesOf(cells), relations, selection: SELECTION },
    );
    return outcomeOf({ updated, notFound, conflict, invalid, refused });
  }

  async function remove(by: Administrator, id: string, controller = ADMINISTRATORS) {
    const { deleted, notFound, refused } = await connection.call(rpcOf(adminRecordService.DeleteRecords), {
      caller: callerOf(by),
      controller,
      ids: [id],
      scope: 'ADMIN_SCOPE_LIST',
    });
    return deleted ? 'deleted' : outcomeOf({ notFound, refused });
  }

  const now = async (id: string) => {
    const account = await accounts.find(id);
    if (account === undefined) expect.fail(`there is no administrator ${id}`);
    return account;
  };
  const person = (login: string): Cells => ({ login, email: `${login}@example.test` });

  describe('a new administrator (AD-241)', () => {
    it('has no password, and cannot sign in before one is set', async () => {
      const { outcome, answer } = await create(root, person('bea'));
      expect(outcome).to.equal('created');
      const { administrator, active, hasPassword } = await now(answer.created?.id ?? '');
      expect({ login: administrator.login, active, hasPassword }).to.deep.equal({
        login: 'bea',
        active: true,
        hasPassword: false,
      });
      expect(await directory.findCredentials('bea')).to.equal(undefined);
    });

    it('has another login and address than all others, ignoring case', async () => {
      expect((await create(root, person('ROOT'))).outcome).to.equal('invalid login email');
      const id = (await create(root, person('bea'))).answer.created?.id ?? '';
      expect(await update(root, id, { login: 'Root' })).to.equal('invalid login');
    });

    it('has no login that is the address of another, who could not sign in with it, and no such address', async () => {
      const id = (await create(root, person('bea'))).answer.created?.id ?? '';
      expect((await create(root, { login: 'ROOT@example.test', email: 'x@y.test' })).outcome).to.equal('invalid login');
      expect(await update(root, id, { login: 'Root@example.test' })).to.equal('invalid login');
      expect(await update(root, id, { email: 'root' })).to.equal('invalid email');
      expect(await update(root, id, { login: 'Bea@example.test' })).to.equal('updated');
    });

    it('has a login without invisible characters, and without spaces around it (AD-433)', async () => {
      for (const login of UNCLEAR) {
        const { outcome } = await create(root, { login, email: 'eve@example.test' });
        expect(outcome, JSON.stringify(login)).to.equal('invalid login');
      }
      for (const login of ['Ada Lovelace', 'عادة', 'ada+1@example.test', '\u{1F989}']) {
        const { outcome } = await create(root, { login, email: `eve-${randomUUID()}@example.test` });
        expect(outcome, login).to.equal('created');
      }
    });

    it('gets no column that only the host writes', async () => {
      for (const column of ['password_hash', 'login_key', 'token_version'] as const) {
        const cells = { ...person('bea'), [column]: column === 'token_version' ? 7 : HASH };
        const failure = await create(root, cells).then(
          () => 'created',
          () => 'fault',
        );
        expect(failure, column).to.equal('fault');
      }
    });
  });

  describe('granting (AD-242)', () => {
    const MANAGER = [MANAGES, 'acme.blog.*'];

    it('is allowed for codes that the caller holds, and for no others', async () => {
      const manager = await created({ codes: MANAGER });
      const attempts: readonly (readonly [readonly string[], string])[] = [
        [[], 'created'],
        [['acme.blog.posts'], 'created'],
        [['acme.blog.*'], 'created'],
        [['acme.blog.posts.*'], 'created'],
        [[MANAGES], 'created'],
        [['acme.shop.items'], 'invalid permissions'],
        [['acme.*'], 'invalid permissions'],
        [['acme.blogs'], 'invalid permissions'],
        [['backend.*'], 'invalid permissions'],
        [['not a code'], 'invalid permissions'],
        [['acme.blog.posts', 'acme.blog.posts'], 'invalid permissions'],
      ];
      for (const [codes, expected] of attempts) {
        const { outcome } = await create(manager, { ...person(randomUUID()), permissions: codes });
        expect(outcome, JSON.stringify(codes)).to.equal(expected);
      }
    });

    it('covers the codes of a role, also when the role changes', async () => {
      const manager = await created({ codes: MANAGER });
      const [own, foreign] = [await role('own', ['acme.blog.posts']), await role('foreign', ['acme.shop.items'])];
      const made = await create(manager, person('bea'), ADMINISTRATORS, [{ relation: 'role', ids: [own] }]);
      expect(made.outcome).to.equal('created');
      const id = made.answer.created?.id ?? '';
      expect(await update(manager, id, {}, ADMINISTRATORS, [foreign])).to.equal('invalid role');
      expect(await update(manager, own, { permissions: ['acme.shop.items'] }, ROLES)).to.equal('invalid permissions');
      expect(await update(manager, foreign, { name: 'renamed' }, ROLES)).to.equal('refused');
      expect(await remove(manager, foreign, ROLES)).to.equal('refused');
      expect((await create(manager, { code: 'x', name: 'x', permissions: ['acme.*'] }, ROLES)).outcome).to.equal(
        'invalid permissions',
      );
      expect(await update(root, own, { permissions: ['acme.shop.items'] }, ROLES)).to.equal('updated');
    });

    it('makes superusers only by superusers', async () => {
      const manager = await created({ codes: MANAGER });
      const made = await create(manager, person('bea'));
      const id = made.answer.created?.id ?? '';
      expect(await update(manager, id, { is_superuser: 1 })).to.equal('invalid is_superuser');
      expect(await update(manager, manager.id, { is_superuser: 1 })).to.equal('invalid is_superuser');
      expect(await update(root, id, { is_superuser: 1 })).to.equal('updated');
    });

    it('lets no administrator change one who holds more', async () => {
      const manager = await created({ codes: MANAGER });
      const stronger = await created({ codes: ['acme.shop.items'] });
      for (const { id } of [root, stronger]) {
        expect(await update(manager, id, { name: 'changed' })).to.equal('refused');
        expect(await update(manager, id, { is_activated: 0 })).to.equal('refused');
        const change = { administratorId: id, tokenVersion: 0, passwordHash: OTHER_HASH, mustChange: true };
        expect(await accounts.changePassword({ ...change, changedBy: manager.id })).to.equal('forbidden');
        expect(await accounts.endSessions(id, manager.id)).to.equal('forbidden');
      }
    });

    it('lets no administrator change through a role what one who holds more has', async () => {
      const manager = await created({ codes: MANAGER });
      const id = await role('shared', ['acme.blog.posts']);
      const same = { permissions: ['acme.blog.posts'], requires_second_factor: 0 };
      const changes: readonly Cells[] = [
        { permissions: [] },
        { permissions: ['acme.blog.posts', 'acme.blog.tags'] },
        { requires_second_factor: 1 },
      ];
      for (const member of [await created({ codes: ['acme.shop.items'] }), root]) {
        expect(await update(root, member.id, {}, ADMINISTRATORS, [id])).to.equal('updated');
        for (const cells of changes) {
          expect(await update(manager, id, cells, ROLES), JSON.stringify(cells)).to.equal('refused');
        }
        expect(await update(manager, id, { name: 'renamed', ...same }, ROLES)).to.equal('updated');
        expect(await update(root, member.id, {}, ADMINISTRATORS, [])).to.equal('updated');
      }
      // The caller, and one who holds less.
      for (const member of [manager, await created({ codes: ['acme.blog.tags'] })]) {
        expect(await update(root, member.id, {}, ADMINISTRATORS, [id])).to.equal('updated');
      }
      for (const cells of [...changes, same]) expect(await update(manager, id, cells, ROLES)).to.equal('updated');
    });

    it('takes the caller as the directory has it now, not as the request describes it', async () => {
      const nobody = await created({ codes: ['acme.blog.posts'] });
      expect((await create(nobody, person('bea'))).outcome).to.equal('refused');
      const former = await created({ superuser: true });
      expect(await update(root, former.id, { is_activated: 0 })).to.equal('updated');
      expect((await create(former, person('bea'))).outcome).to.equal('refused');
      expect((await create({ ...root, id: '999999' }, person('bea'))).outcome).to.equal('refused');
    });
  });

  describe('the last active superuser (AD-243)', () => {
    it('is neither demoted, deactivated nor deleted', async () => {
      await created({ superuser: false, codes: [MANAGES] });
      expect(await update(root, root.id, { is_superuser: 0 })).to.equal('invalid is_superuser');
      expect(await update(root, root.id, { is_activated: 0 })).to.equal('invalid is_activated');
      expect(await remove(root, root.id)).to.equal('refused');
      const other = await created({ superuser: true });
      expect(await update(root, other.id, { is_activated: 0 })).to.equal('updated');
      expect(await update(root, root.id, { is_superuser: 0 })).to.equal('invalid is_superuser');
    });

    it('remains if two superusers demote each other at once', async () => {
      for (let round = 0; round < 5; round++) {
        const other = await created({ superuser: true });
        const outcomes = await concurrently(2, (n) =>
          n === 0 ? update(root, other.id, { is_superuser: 0 }) : update(other, root.id, { is_superuser: 0 }),
        );
        expect(
          outcomes.filter((one) => one === 'updated'),
          outcomes.join(),
        ).to.have.length(1);
        const [first, second] = [await now(root.id), await now(other.id)];
        expect([first, second].filter(({ administrator }) => administrator.superuser)).to.have.length(1);
        // The next round needs root again.
        await db.updateTable('backend_users').set({ is_superuser: 1 }).where('id', '=', Number(root.id)).execute();
        await db.updateTable('backend_users').set({ is_superuser: 0 }).where('id', '=', Number(other.id)).execute();
      }
    });

    it('remains if all superusers deactivate themselves at once', async () => {
      const all = [root, await created({ superuser: true }), await created({ superuser: true })];
      const outcomes = await concurrently(3, (n) => update(all[n]!, all[n]!.id, { is_activated: 0 }));
      expect(tally(outcomes)).to.deep.equal({ updated: 2, 'invalid is_activated': 1 });
    });
  });

  describe('ending sessions (AD-244)', () => {
    const reference = ({ id, tokenVersion }: Administrator) => ({
      administratorId: id,
      tokenVersion,
      tokenId: randomUUID(),
    });
    const isAccepted = async (administrator: Administrator) =>
      typeof (await directory.authenticate(reference(administrator), new Date())) !== 'string';

    it('is part of deactivating, and stays so after activating again', async () => {
      const ada = await created();
      expect(await isAccepted(ada)).to.equal(true);
      expect(await update(root, ada.id, { is_activated: 0 })).to.equal('updated');
      expect(await isAccepted(ada)).to.equal(false);
      expect(await update(root, ada.id, { is_activated: 1 })).to.equal('updated');
      expect(await isAccepted(ada)).to.equal(false);
    });

    it('is part of changing a password, which succeeds once for each token version', async () => {
      const ada = await created();
      const change = { administratorId: ada.id, tokenVersion: ada.tokenVersion, passwordHash: OTHER_HASH };
      const outcomes = await concurrently(4, () =>
        accounts.changePassword({ ...change, changedBy: ada.id, mustChange: false }),
      );
      expect(tally(outcomes.map((one) => (typeof one === 'string' ? one : 'changed')))).to.deep.equal({
        changed: 1,
        stale: 3,
      });
      expect(await isAccepted(ada)).to.equal(false);
      expect((await directory.findCredentials(ada.login))?.passwordHash).to.equal(OTHER_HASH);
    });

    it('is possible for oneself and for colleagues', async () => {
      const ada = await created();
      const own = await accounts.endSessions(ada.id, ada.id);
      expect(own).to.include({ tokenVersion: 1 });
      expect(await accounts.endSessions(ada.id, root.id)).to.include({ tokenVersion: 2 });
      expect(await accounts.endSessions('999999', root.id)).to.equal('unknown');
    });
  });

  it('asks for another password after one that a colleague chose (AD-245)', async () => {
    const ada = await created();
    const change = { administratorId: ada.id, passwordHash: OTHER_HASH };
    const changed = await accounts.changePassword({ ...change, tokenVersion: 0, changedBy: root.id, mustChange: true });
    expect(changed).to.include({ mustChangePassword: true });
    expect((await directory.findCredentials(ada.login))?.administrator).to.include({ mustChangePassword: true });
    await accounts.changePassword({ ...change, tokenVersion: 1, changedBy: ada.id, mustChange: false });
    expect((await directory.findCredentials(ada.login))?.administrator).not.to.have.property('mustChangePassword');
  });

  it('deletes no role that an administrator has (AD-243)', async () => {
    const [used, unused] = [await role('used', []), await role('unused', [])];
    await created({ role: 'used' });
    expect(await remove(root, used, ROLES)).to.equal('refused');
    expect(await remove(root, unused, ROLES)).to.equal('deleted');
    expect((await create(root, { code: 'used', name: 'x', permissions: [] }, ROLES)).outcome).to.equal('invalid code');
    expect((await create(root, { code: 'Used', name: 'x', permissions: [] }, ROLES)).outcome).to.equal('invalid code');
  });

  it('keeps the profile and the preferences of each administrator (AD-246, AD-247)', async () => {
    const [ada, bea] = [await created(), await created()];
    const profile = { displayName: 'Ada', locale: 'de' };
    expect(await accounts.updateProfile(ada.id, profile)).to.include(profile);
    expect(await accounts.updateProfile('999999', profile)).to.equal(undefined);
    expect(await accounts.setPreference(ada.id, { key: 'appearance', document: '{"theme":"dark"}' })).to.equal(
      'stored',
    );
    expect(await accounts.setPreference(ada.id, { key: 'appearance', document: '{"theme":"light"}' })).to.equal(
      'stored',
    );
    expect(await accounts.setPreference('999999', { key: 'appearance', document: '{}' })).to.equal('unknown');
    expect(await accounts.preferences(ada.id, ['appearance', 'other'])).to.deep.equal([
      { key: 'appearance', document: '{"theme":"light"}' },
    ]);
    expect(await accounts.preferences(bea.id, ['appearance'])).to.deep.equal([]);
    await accounts.setPreference(ada.id, { key: 'appearance', document: '' });
    expect(await accounts.preferences(ada.id, ['appearance'])).to.deep.equal([]);
  });

  it('keeps at most 200 preferences of an administrator, also if several are stored at once (AD-247)', async () => {
    const ada = await created();
    const rows = Array.from({ length: 198 }, (_, n) => ({
      user_id: Number(ada.id),
      item_key: `list:${String(n)}`,
      document: '{}',
      updated_at: 0,
    }));
    await db.insertInto('backend_preferences').values(rows).execute();
    const outcomes = await concurrently(4, (n) => accounts.setPreference(ada.id, { key: `new:${n}`, document: '[]' }));
    expect(tally(outcomes)).to.deep.equal({ stored: 2, tooMany: 2 });
    expect(await accounts.setPreference(ada.id, { key: 'list:0', document: '[1]' })).to.equal('stored');
    // The documents of Gatehouse itself do not count; keys that only look like theirs do.
    expect(await accounts.setPreference(ada.id, { key: 'gatehouse.password-link', document: '"1"' })).to.equal(
      'stored',
    );
    for (const key of ['Gatehouse.x', 'GATEHOUSE.x', 'gatehousex']) {
      expect(await accounts.setPreference(ada.id, { key, document: '[1]' }), key).to.equal('tooMany');
    }
    expect(await accounts.preferences(ada.id, ['gatehouse.password-link', 'Gatehouse.x'])).to.deep.equal([
      { key: 'gatehouse.password-link', document: '"1"' },
    ]);
  });
}
