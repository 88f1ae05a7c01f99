import { backendService } from '@gatehouse/proto/services';
import type { ServiceError } from '@grpc/grpc-js';
import { Metadata, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { Abort, Unavailable } from '../ports/errors.js';
import type { SignInOutcome } from '../ports/sign-in.js';
import { resolveUser } from './serve-oauth.js';
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

  it('malformed operation: returns INVALID_ARGUMENT with the field, and runs nothing', async () => {
    const backend = backendOf({ codes: { spend: () => Promise.resolve() } });
    running = await startHost({ backend });
    const cases: [object[], string][] = [
      [[], 'operations must not be empty'],
      [Array.from({ length: 17 }, () => findCode), 'operations must have at most 16 items'],
      [
        [spendCode, { findCode: { codeHash: Buffer.alloc(3) } }],
        'operations[1].find_code.code_hash must have 32 bytes',
      ],
      [[{ stampConsent: { clientId: 'client' } }], 'operations[0].stamp_consent.at must be set'],
      [[{ createCode: {} }], 'operations[0].create_code.code must be set'],
      [[{ createClient: { cap: 1 } }], 'operations[0].create_client.client must be set'],
      [[{ findAccessToken: { accessToken: 'x'.repeat(8193) } }], 'operations[0].find_access_token.access_token'],
    ];
    for (const [operations, text] of cases) {
      const refused = await fault(...operations);
      expect(refused.code, text).to.equal(status.INVALID_ARGUMENT);
      expect(refused.details).to.contain(text);
    }
    expect(backend.ended).to.deep.equal([]);
  });

  it('unknown operation: returns UNIMPLEMENTED, and runs nothing', async () => {
    const backend = backendOf({ codes: { spend: () => Promise.resolve() } });
    running = await startHost({ backend });
    const refused = await fault(spendCode, {});
    expect(refused.code).to.equal(status.UNIMPLEMENTED);
    expect(refused.details).to.contain('operations[1]');
    expect(backend.ended).to.deep.equal([]);
  });

  it('failed precondition: aborts with the index, the reason and, for a refused mint, the public reason', async () => {
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

  it('abort reason that the contract does not allow: returns INTERNAL, and logs the error', async () => {
    const backend = backendOf({ codes: { spend: () => Promise.reject(new Abort('client_not_found')) } });
    running = await startHost({ backend });
    expect((await fault(spendCode)).code).to.equal(status.INTERNAL);
    expect(JSON.stringify(running.log)).to.contain("Abort('client_not_found') from a method that cannot abort");
  });

  it('exception of the backend: returns INTERNAL without its text, and logs it with the request id and without secrets', async () => {
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

  it('unavailable database: returns UNAVAILABLE', async () => {
    running = await startHost({
      backend: backendOf({ codes: { find: () => Promise.reject(new Unavailable('gone')) } }),
    });
    expect((await fault(findCode)).code).to.equal(status.UNAVAILABLE);
  });

  it('deadline before the commit: rolls back', async () => {
    let begun = 0;
    const spend = (): Promise<void> => {
      begun += 1;
      return clockReaches(backend.deadline());
    };
    const backend: TestBackend = backendOf({ codes: { spend } });
    running = await startHost({ backend });
    // On a busy machine, a call may need more time to get as far as the backend.
    for (let patienceMs = 500; begun === 0; patienceMs *= 2) {
      const limits = { deadline: Date.now() + patienceMs };
      const late = call(running.address, 'Transact', { operations: [spendCode] }, limits);
      expect((await failure(late)).code).to.equal(status.DEADLINE_EXCEEDED);
    }
    await backend.firstEnded;
    expect(new Set(backend.ended)).to.deep.equal(new Set(['rolled back']));
  });

  it('cancellation before the commit: rolls back', async () => {
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

  it('returns the expiry of a minted token only if the issuer set one (MintAccessTokenResult)', async () => {
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
    it(`minted token ${what}: returns INTERNAL and rolls back`, async () => {
      const backend = backendOf({ accessTokens: { mint: () => Promise.resolve(minted) } });
      running = await startHost({ backend });
      expect((await fault(mint)).code).to.equal(status.INTERNAL);
      expect(backend.ended).to.deep.equal(['rolled back']);
    });
  }

  it('minted token without an expiry: commits, and returns none (mint_access_token)', async () => {
    const backend = backendOf({ accessTokens: { mint: () => Promise.resolve({ accessToken: 'x' }) } });
    running = await startHost({ backend });
    expect(await transact(mint)).to.deep.include({
      committed: { results: [{ mintAccessToken: { accessToken: 'x', expiresAt: null }, result: 'mintAccessToken' }] },
    });
    expect(backend.ended).to.deep.equal(['committed']);
  });

  it('code that the store could not create: returns INTERNAL and rolls back', async () => {
    const backend = backendOf({ codes: { create: () => Promise.reject(new Error('the disk is full')) } });
    running = await startHost({ backend });
    expect((await fault(createCode)).code).to.equal(status.INTERNAL);
    expect(backend.ended).to.deep.equal(['rolled back']);
  });
});

describe('ResolveUser (sign_in.proto)', () => {
  let running: RunningHost;

  afterEach(() => running.host.close());

  it("passes the browser's headers on and returns the signed-in user", async () => {
    running = await startHost({
      signIn: { resolveUser: (browser) => Promise.resolve({ userId: 'ada', displayName: JSON.stringify(browser) }) },
    });
    const browser = { cookie: 'a=b', authorization: 'Basic x', returnTo: 'https://notes.example/connect' };
    expect(await call(running.address, 'ResolveUser', browser)).to.deep.equal({
      outcome: 'user',
      user: { userId: 'ada', displayName: JSON.stringify(browser) },
    });
  });

  it('returns where to sign in', async () => {
    running = await startHost({ signIn: { resolveUser: () => Promise.resolve({ signInUrl: '/sign-in' }) } });
    expect(await call(running.address, 'ResolveUser', {})).to.deep.equal({
      outcome: 'signInUrl',
      signInUrl: '/sign-in',
    });
  });

  it('returns INTERNAL for an exception, whose text and cookie neither leave the host nor reach its log', async () => {
    running = await startHost({
      signIn: { resolveUser: ({ cookie }) => Promise.reject(new Error(`bad session in ${cookie}`)) },
    });
    const failed = await failure(call(running.address, 'ResolveUser', { cookie: 'session=top-secret' }));
    expect(failed.code).to.equal(status.INTERNAL);
    expect(failed.details).not.to.contain('session');
    expect(JSON.stringify(running.log)).to.contain('bad session in [secret]').and.not.contain('top-secret');
  });

  it('logs an outage once, and that it is over: everyone on the internet can ask', async () => {
    const lines: [string, string, unknown][] = [];
    const log = (level: string) => (fields: object, message: string) =>
      void lines.push([level, message, 'requestId' in fields ? fields.requestId : undefined]);
    const logger = { info: log('info'), warn: log('warn'), error: log('error') };
    let outcome = (): Promise<SignInOutcome> => Promise.reject(new Unavailable('sessions'));
    const resolve = resolveUser({ resolveUser: () => outcome() }, logger);
    const ask = () => resolve({ cookie: '', authorization: '', returnTo: '/' }, { requestId: 'r-1' });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await ask()).to.have.nested.property('fault.code', status.UNAVAILABLE);
    }
    const lost = 'failed to determine who is signed in; counting further failures';
    expect(lines).to.deep.equal([['warn', lost, 'r-1']]);
    outcome = () => Promise.resolve({ userId: 'ada', displayName: 'Ada' });
    while (lines.length < 2) {
      await sleep(50);
      expect(await ask()).to.have.nested.property('response.user.userId', 'ada');
    }
    expect(lines[1]?.slice(0, 2)).to.deep.equal(['info', 'it can be determined again who is signed in']);
  });

  it('returns INTERNAL for a user id that the contract does not allow', async () => {
    running = await startHost({ signIn: { resolveUser: () => Promise.resolve({ userId: '', displayName: '' }) } });
    expect((await failure(call(running.address, 'ResolveUser', {}))).code).to.equal(status.INTERNAL);
  });
});
