import type { Administrator, Credentials, Directory, NewAdministrator, TokenReference } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory, migrateAdmin } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { concurrently } from '../state-under-test.js';
import { tally } from '../tally.js';
import type { ShopDatabase, TestDatabase } from './databases.js';

const HASH = `$2b$10$${'a'.repeat(53)}`;
const OTHER_HASH = `$2b$10$${'b'.repeat(53)}`;
const AT = new Date(Date.UTC(2026, 0, 1));
const later = (ms: number): Date => new Date(AT.getTime() + ms);
const retirement = (effectiveAt: Date) => ({ effectiveAt, expiresAt: later(3_600_000), sweepBefore: new Date(0) });

/** The rules of admin_directory.proto. `open` is called before each test, for a database with all tables and no row. */
export function adminDirectoryConformance(
  open: () => Promise<TestDatabase>,
  openEmpty: () => Promise<TestDatabase>,
): void {
  let test: TestDatabase;
  let db: ShopDatabase;
  let directory: Directory;
  /** As seen by several processes of the host. */
  let processes: readonly Directory[];

  beforeEach(async () => {
    test = await open();
    db = test.connect();
    const connected = (): Directory => createSqlDirectory(adminDatabase(test.connect(), test.engine));
    directory = connected();
    processes = [directory, connected(), connected()];
  });
  afterEach(() => test.close());

  const process = (n: number): Directory => processes[n % processes.length]!;

  async function created(overrides: Partial<NewAdministrator> = {}): Promise<Administrator> {
    const login = overrides.login ?? `ada-${randomUUID()}`;
    const made = await directory.create({
      login,
      email: `${login}@example.test`,
      passwordHash: HASH,
      superuser: false,
      ...overrides,
    });
    if ('refused' in made) expect.fail(`not created: ${made.refused}`);
    return made;
  }

  async function role(code: string, permissions: readonly string[]): Promise<void> {
    const row = { code, name: code, permissions: JSON.stringify(permissions), created_at: 0 };
    await db.insertInto('backend_user_roles').values(row).execute();
  }

  const tokenOf = ({ id, tokenVersion }: Administrator): TokenReference => ({
    administratorId: id,
    tokenVersion,
    tokenId: randomUUID(),
  });

  const verdict = (answer: Administrator | string): string => (typeof answer === 'string' ? answer : 'valid');

  const deactivate = ({ id }: Administrator) =>
    db.updateTable('backend_users').set({ is_activated: 0 }).where('id', '=', Number(id)).execute();

  const blacklisted = async (): Promise<number> =>
    (await db.selectFrom('backend_jwt_blacklist').select('token_id').execute()).length;

  describe('Migrate', () => {
    it('runs each migration once for any number of concurrent processes (HC-39, AD-183)', async () => {
      const fresh = await openEmpty();
      const applied = await concurrently(6, () => migrateAdmin(adminDatabase(fresh.connect(), fresh.engine)));
      const names = [
        '0001-directory',
        '0002-accounts',
        '0003-sessions',
        '0004-second-factors',
        '0005-views',
        '0006-imports',
        '0007-passkeys',
      ];
      expect(applied.flat()).to.deep.equal(names);
      await fresh.close();
      expect(await directory.migrate()).to.deep.equal([]);
    });
  });

  describe('CreateAdministrator', () => {
    it('creates an active administrator with the permissions of the role', async () => {
      await role('editor', ['acme.shop.*', 'acme.shop.items']);
      const made = await created({ login: 'Ada', role: 'editor', superuser: true });
      expect(made).to.deep.equal({
        id: made.id,
        login: 'Ada',
        email: 'Ada@example.test',
        displayName: '',
        role: 'editor',
        superuser: true,
        permissions: ['acme.shop.*', 'acme.shop.items'],
        locale: '',
        tokenVersion: 0,
      });
      expect(await directory.authenticate(tokenOf(made), AT)).to.deep.equal(made);
    });

    it('reports a taken login or address, also as the other of the two, ignoring case, login before address (AD-241)', async () => {
      await created({ login: 'Ada', email: 'ada@example.test' });
      const again = { passwordHash: HASH, superuser: false };
      const attempts = await Promise.all([
        directory.create({ ...again, login: 'ADA', email: 'ADA@example.test' }),
        directory.create({ ...again, login: 'grace', email: 'ADA@Example.test' }),
        directory.create({ ...again, login: 'Ada@Example.test', email: 'grace@example.test' }),
        directory.create({ ...again, login: 'grace', email: 'ada' }),
      ]);
      expect(attempts).to.deep.equal([
        { refused: 'loginTaken', roles: [] },
        { refused: 'emailTaken', roles: [] },
        { refused: 'loginTaken', roles: [] },
        { refused: 'emailTaken', roles: [] },
      ]);
    });

    it('returns the existing roles if the role does not exist, and creates no administrator', async () => {
      await role('writer', []);
      await role('editor', []);
      const unknown = { login: 'ada', email: 'a@b.test', passwordHash: HASH, superuser: false, role: 'Editor' };
      expect(await directory.create(unknown)).to.deep.equal({ refused: 'roleUnknown', roles: ['editor', 'writer'] });
      expect(await directory.findCredentials('ada')).to.equal(undefined);
    });

    it('of 30 concurrent creations with one login, in several processes, exactly one succeeds', async () => {
      const outcomes = await concurrently(30, async (n) => {
        const login = n % 2 === 0 ? 'ada' : 'ADA';
        const email = `ada-${String(n)}@example.test`;
        const made = await process(n).create({ login, email, passwordHash: HASH, superuser: false });
        return 'refused' in made ? made.refused : 'created';
      });
      expect(tally(outcomes)).to.deep.equal({ created: 1, loginTaken: 29 });
    });

    it('of concurrent creations with a login and with an equal address, in several processes, exactly one succeeds (AD-241)', async () => {
      const outcomes = await concurrently(20, async (n) => {
        const [one, other] = ['ada@example.test', `${String(n)}@example.test`];
        const names = n % 2 === 0 ? { login: one, email: other } : { login: other, email: one };
        const made = await process(n).create({ ...names, passwordHash: HASH, superuser: false });
        return 'refused' in made ? 'taken' : 'created';
      });
      expect(tally(outcomes)).to.deep.equal({ created: 1, taken: 19 });
    });
  });

  describe('FindAdministrator', () => {
    const found = async (identifier: string): Promise<Credentials | undefined> => directory.findCredentials(identifier);

    it('finds by login or else by address, both ignoring case, beyond ASCII too', async () => {
      const made = await created({ login: 'Ünal', email: 'Üna@Example.test' });
      for (const identifier of ['Ünal', 'üNAL', 'U\u0308nal', 'üna@example.TEST']) {
        expect(await found(identifier)).to.deep.equal({ administrator: made, passwordHash: HASH });
      }
    });

    it("prefers a login over another administrator's address", async () => {
      const byLogin = await created({ login: 'ada@example.test', email: 'other@example.test' });
      await created({ login: 'grace' });
      // As an application, or an older version of the SDK, may have stored it.
      const row = { email: 'ada@example.test', email_key: 'ada@example.test' };
      await db.updateTable('backend_users').set(row).where('login', '=', 'grace').execute();
      expect((await found('ada@example.test'))?.administrator).to.deep.equal(byLogin);
    });

    it('does not find missing or inactive administrators, or treat the text as a pattern', async () => {
      await deactivate(await created({ login: 'gone' }));
      await created({ login: 'grace' });
      for (const identifier of ['gone', 'nobody', '', '%', 'gr_ce', "' or 1=1 --"]) {
        expect(await found(identifier), identifier).to.equal(undefined);
      }
    });

    it('returns each permission of role and administrator once', async () => {
      await role('editor', ['a.b', 'a.c']);
      const made = await created({ role: 'editor' });
      const own = JSON.stringify(['a.c', 'a.d']);
      await db.updateTable('backend_users').set({ permissions: own, locale: 'de', name: 'Ada L.' }).execute();
      const { administrator } = (await found(made.login))!;
      expect(administrator).to.deep.include({
        permissions: ['a.b', 'a.c', 'a.d'],
        locale: 'de',
        displayName: 'Ada L.',
      });
    });
  });

  describe('RecordSignIn', () => {
    it('records the time, and stores a renewed hash without changing the token version', async () => {
      const made = await created();
      const renewed = { administratorId: made.id, at: AT, passwordHash: HASH, renewedPasswordHash: OTHER_HASH };
      expect(await directory.recordSignIn(renewed)).to.deep.equal(made);
      expect((await directory.findCredentials(made.login))?.passwordHash).to.equal(OTHER_HASH);
      const row = await db.selectFrom('backend_users').select('last_login_at').executeTakeFirstOrThrow();
      expect(Number(row.last_login_at)).to.equal(AT.getTime());
    });

    it('returns nothing if the administrator is inactive, has a different hash by now, or does not exist', async () => {
      const [made, gone] = [await created(), await created()];
      await deactivate(gone);
      const signIns = [
        { administratorId: made.id, passwordHash: OTHER_HASH },
        { administratorId: gone.id, passwordHash: HASH },
        ...['0', '01', 'x', '999999', '99999999999999999999', ''].map((administratorId) => ({
          administratorId,
          passwordHash: HASH,
        })),
      ];
      for (const signIn of signIns) expect(await directory.recordSignIn({ ...signIn, at: AT })).to.equal(undefined);
      const rows = await db.selectFrom('backend_users').select(['last_login_at', 'password_hash']).execute();
      for (const row of rows) expect(row).to.deep.equal({ last_login_at: null, password_hash: HASH });
    });

    it('a password reset during a sign-in: no token of the old password remains valid', async () => {
      const accounts = await Promise.all(Array.from({ length: 10 }, () => created()));
      const outcomes = await Promise.all(
        accounts.map(async (account, n) => {
          const signIn = { administratorId: account.id, at: AT, passwordHash: HASH, renewedPasswordHash: OTHER_HASH };
          const newHash = `$2b$10$${'c'.repeat(53)}`;
          const [signedIn] = await Promise.all([
            process(n).recordSignIn(signIn),
            process(n + 1).setPassword(account.login, newHash),
          ]);
          const kept = await directory.findCredentials(account.login);
          expect(kept?.passwordHash).to.equal(newHash);
          return signedIn === undefined ? 'unknown' : verdict(await directory.authenticate(tokenOf(signedIn), AT));
        }),
      );
      expect(Object.keys(tally(outcomes))).to.not.include('valid');
    });
  });

  describe('SetPassword', () => {
    it('replaces the hash and makes every earlier token stale, for inactive administrators too (HC-38)', async () => {
      const made = await created();
      const changed = await directory.setPassword(made.email.toUpperCase(), OTHER_HASH);
      expect(changed).to.deep.equal({ ...made, tokenVersion: 1 });
      expect(await directory.authenticate(tokenOf(made), AT)).to.equal('stale');
      expect((await directory.findCredentials(made.login))?.passwordHash).to.equal(OTHER_HASH);
      await deactivate(made);
      expect(await directory.setPassword(made.login, HASH)).to.deep.include({ tokenVersion: 2 });
      expect(await directory.setPassword('nobody', HASH)).to.equal(undefined);
    });

    it('raises the token version by one for each of 20 concurrent resets', async () => {
      const made = await created();
      await concurrently(20, (n) => process(n).setPassword(made.login, HASH));
      expect((await directory.findCredentials(made.login))?.administrator.tokenVersion).to.equal(20);
    });
  });

  describe('AuthenticateToken, RotateToken, BlacklistToken', () => {
    it('returns the reason why a token is invalid', async () => {
      const [made, gone] = [await created(), await created()];
      await deactivate(gone);
      const answers = await Promise.all([
        directory.authenticate({ ...tokenOf(made), administratorId: 'x' }, AT),
        directory.authenticate(tokenOf(gone), AT),
        directory.rotate(tokenOf(gone), AT, retirement(AT)),
        directory.authenticate({ ...tokenOf(made), tokenVersion: 1 }, AT),
        directory.rotate({ ...tokenOf(made), tokenVersion: 1 }, AT, retirement(AT)),
      ]);
      expect(answers).to.deep.equal(['unknown', 'unknown', 'unknown', 'stale', 'stale']);
      expect(await blacklisted()).to.equal(0);
    });

    it('of 100 rotations of one token without grace, in several processes, exactly one succeeds', async () => {
      const token = tokenOf(await created());
      const outcomes = await concurrently(100, async (n) =>
        verdict(await process(n).rotate(token, AT, retirement(AT))),
      );
      expect(tally(outcomes)).to.deep.equal({ valid: 1, blacklisted: 99 });
    });

    it('rotates a token in its grace again, without changing its end', async () => {
      const token = tokenOf(await created());
      expect(verdict(await directory.rotate(token, AT, retirement(later(1000))))).to.equal('valid');
      expect(verdict(await directory.rotate(token, later(999), retirement(later(9000))))).to.equal('valid');
      expect(verdict(await directory.authenticate(token, later(999)))).to.equal('valid');
      expect(await directory.authenticate(token, later(1000))).to.equal('blacklisted');
      expect(await directory.rotate(token, later(1000), retirement(later(9000)))).to.equal('blacklisted');
    });

    it('blacklisting keeps the earlier of two ends, in either order', async () => {
      const made = await created();
      for (const ends of [
        [later(1000), later(5000)],
        [later(5000), later(1000)],
      ]) {
        const token = tokenOf(made);
        for (const end of ends) await directory.blacklist(token, retirement(end));
        expect(verdict(await directory.authenticate(token, later(999)))).to.equal('valid');
        expect(await directory.authenticate(token, later(1000))).to.equal('blacklisted');
      }
    });

    it('after a concurrent rotation and logout, the logout applies', async () => {
      const made = await created();
      const outcomes = await concurrently(10, async (n) => {
        const token = tokenOf(made);
        await Promise.all([
          process(n).rotate(token, AT, retirement(later(60_000))),
          process(n + 1).blacklist(token, retirement(AT)),
        ]);
        return verdict(await directory.authenticate(token, AT));
      });
      expect(tally(outcomes)).to.deep.equal({ blacklisted: 10 });
    });

    it('sweeps at most 1000 rows that expired before, the oldest first, and no other', async () => {
      const row = (n: number) => ({ token_id: `old-${String(n)}`, effective_at: 0, expires_at: n });
      await db
        .insertInto('backend_jwt_blacklist')
        .values(Array.from({ length: 1200 }, (_, n) => row(n)))
        .execute();
      const token = tokenOf(await created());
      const sweep = { effectiveAt: AT, expiresAt: later(1), sweepBefore: new Date(1150) };
      await directory.blacklist(token, sweep);
      expect(await blacklisted()).to.equal(201);
      await directory.blacklist(token, sweep);
      expect(await blacklisted()).to.equal(51);
      await directory.blacklist(token, sweep);
      const { token_id } = await db
        .selectFrom('backend_jwt_blacklist')
        .select('token_id')
        .orderBy('expires_at')
        .executeTakeFirstOrThrow();
      expect(token_id).to.equal('old-1150');
    });

    it('keeps a token signed out until it has expired by the clock of the host, however far ahead that of Gatehouse is', async () => {
      const administrator = await created();
      const token = tokenOf(administrator);
      const live = { effectiveAt: new Date(0), expiresAt: new Date(Date.now() + 3_600_000), sweepBefore: new Date(0) };
      await directory.blacklist(token, live);
      const ahead = { ...live, sweepBefore: new Date(Date.now() + 86_400_000) };
      await directory.blacklist(tokenOf(administrator), ahead);
      expect(verdict(await directory.authenticate(token, new Date()))).to.equal('blacklisted');
    });

    it('a successful rotation sweeps, even within the grace; a rejected one does not (admin_directory.proto: RotateToken)', async () => {
      const token = tokenOf(await created());
      const graced = { effectiveAt: later(10), expiresAt: later(1000), sweepBefore: new Date(6) };
      for (const [at, outcome, left] of [
        [AT, 'valid', 1],
        [later(5), 'valid', 1],
        [later(10), 'blacklisted', 2],
      ] as const) {
        await db
          .insertInto('backend_jwt_blacklist')
          .values({ token_id: 'old', effective_at: 0, expires_at: 5 })
          .execute();
        expect(verdict(await directory.rotate(token, at, graced))).to.equal(outcome);
        expect(await blacklisted()).to.equal(left);
      }
    });
  });
}
