import { backendService } from '@gatehouse/proto/services';
import type { ServiceError } from '@grpc/grpc-js';
import { Metadata, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { Abort, Unavailable } from '../ports/errors.js';
import type { RunningHost, TestBackend } from './testing/test-host.js';
import {
  backendOf,
  call,
  client,
  clockReaches,
  everythingReceived,
  failure,
  signal,
  startHost,
} from './testing/test-host.js';

const hash = Buffer.alloc(32, 0xcd);
const at = { seconds: 1000, nanos: 0 };
const findCode = { findCode: { codeHash: hash } };
const spendCode = { spendCode: { codeHash: hash, lineageId: 'lineage', at } };
const mint = {
  mintAccessToken: {
    userId: 'ada',
    clientId: 'client',
    scopes: ['read'],
    resource: 'https://notes.example/mcp',
    lineageId: 'lineage',
    expiresAt: at,
    at,
  },
};

const createCode = {
  createCode: {
    code: {
      codeHash: hash,
      clientId: 'client',
      userId: 'ada',
      redirectUri: 'https://client.example/callback',
      codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      scopes: ['read'],
      resource: 'https://notes.example/mcp',
      issuedAt: at,
      expiresAt: { seconds: 2000, nanos: 0 },
    },
  },
};

describe('Transact (backend.proto, table of conditions)', () => {
  let running: RunningHost;

  afterEach(() => running.host.close());

  const transact = (...operations: object[]): Promise<object> => call(running.address, 'Transact', { operations });
  const fault = (...operations: object[]): Promise<ServiceError> => failure(transact(...operations));

  it('an operation that is malformed: INVALID_ARGUMENT naming the field, and nothing is run', async () => {
    const backend = backendOf({ codes: { spend: () => Promise.resolve() } });
    running = await startHost({ backend });
    const cases: [object[], string][] = [
      [[], 'operations must have 1 to 16 operations'],
      [Array.from({ length: 17 }, () => findCode), 'operations must have 1 to 16 operations'],
      [[spendCode, { findCode: { codeHash: Buffer.alloc(3) } }], 'operations[1].find_code.code_hash must be a SHA-256'],
      [[{ stampConsent: { clientId: 'client' } }], 'operations[0].stamp_consent.at is required'],
      [[{ createCode: {} }], 'operations[0].create_code.code is required'],
      [[{ createClient: { cap: 1 } }], 'operations[0].create_client.client is required'],
      [[{ findAccessToken: { accessToken: 'x'.repeat(8193) } }], 'operations[0].find_access_token.access_token'],
    ];
    for (const [operations, text] of cases) {
      const refused = await fault(...operations);
      expect(refused.code, text).to.equal(status.INVALID_ARGUMENT);
      expect(refused.details).to.contain(text);
    }
    expect(backend.ended).to.deep.equal([]);
  });

  it('an operation that this host does not know: UNIMPLEMENTED, and nothing is run', async () => {
    const backend = backendOf({ codes: { spend: () => Promise.resolve() } });
    running = await startHost({ backend });
    const refused = await fault(spendCode, {});
    expect(refused.code).to.equal(status.UNIMPLEMENTED);
    expect(refused.details).to.contain('operations[1]');
    expect(backend.ended).to.deep.equal([]);
  });

  it('a precondition that failed: aborted, with index, reason and, for a refused mint, what the client may know', async () => {
    const backend = backendOf({
      codes: { spend: () => Promise.resolve() },
      accessTokens: { mint: () => Promise.reject(new Abort('mint_refused', `Über quota\r\n${'x'.repeat(300)}`)) },
    });
    running = await startHost({ backend });
    expect(await transact(spendCode, mint)).to.deep.equal({
      outcome: 'aborted',
      aborted: {
        operationIndex: 1,
        reason: 'ABORT_REASON_MINT_REFUSED',
        publicReason: `?ber quota??${'x'.repeat(188)}`,
      },
    });
    expect(backend.ended).to.deep.equal(['rolled back']);
  });

  it('an abort that the contract does not give the operation: INTERNAL, and the log says what is wrong', async () => {
    const backend = backendOf({ codes: { spend: () => Promise.reject(new Abort('client_not_found')) } });
    running = await startHost({ backend });
    expect((await fault(spendCode)).code).to.equal(status.INTERNAL);
    expect(JSON.stringify(running.log)).to.contain("Abort('client_not_found') from a method that cannot abort");
  });

  it('an exception of the author: INTERNAL without its text; the log has it, under the request id, without secrets', async () => {
    const thrown = new Error(`no column xyz in row ${hash.toString('hex')}`);
    const backend = backendOf({ codes: { find: () => Promise.reject(thrown) } });
    running = await startHost({ backend });
    const metadata = new Metadata();
    metadata.set('x-request-id', 'request-7');
    const failed = await failure(call(running.address, 'Transact', { operations: [findCode] }, { metadata }));
    expect(failed.code).to.equal(status.INTERNAL);
    expect(failed.details).not.to.contain('xyz');
    const [line] = running.log.filter(({ level }) => level === 'error');
    expect(line?.fields).to.include({ requestId: 'request-7', status: status.INTERNAL, operationIndex: 0 });
    const logged = JSON.stringify(running.log);
    expect(logged).to.contain('no column xyz in row [secret]');
    expect(logged).not.to.contain(hash.toString('hex'));
    expect(backend.ended).to.deep.equal(['rolled back']);
  });

  it('the database is away: UNAVAILABLE', async () => {
    running = await startHost({
      backend: backendOf({ codes: { find: () => Promise.reject(new Unavailable('gone')) } }),
    });
    expect((await fault(findCode)).code).to.equal(status.UNAVAILABLE);
  });

  it('the deadline passed before the commit: rolled back', async () => {
    const backend: TestBackend = backendOf({ codes: { spend: () => clockReaches(backend.deadline()) } });
    running = await startHost({ backend });
    const late = call(running.address, 'Transact', { operations: [spendCode] }, { deadline: Date.now() + 500 });
    expect((await failure(late)).code).to.equal(status.DEADLINE_EXCEEDED);
    await backend.firstEnded;
    expect(backend.ended).to.deep.equal(['rolled back']);
  });

  it('the caller went away before the commit: rolled back', async () => {
    const [begun, goOn] = [signal(), signal()];
    const backend = backendOf({
      codes: {
        spend: async () => {
          begun.raise();
          await goOn.raised;
        },
      },
    });
    running = await startHost({ backend });
    const made = client(running.address, 'Transact');
    const method = backendService.Transact;
    const request = { operations: [spendCode] };
    const serialize = (value: object): Buffer => method.requestSerialize(value);
    const unary = made.makeUnaryRequest(
      method.path,
      serialize,
      (bytes) => bytes,
      request,
      () => undefined,
    );
    await begun.raised;
    unary.cancel();
    await everythingReceived(made);
    goOn.raise();
    await backend.firstEnded;
    expect(backend.ended).to.deep.equal(['rolled back']);
    made.close();
  });

  it('a token that was minted without an expiry has none in the answer, one with an expiry has that (MintAccessTokenResult)', async () => {
    for (const [minted, expiresAt] of [
      [{ accessToken: 'x' }, null],
      [
        { accessToken: 'x', expiresAt: new Date(999_000) },
        { seconds: '999', nanos: 0 },
      ],
    ] as const) {
      if (expiresAt) await running.host.close();
      running = await startHost({ backend: backendOf({ accessTokens: { mint: () => Promise.resolve(minted) } }) });
      const answer = (await transact(mint)) as { committed: { results: { mintAccessToken: object }[] } };
      expect(answer.committed.results[0]?.mintAccessToken).to.deep.equal({ accessToken: 'x', expiresAt });
    }
  });

  for (const [what, minted] of [
    ['that no client can send (RFC 6750 §2.1)', { accessToken: 'two words' }],
    ['that is empty', { accessToken: '' }],
    ['that is too long', { accessToken: 'x'.repeat(8193) }],
    ['that expires later than asked for', { accessToken: 'x', expiresAt: new Date(1_000_001) }],
    ['that expires at no time', { accessToken: 'x', expiresAt: new Date(Number.NaN) }],
  ] as const) {
    it(`a minted token ${what}: INTERNAL, rolled back`, async () => {
      const backend = backendOf({ accessTokens: { mint: () => Promise.resolve(minted) } });
      running = await startHost({ backend });
      expect((await fault(mint)).code).to.equal(status.INTERNAL);
      expect(backend.ended).to.deep.equal(['rolled back']);
    });
  }

  it('a minted token without an expiry of its own: committed, and the answer names none (mint_access_token)', async () => {
    const backend = backendOf({ accessTokens: { mint: () => Promise.resolve({ accessToken: 'x' }) } });
    running = await startHost({ backend });
    expect(await transact(mint)).to.deep.include({
      committed: { results: [{ mintAccessToken: { accessToken: 'x', expiresAt: null }, result: 'mintAccessToken' }] },
    });
    expect(backend.ended).to.deep.equal(['committed']);
  });

  it('a code that the store could not create: INTERNAL, rolled back', async () => {
    const backend = backendOf({ codes: { create: () => Promise.reject(new Error('the disk is full')) } });
    running = await startHost({ backend });
    expect((await fault(createCode)).code).to.equal(status.INTERNAL);
    expect(backend.ended).to.deep.equal(['rolled back']);
  });
});

describe('ResolveUser (sign_in.proto)', () => {
  let running: RunningHost;

  afterEach(() => running.host.close());

  it('hands over what the browser sent, and answers who is signed in', async () => {
    running = await startHost({
      signIn: { resolveUser: (browser) => Promise.resolve({ userId: 'ada', displayName: JSON.stringify(browser) }) },
    });
    const browser = { cookie: 'a=b', authorization: 'Basic x', returnTo: 'https://notes.example/connect' };
    expect(await call(running.address, 'ResolveUser', browser)).to.deep.equal({
      outcome: 'user',
      user: { userId: 'ada', displayName: JSON.stringify(browser) },
    });
  });

  it('answers where to sign in', async () => {
    running = await startHost({ signIn: { resolveUser: () => Promise.resolve({ signInUrl: '/sign-in' }) } });
    expect(await call(running.address, 'ResolveUser', {})).to.deep.equal({
      outcome: 'signInUrl',
      signInUrl: '/sign-in',
    });
  });

  it('an exception is INTERNAL, and neither its text nor the cookie leaves the host or reaches its log', async () => {
    running = await startHost({
      signIn: { resolveUser: ({ cookie }) => Promise.reject(new Error(`bad session in ${cookie}`)) },
    });
    const failed = await failure(call(running.address, 'ResolveUser', { cookie: 'session=top-secret' }));
    expect(failed.code).to.equal(status.INTERNAL);
    expect(failed.details).not.to.contain('session');
    expect(JSON.stringify(running.log)).to.contain('bad session in [secret]').and.not.contain('top-secret');
  });

  it('a user id that the contract does not allow is INTERNAL', async () => {
    running = await startHost({ signIn: { resolveUser: () => Promise.resolve({ userId: '', displayName: '' }) } });
    expect((await failure(call(running.address, 'ResolveUser', {}))).code).to.equal(status.INTERNAL);
  });
});
