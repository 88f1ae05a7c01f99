import type { Directory, Passkey, Passkeys, SecondFactors } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { concurrently, countOf } from '../state-under-test.js';
import type { TestDatabase } from './databases.js';

const HASH = `$2b$10$${'a'.repeat(53)}`;
const ADDED = new Date('2026-11-27T12:00:00.123Z');
const newHash = (): string => randomBytes(32).toString('hex');

/** The rules of admin_passkey.proto. `open` is called before each test, for a database with all tables and no row. */
export function passkeysConformance(open: () => Promise<TestDatabase>): void {
  let test: TestDatabase;
  let directory: Directory;
  let factors: SecondFactors;
  let passkeys: Passkeys;

  beforeEach(async () => {
    test = await open();
    directory = createSqlDirectory(adminDatabase(test.connect(), test.engine));
    if (directory.secondFactors === undefined) expect.fail('the directory has no second factors');
    if (directory.passkeys === undefined) expect.fail('the directory has no passkeys');
    factors = directory.secondFactors;
    passkeys = directory.passkeys;
  });
  afterEach(() => test.close());

  function newPasskey(more: Partial<Passkey> = {}): Passkey {
    return {
      ...{ credentialId: randomUUID(), publicKey: 'cose', signCount: 0, transports: ['usb', 'nfc'] },
      ...{ backedUp: true, name: 'Schlüssel', createdAt: ADDED },
      ...more,
    };
  }

  async function created() {
    const login = `ada-${randomUUID()}`;
    const made = await directory.create({
      login,
      email: `${login}@example.test`,
      passwordHash: HASH,
      superuser: false,
    });
    if ('refused' in made) expect.fail(`not created: ${made.refused}`);
    return made;
  }

  async function withPasskey(more: Partial<Passkey> = {}) {
    const { id } = await created();
    const passkey = newPasskey(more);
    const recoveryHashes = [newHash(), newHash()];
    const added = await passkeys.add({ administratorId: id, tokenVersion: 0, passkey, recoveryHashes });
    expect(added).to.include({ hasSecondFactor: true, tokenVersion: 1 });
    return { id, passkey, recoveryHashes };
  }

  it('are added once for a token version, and one administrator has each (AD-533, AD-534)', async () => {
    const { id } = await created();
    const asked = { administratorId: id, tokenVersion: 0, recoveryHashes: [newHash()] };
    const own = await concurrently(4, () => passkeys.add({ ...asked, passkey: newPasskey() }));
    expect(countOf(own, (outcome) => outcome === 'stale')).to.equal(3);
    expect(await passkeys.list(id)).to.have.lengthOf(1);
    const passkey = newPasskey();
    const people = [await created(), await created(), await created(), await created()];
    const outcomes = await concurrently(4, async () => {
      const { id: administratorId } = people.pop() ?? (await created());
      return passkeys.add({ ...asked, administratorId, passkey });
    });
    expect(countOf(outcomes, (outcome) => outcome === 'registered')).to.equal(3);
    expect(await passkeys.add({ ...asked, administratorId: '999999', passkey: newPasskey() })).to.equal('unknown');
  });

  it('accept each counter once, also at the same time, and 0 always without one (AD-532)', async () => {
    const { id: administratorId, passkey } = await withPasskey({ signCount: 5 });
    const { credentialId } = passkey;
    const usedAt = new Date(ADDED.getTime() + 60_000);
    const use = (signCount: number) =>
      passkeys.use({ administratorId, credentialId, signCount, backedUp: false, usedAt });
    for (const signCount of [5, 4, 0]) expect(await use(signCount)).to.equal(false);
    expect(countOf(await concurrently(5, () => use(6)), Boolean)).to.equal(1);
    expect(await passkeys.list(administratorId)).to.deep.equal([{ ...passkey, signCount: 6, backedUp: false, usedAt }]);
    expect(await use(0xffff_ffff)).to.equal(true);
    const other = await withPasskey();
    const own = { administratorId: other.id, credentialId: other.passkey.credentialId, backedUp: true, usedAt };
    expect([await passkeys.use({ ...own, signCount: 0 }), await passkeys.use({ ...own, signCount: 0 })]).to.deep.equal([
      true,
      true,
    ]);
    expect(await passkeys.use({ ...own, credentialId, signCount: 9 })).to.equal(false);
  });

  it('share the recovery codes with an app, which comes and goes (AD-525, AD-526)', async () => {
    const { id, passkey, recoveryHashes } = await withPasskey();
    expect(await factors.find(id)).to.deep.equal({ sealedSecret: '', recoveryCodesLeft: 2 });
    expect(await passkeys.removeApp(id)).to.equal('stale');
    const app = { administratorId: id, sealedSecret: 'sealed', step: 1, recoveryHashes: [] };
    expect(await factors.set({ ...app, tokenVersion: 1 })).to.include({ tokenVersion: 2 });
    expect(await factors.find(id)).to.deep.equal({ sealedSecret: 'sealed', recoveryCodesLeft: 2 });
    expect(await passkeys.removeApp(id)).to.include({ hasSecondFactor: true, tokenVersion: 3 });
    const use = { administratorId: id, sealedSecret: '' };
    expect(await factors.use({ ...use, code: { step: 9 } })).to.equal(false);
    expect(await factors.use({ ...use, code: { recoveryHash: recoveryHashes[0] ?? '' } })).to.equal(true);
    expect(await passkeys.remove(id, passkey.credentialId)).to.not.have.property('hasSecondFactor');
    expect(await factors.find(id)).to.equal(undefined);
    const again = { administratorId: id, tokenVersion: 4, passkey, recoveryHashes };
    expect(await passkeys.add(again)).to.include({ hasSecondFactor: true });
    expect(await factors.remove(id, undefined)).to.not.have.property('hasSecondFactor');
    expect(await passkeys.list(id)).to.deep.equal([]);
  });

  it('leave a second factor as long as one of them is there, also if all are removed at once (AD-534)', async () => {
    const { id, passkey } = await withPasskey();
    const second = newPasskey();
    await passkeys.add({ administratorId: id, tokenVersion: 1, passkey: second, recoveryHashes: [] });
    const ids = [passkey.credentialId, second.credentialId];
    const outcomes = await Promise.all([...ids, ...ids].map((one) => passkeys.remove(id, one)));
    expect(countOf(outcomes, (outcome) => outcome === 'stale')).to.equal(2);
    expect([await passkeys.list(id), await factors.find(id)]).to.deep.equal([[], undefined]);
  });
}
