import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Administrator } from '../../admin/model/administrator.js';
import { ContractViolation } from '../../core/faults.js';
import { CALL, Refusal, rejection } from '../testing/small-host.js';
import { ADA, adminHost } from '../testing/blog.js';

const HASH = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
const READ_ADA: Administrator = {
  id: '1',
  login: 'ada',
  email: 'ada@example.test',
  displayName: 'Ada',
  role: 'editor',
  superuser: false,
  permissions: ['acme.blog.*'],
  locale: 'en',
  tokenVersion: 4,
};
const TOKEN = { administratorId: '1', tokenVersion: 4, tokenId: 'jti', sessionId: 's' };
const RETIREMENT = { effectiveAt: 1_000, expiresAt: 2_500, sweepBefore: 500 };
const SENT_RETIREMENT = {
  effectiveAt: { seconds: '1', nanos: 0 },
  expiresAt: { seconds: '2', nanos: 500_000_000 },
  sweepBefore: { seconds: '0', nanos: 500_000_000 },
};

describe('host: directory (admin_directory.proto)', () => {
  it('returns credentials, or none', async () => {
    const answers: object[] = [{ credentials: { administrator: ADA, passwordHash: HASH } }, {}];
    const host = await adminHost({ FindAdministrator: () => answers.shift() ?? {} });
    const find = () => host.link.admin.directory.findCredentials('Ada', CALL);
    expect(await find()).to.deep.equal({ administrator: READ_ADA, passwordHash: HASH });
    expect(await find()).to.equal(undefined);
    expect(host.requests[0]).to.deep.equal({ identifier: 'Ada' });
    await host.stop();
  });

  it('uses the login as the name of an administrator without one', async () => {
    const administrator = { ...ADA, displayName: '' };
    const host = await adminHost({ FindAdministrator: () => ({ credentials: { administrator, passwordHash: HASH } }) });
    const found = await host.link.admin.directory.findCredentials('Ada', CALL);
    expect(found?.administrator.displayName).to.equal('ada');
    await host.stop();
  });

  for (const [what, credentials, problem] of [
    ['no administrator', { passwordHash: HASH }, 'credentials.administrator must be set'],
    [
      'no id',
      { administrator: { ...ADA, id: '' }, passwordHash: HASH },
      'credentials.administrator.id must not be empty',
    ],
    [
      'no login',
      { administrator: { ...ADA, login: '' }, passwordHash: HASH },
      'credentials.administrator.login must not be empty',
    ],
    [
      'an empty permission',
      { administrator: { ...ADA, permissions: [''] }, passwordHash: HASH },
      'credentials.administrator.permissions[0] must not be empty',
    ],
    [
      'a hash in another format',
      { administrator: ADA, passwordHash: 'plain-secret' },
      'credentials.password_hash must match \\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}',
    ],
  ] as const) {
    it(`reports credentials with ${what} as a contract violation, and logs no hash`, async () => {
      const host = await adminHost({ FindAdministrator: () => ({ credentials }) });
      const error = await rejection(host.link.admin.directory.findCredentials('ada', CALL));
      expect(error).to.be.instanceOf(ContractViolation);
      expect(error.message).to.contain(problem);
      expect(host.log.join())
        .to.contain('[secret]')
        .and.to.not.match(/\$2b|plain-secret/);
      await host.stop();
    });
  }

  it('records a sign-in, with a renewed hash if there is one', async () => {
    const answers: object[] = [{ administrator: ADA }, {}, { administrator: { ...ADA, id: '2' } }];
    const host = await adminHost({ RecordSignIn: () => answers.shift() ?? {} });
    const signIn = { administratorId: '1', at: 1500, passwordHash: HASH };
    const record = (renewed?: string) =>
      host.link.admin.directory.recordSignIn(
        { ...signIn, ...(renewed !== undefined && { renewedPasswordHash: renewed }) },
        CALL,
      );
    expect(await record()).to.deep.equal(READ_ADA);
    expect(await record('renewed')).to.equal(undefined);
    const sent = { administratorId: '1', at: { seconds: '1', nanos: 500_000_000 }, passwordHash: HASH };
    expect(host.requests).to.deep.equal([
      { ...sent, renewedPasswordHash: '' },
      { ...sent, renewedPasswordHash: 'renewed' },
    ]);
    expect((await rejection(record())).message).to.contain('administrator.id is not the one that was requested');
    await host.stop();
  });

  for (const [rpc, method] of [
    ['AuthenticateToken', 'authenticate'],
    ['RotateToken', 'rotate'],
  ] as const) {
    it(`${method}: returns the administrator, or the reason for rejecting the token`, async () => {
      const answers: object[] = [
        { administrator: ADA },
        { refusal: 'TOKEN_REFUSAL_UNKNOWN' },
        { refusal: 'TOKEN_REFUSAL_STALE' },
        { refusal: 'TOKEN_REFUSAL_BLACKLISTED' },
      ];
      const host = await adminHost({ [rpc]: () => answers.shift() ?? {} });
      const { directory } = host.link.admin;
      const ask = () =>
        method === 'authenticate'
          ? directory.authenticate(TOKEN, 1000, CALL)
          : directory.rotate(TOKEN, 1000, RETIREMENT, CALL);
      expect(await ask()).to.deep.equal({ stands: true, administrator: READ_ADA });
      for (const reason of ['unknown', 'stale', 'blacklisted']) {
        expect(await ask()).to.deep.equal({ stands: false, reason });
      }
      expect(host.requests[0]).to.deep.equal({
        token: TOKEN,
        at: { seconds: '1', nanos: 0 },
        ...(method === 'rotate' && { retirement: SENT_RETIREMENT }),
      });
      expect((await rejection(ask())).message).to.contain('outcome must have one of its members set');
      await host.stop();
    });

    for (const [what, answer, problem] of [
      [
        'another administrator',
        { administrator: { ...ADA, id: '2' } },
        'administrator.id is not the one that was requested',
      ],
      ['another token version', { administrator: { ...ADA, tokenVersion: 5 } }, 'so the result must be STALE'],
      ['an unknown refusal', { refusal: 77 }, 'refusal must be a known value other than unspecified'],
      ['a refusal without a reason', { refusal: 0 }, 'refusal must be a known value other than unspecified'],
    ] as const) {
      it(`${method}: accepts no token when the host answers with ${what}`, async () => {
        const host = await adminHost({ [rpc]: () => answer });
        const { directory } = host.link.admin;
        const asked =
          method === 'authenticate'
            ? directory.authenticate(TOKEN, 1000, CALL)
            : directory.rotate(TOKEN, 1000, RETIREMENT, CALL);
        const error = await rejection(asked);
        expect(error).to.be.instanceOf(ContractViolation);
        expect(error.message).to.contain(problem);
        await host.stop();
      });
    }
  }

  it('retries token authentication once, but never a rotation (host.proto, rule 3)', async () => {
    let asked = 0;
    const unavailable = (): object => {
      asked += 1;
      throw new Refusal(status.UNAVAILABLE);
    };
    const host = await adminHost({ AuthenticateToken: unavailable, RotateToken: unavailable });
    await rejection(host.link.admin.directory.authenticate(TOKEN, 1000, CALL));
    expect(asked).to.equal(2);
    await rejection(host.link.admin.directory.rotate(TOKEN, 1000, RETIREMENT, CALL));
    expect(asked).to.equal(3);
    await host.stop();
  });

  it('blacklists', async () => {
    const host = await adminHost({ BlacklistToken: () => ({}) });
    await host.link.admin.directory.blacklist(TOKEN, RETIREMENT, CALL);
    expect(host.requests).to.deep.equal([{ token: TOKEN, retirement: SENT_RETIREMENT }]);
    await host.stop();
  });

  it('creates an administrator, or returns the reason for refusing', async () => {
    const answers: object[] = [
      { created: ADA },
      { refused: { reason: 'CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN' } },
      { refused: { reason: 'CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN' } },
      { refused: { reason: 'CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN', roles: ['editor', 'reader'] } },
      { refused: {} },
    ];
    const host = await adminHost({ CreateAdministrator: () => answers.shift() ?? {} });
    const ada = { login: 'ada', email: 'ada@example.test', passwordHash: HASH, superuser: true };
    const create = (role?: string) =>
      host.link.admin.directory.create({ ...ada, ...(role !== undefined && { role }) }, CALL);
    expect(await create('editor')).to.deep.equal({ created: true, administrator: READ_ADA });
    expect(await create()).to.deep.equal({ created: false, reason: 'loginTaken', roles: [] });
    expect(await create()).to.deep.equal({ created: false, reason: 'emailTaken', roles: [] });
    expect(await create()).to.deep.equal({ created: false, reason: 'roleUnknown', roles: ['editor', 'reader'] });
    expect(host.requests.slice(0, 2)).to.deep.equal([
      { ...ada, role: 'editor' },
      { ...ada, role: '' },
    ]);
    expect((await rejection(create())).message).to.contain('refused.reason');
    expect((await rejection(create())).message).to.contain('outcome must have one of its members set');
    await host.stop();
  });

  it('sets a password, or reports an unknown administrator', async () => {
    const answers: object[] = [{ administrator: { ...ADA, tokenVersion: 5 } }];
    const host = await adminHost({ SetPassword: () => answers.shift() ?? {} });
    const set = () => host.link.admin.directory.setPassword('ada', HASH, CALL);
    expect(await set()).to.deep.equal({ ...READ_ADA, tokenVersion: 5 });
    expect(await set()).to.equal(undefined);
    expect(host.requests[0]).to.deep.equal({ identifier: 'ada', passwordHash: HASH });
    await host.stop();
  });

  it('migrates, and returns the migrations that ran', async () => {
    const host = await adminHost({ Migrate: () => ({ applied: ['0001', '0002'] }) });
    expect(await host.link.admin.directory.migrate(CALL)).to.deep.equal(['0001', '0002']);
    await host.stop();
  });
});
