import type { Directory, NewAdministrator, SecondFactors } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { concurrently, countOf } from '../state-under-test.js';
import type { ShopDatabase, TestDatabase } from './databases.js';

const HASH = `$2b$10$${'a'.repeat(53)}`;
const STEP = 58_000_000;
const newHash = (): string => randomBytes(32).toString('hex');

/** The rules of admin_second_factor.proto. `open` is called before each test, for a database with all tables and no row. */
export function secondFactorsConformance(open: () => Promise<TestDatabase>): void {
  let test: TestDatabase;
  let db: ShopDatabase;
  let directory: Directory;
  let factors: SecondFactors;

  beforeEach(async () => {
    test = await open();
    db = test.connect();
    directory = createSqlDirectory(adminDatabase(db, test.engine));
    if (directory.secondFactors === undefined) expect.fail('the directory has no second factors');
    factors = directory.secondFactors;
  });
  afterEach(() => test.close());

  async function created(overrides: Partial<NewAdministrator> = {}) {
    const login = `ada-${randomUUID()}`;
    const email = `${login}@example.test`;
    const made = await directory.create({ login, email, passwordHash: HASH, superuser: false, ...overrides });
    if ('refused' in made) expect.fail(`not created: ${made.refused}`);
    return made;
  }

  async function withFactor() {
    const administrator = await created();
    const factor = { sealedSecret: randomUUID(), step: STEP, recoveryHashes: [newHash(), newHash()] };
    const set = await factors.set({ administratorId: administrator.id, tokenVersion: 0, ...factor });
    expect(set).to.include({ hasSecondFactor: true, tokenVersion: 1 });
    return { ...administrator, ...factor };
  }

  it('is set once for a token version, also if several are set at once, and raises it (AD-255)', async () => {
    const { id, login } = await created();
    const outcomes = await concurrently(4, () =>
      factors.set({
        ...{ administratorId: id, tokenVersion: 0, sealedSecret: randomUUID(), step: STEP },
        recoveryHashes: [newHash()],
      }),
    );
    expect(countOf(outcomes, (outcome) => outcome === 'stale')).to.equal(3);
    expect((await directory.findCredentials(login))?.administrator).to.include({
      hasSecondFactor: true,
      tokenVersion: 1,
    });
    const again = { administratorId: id, tokenVersion: 1, sealedSecret: 'x', step: STEP, recoveryHashes: [newHash()] };
    expect(await factors.set(again)).to.equal('forbidden');
    expect(await factors.set({ ...again, administratorId: '999999' })).to.equal('unknown');
    expect(await factors.find('999999')).to.equal(undefined);
  });

  it('accepts each step and each recovery code once, also at the same time (AD-257, AD-258)', async () => {
    const { id: administratorId, sealedSecret, recoveryHashes } = await withFactor();
    const [recoveryHash = ''] = recoveryHashes;
    const used = async (code: { readonly step: number } | { readonly recoveryHash: string }) =>
      countOf(await concurrently(5, () => factors.use({ administratorId, sealedSecret, code })), Boolean);
    expect(await used({ step: STEP })).to.equal(0);
    expect(await used({ step: STEP + 2 })).to.equal(1);
    expect(await used({ step: STEP + 1 })).to.equal(0);
    expect(await used({ recoveryHash })).to.equal(1);
    expect(await used({ recoveryHash: newHash() })).to.equal(0);
    expect(await factors.find(administratorId)).to.deep.equal({ sealedSecret, recoveryCodesLeft: 1 });
  });

  it('binds a code to its secret and administrator, and stores a new seal with an accepted one (AD-249)', async () => {
    const { id, sealedSecret, recoveryHashes } = await withFactor();
    const other = await withFactor();
    const [, recoveryHash = ''] = recoveryHashes;
    expect(await factors.use({ administratorId: id, sealedSecret: 'x', code: { step: STEP + 1 } })).to.equal(false);
    expect(await factors.use({ administratorId: other.id, sealedSecret, code: { recoveryHash } })).to.equal(false);
    const use = { administratorId: id, sealedSecret, resealedSecret: 'new' };
    expect(await factors.use({ ...use, code: { step: STEP } })).to.equal(false);
    expect(await factors.use({ ...use, code: { step: STEP + 1 } })).to.equal(true);
    expect(await factors.find(id)).to.include({ sealedSecret: 'new' });
    expect(await factors.setRecoveryCodes(id, sealedSecret, [newHash()])).to.equal(false);
    expect(await factors.setRecoveryCodes(id, 'new', [newHash()])).to.equal(true);
    const old = { administratorId: id, sealedSecret: 'new', code: { recoveryHash } };
    expect(await factors.use(old)).to.equal(false);
    expect(await factors.find(id)).to.include({ recoveryCodesLeft: 1 });
  });

  it('is removed by its administrator, by colleagues who may manage them, and by an operator (AD-254)', async () => {
    const [root, bea] = [await created({ superuser: true }), await created()];
    for (const [by, outcome] of [
      [bea.id, 'forbidden'],
      ['999999', 'forbidden'],
      [root.id, undefined],
      [undefined, undefined],
      ['own', undefined],
    ] as const) {
      const { id } = await withFactor();
      const removed = await factors.remove(id, by === 'own' ? id : by);
      if (outcome !== undefined) {
        expect(removed).to.equal(outcome);
        continue;
      }
      expect(removed).to.include({ tokenVersion: 2 }).and.not.have.property('hasSecondFactor');
      expect(await factors.find(id)).to.equal(undefined);
      expect(await factors.remove(id, undefined)).to.equal('stale');
    }
    expect(await factors.remove('999999', undefined)).to.equal('unknown');
  });

  it('is demanded by a role (AD-259)', async () => {
    const role = { code: 'guarded', name: 'Guarded', permissions: '[]', requires_second_factor: 1, created_at: 0 };
    await db.insertInto('backend_user_roles').values(role).execute();
    const { login } = await created({ role: 'guarded' });
    expect((await directory.findCredentials(login))?.administrator).to.include({ mustHaveSecondFactor: true });
    expect((await directory.findCredentials((await created()).login))?.administrator).to.not.have.property(
      'mustHaveSecondFactor',
    );
  });
}
