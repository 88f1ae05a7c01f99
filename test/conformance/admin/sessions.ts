import type { Directory, NewAdministrator, Sessions, TokenReference } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { concurrently } from '../state-under-test.js';
import type { ShopDatabase, TestDatabase } from './databases.js';

const HASH = `$2b$10$${'a'.repeat(53)}`;
const START = Date.parse('2026-11-23T12:00:00Z');
const HOUR = 3_600_000;
const DEVICE = { browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' };

/** The rules of admin_session.proto. `open` is called before each test, for a database with all tables and no row. */
export function sessionsConformance(open: () => Promise<TestDatabase>): void {
  let test: TestDatabase;
  let db: ShopDatabase;
  let directory: Directory;
  let sessions: Sessions;

  beforeEach(async () => {
    test = await open();
    db = test.connect();
    directory = createSqlDirectory(adminDatabase(db, test.engine));
    if (directory.sessions === undefined) expect.fail('the directory has no sessions');
    sessions = directory.sessions;
  });
  afterEach(() => test.close());

  async function created(overrides: Partial<NewAdministrator> = {}) {
    const login = `ada-${randomUUID()}`;
    const email = `${login}@example.test`;
    const made = await directory.create({ login, email, passwordHash: HASH, superuser: false, ...overrides });
    if ('refused' in made) expect.fail(`not created: ${made.refused}`);
    return made;
  }

  async function opened(administratorId: string, at = START, tokenVersion = 0) {
    const sessionId = randomUUID();
    const [opens, expires] = [new Date(at), new Date(at + HOUR)];
    const session = { administratorId, tokenVersion, sessionId, device: DEVICE, at: opens, expiresAt: expires };
    expect(await sessions.open(session)).to.equal(true);
    return sessionId;
  }

  const listed = async (id: string, at = START) =>
    (await sessions.list(id, new Date(at))).map(({ sessionId }) => sessionId);
  const tokenOf = (administratorId: string, sessionId: string, tokenVersion = 0): TokenReference => ({
    ...{ administratorId, sessionId, tokenVersion },
    tokenId: randomUUID(),
  });
  const verdict = async (token: TokenReference) => {
    const found = await directory.authenticate(token, new Date(START));
    return typeof found === 'string' ? found : 'accepted';
  };
  const retirement = (effectiveAt: number) => ({
    effectiveAt: new Date(effectiveAt),
    expiresAt: new Date(START + HOUR),
    sweepBefore: new Date(0),
  });

  it('lists the sessions of an administrator by their last use, which never moves back (AD-250)', async () => {
    const { id } = await created();
    const other = await created();
    const [one, two] = [await opened(id), await opened(id, START + 1000)];
    const network = '2001:db8::/48';
    const use = { administratorId: id, sessionId: one, device: { ...DEVICE, network } };
    await sessions.touch({ ...use, at: new Date(START + 5000) });
    await sessions.touch({ ...use, device: DEVICE, at: new Date(START + 2000) });
    await sessions.touch({ ...use, administratorId: other.id, at: new Date(START + 9000) });
    expect(await sessions.list(id, new Date(START))).to.deep.equal([
      {
        ...{ sessionId: one, device: { ...DEVICE, network } },
        ...{ openedAt: new Date(START), usedAt: new Date(START + 5000) },
      },
      {
        ...{ sessionId: two, device: DEVICE },
        ...{ openedAt: new Date(START + 1000), usedAt: new Date(START + 1000) },
      },
    ]);
    expect(await listed(id, START + HOUR + 500)).to.deep.equal([two]);
    expect(await listed(other.id)).to.deep.equal([]);
    expect(await listed("' OR 1=1 --")).to.deep.equal([]);
  });

  it('refuses a token whose session has ended or is of another administrator, also for a refresh (AD-252)', async () => {
    const [ada, bea] = [await created(), await created()];
    const session = await opened(ada.id);
    const token = tokenOf(ada.id, session);
    expect(await verdict(token)).to.equal('accepted');
    expect(await verdict(tokenOf(bea.id, session))).to.equal('blacklisted');
    expect(await verdict(tokenOf(ada.id, 'none'))).to.equal('blacklisted');
    expect(await sessions.end(ada.id, session, ada.id)).to.equal('ended');
    expect(await sessions.end(ada.id, session, ada.id)).to.equal('unknown');
    expect(await verdict(token)).to.equal('blacklisted');
    expect(await directory.rotate(token, new Date(START), retirement(START))).to.equal('blacklisted');
  });

  it('keeps a session with a refresh, and ends it with a logout (AD-252)', async () => {
    const { id } = await created();
    const session = await opened(id);
    await directory.rotate(tokenOf(id, session), new Date(START), retirement(START));
    expect(await listed(id)).to.deep.equal([session]);
    const [token, other] = [tokenOf(id, session), tokenOf(id, session)];
    await directory.blacklist(token, retirement(0));
    expect(await listed(id)).to.deep.equal([]);
    expect(await verdict(other)).to.equal('blacklisted');
  });

  it('lets administrators end their own sessions, and those of colleagues whom they may manage (AD-253)', async () => {
    const [root, ada, bea] = [await created({ superuser: true }), await created(), await created()];
    const session = await opened(ada.id);
    expect(await sessions.end(ada.id, session, bea.id)).to.equal('forbidden');
    expect(await sessions.end(ada.id, session, '999999')).to.equal('forbidden');
    expect(await sessions.end(bea.id, session, bea.id)).to.equal('unknown');
    expect(await sessions.end('999999', session, root.id)).to.equal('unknown');
    expect(await listed(ada.id)).to.deep.equal([session]);
    expect(await sessions.end(ada.id, session, root.id)).to.equal('ended');
    const own = await opened(root.id);
    expect(await sessions.end(root.id, own, ada.id)).to.equal('forbidden');
  });

  it('ends all sessions with the token version, and opens none for an earlier one (AD-244)', async () => {
    const { id } = await created();
    await opened(id);
    await directory.accounts?.endSessions(id, id);
    expect(await listed(id)).to.deep.equal([]);
    const late = { administratorId: id, tokenVersion: 0, sessionId: randomUUID(), device: DEVICE };
    expect(await sessions.open({ ...late, at: new Date(START), expiresAt: new Date(START + HOUR) })).to.equal(false);
    const next = await opened(id, START, 1);
    expect(await listed(id)).to.deep.equal([next]);
    const rows = await db.selectFrom('backend_sessions').select('session_id').execute();
    expect(rows).to.deep.equal([{ session_id: next }]);
  });

  it('keeps the 100 sessions used last, also if several are opened at once (AD-250)', async () => {
    const { id } = await created();
    const rows = Array.from({ length: 99 }, (_, n) => ({
      ...{ session_id: `old-${String(n).padStart(2, '0')}`, user_id: Number(id), token_version: 0, ...DEVICE },
      ...{ opened_at: START - 1000 + n, used_at: START - 1000 + n, expires_at: START + HOUR },
    }));
    await db.insertInto('backend_sessions').values(rows).execute();
    const fresh = await concurrently(4, () => opened(id));
    const kept = await listed(id);
    expect(kept).to.have.lengthOf(100);
    expect(kept.slice(0, 4)).to.have.members(fresh);
    expect(kept).to.not.include.members(['old-00', 'old-01', 'old-02']);
    expect(kept.at(-1)).to.equal('old-03');
  });
}
