import { healthService } from '@gatehouse/proto/services';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Backend } from '../ports/backend.js';
import { Unavailable } from '../ports/errors.js';
import { createHost } from './create-host.js';
import type { RunningHost } from './testing/test-host.js';
import { call, failure, signal, startHost } from './testing/test-host.js';

const backend: Backend = { transaction: () => Promise.reject(new Error('never called')) };
const applicationName = 'Test';
const TOKEN = 'a-shared-token-of-some-length';

describe('a host', () => {
  let running: RunningHost | undefined;
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-'));
  });
  afterEach(async () => {
    await running?.host.close();
    running = undefined;
    rmSync(directory, { recursive: true });
  });

  it('describes itself: version, name, capabilities and options, without absent ones', async () => {
    running = await startHost({
      streamSocket: false,
      backend,
      signIn: { resolveUser: () => Promise.resolve({ signInUrl: '/sign-in' }) },
      oauth: {
        issuer: 'https://notes.example',
        codeTtl: '5m',
        dcrClientCap: 7,
        tokenEndpointAuthMethodsSupported: ['none'],
        builtinConsentPage: true,
        refreshRetryWindow: 0,
      },
    });
    expect(await call(running.address, 'Describe', {})).to.deep.equal({
      protocolVersion: 1,
      applicationName,
      capabilities: ['CAPABILITY_BACKEND', 'CAPABILITY_TRANSACT_STREAM', 'CAPABILITY_REDEEM', 'CAPABILITY_SIGN_IN'],
      oauth: {
        issuer: 'https://notes.example',
        resource: '',
        scopesSupported: [],
        tokenEndpointAuthMethodsSupported: ['TOKEN_ENDPOINT_AUTH_METHOD_NONE'],
        dcrClientCap: 7,
        _dcrClientCap: 'dcrClientCap',
        dcrUnconsentedSweepAge: null,
        pendingRequestTtl: null,
        codeTtl: { seconds: '300', nanos: 0 },
        accessTokenTtl: null,
        refreshTokenTtl: null,
        refreshRetryWindow: { seconds: '0', nanos: 0 },
        privateUseRedirectSchemes: [],
        builtinConsentPage: true,
        _builtinConsentPage: 'builtinConsentPage',
        refreshLineageMaxAge: null,
      },
      admin: null,
      streamSocket: null,
    });
  });

  it('describes every option that is given (oauth_options.proto)', async () => {
    running = await startHost({
      oauth: {
        issuer: 'https://notes.example',
        resource: 'https://notes.example/mcp',
        serviceDocumentationPath: '/docs',
        scopesSupported: ['read', 'write'],
        tokenEndpointAuthMethodsSupported: ['none', 'client_secret_basic'],
        authorizationResponseIssParameterSupported: false,
        dcrClientCap: 0,
        dcrUnconsentedSweepAge: '1h',
        registerMaxBodyBytes: 2048,
        pendingRequestTtl: '2m',
        codeTtl: '3s',
        accessTokenTtl: '4m',
        refreshTokenTtl: '5d',
        refreshRetryWindow: '1500ms',
        loopbackPortFlexible: false,
        privateUseRedirectSchemes: ['cursor'],
        evictOldestUnconsentedAtCap: true,
        clientIdMetadataDocuments: true,
        builtinConsentPage: false,
        refreshLineageMaxAge: '7d',
      },
    });
    const { oauth } = (await call(running.address, 'Describe', {})) as { readonly oauth: Record<string, unknown> };
    const given = Object.fromEntries(Object.entries(oauth).filter(([name]) => !name.startsWith('_')));
    const seconds = (of: number, nanos = 0) => ({ seconds: String(of), nanos });
    expect(given).to.deep.equal({
      issuer: 'https://notes.example',
      resource: 'https://notes.example/mcp',
      serviceDocumentationPath: '/docs',
      scopesSupported: ['read', 'write'],
      tokenEndpointAuthMethodsSupported: [
        'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
        'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
      ],
      authorizationResponseIssParameterSupported: false,
      dcrClientCap: 0,
      dcrUnconsentedSweepAge: seconds(3600),
      registerMaxBodyBytes: 2048,
      pendingRequestTtl: seconds(120),
      codeTtl: seconds(3),
      accessTokenTtl: seconds(240),
      refreshTokenTtl: seconds(432_000),
      refreshRetryWindow: seconds(1, 500_000_000),
      loopbackPortFlexible: false,
      privateUseRedirectSchemes: ['cursor'],
      evictOldestUnconsentedAtCap: true,
      clientIdMetadataDocuments: true,
      builtinConsentPage: false,
      refreshLineageMaxAge: seconds(604_800),
    });
  });

  for (const [name, allowed] of [
    ['', false],
    ['n', true],
    ['n'.repeat(100), true],
    ['n'.repeat(101), false],
  ] as const) {
    it(`${allowed ? 'takes' : 'refuses'} a name of ${name.length} characters`, () => {
      const create = () => createHost({ applicationName: name, address: '127.0.0.1:0' });
      if (allowed) expect(create).not.to.throw();
      else expect(create).to.throw('applicationName must have 1 to 100 characters');
    });
  }

  it('refuses a built-in consent page without sign-in: it would know no user', () => {
    const oauth = { issuer: 'https://notes.example', builtinConsentPage: true };
    const create = () => createHost({ applicationName, address: '127.0.0.1:0', backend, oauth });
    expect(create).to.throw('oauth.builtinConsentPage needs signIn');
  });

  it('without backend and OAuth options, reports that and does not implement their services', async () => {
    running = await startHost({});
    expect(await call(running.address, 'Describe', {})).to.deep.equal({
      protocolVersion: 1,
      applicationName,
      capabilities: [],
      oauth: null,
      admin: null,
      streamSocket: null,
    });
    expect(await failure(call(running.address, 'Transact', {}))).to.include({ code: status.UNIMPLEMENTED });
  });

  it('with a token, returns UNAUTHENTICATED to a caller without it, for every rpc (host.proto, rule 2)', async () => {
    running = await startHost({ backend, token: TOKEN });
    for (const wrong of [undefined, 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, 'Bearer ']) {
      const metadata = new Metadata();
      if (wrong !== undefined) metadata.set('authorization', wrong);
      for (const rpc of ['Describe', 'Transact']) {
        const refused = await failure(call(running.address, rpc, {}, { metadata }));
        expect(refused.code, `${rpc} with ${String(wrong)}`).to.equal(status.UNAUTHENTICATED);
      }
    }
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${TOKEN}`);
    expect(await call(running.address, 'Describe', {}, { metadata })).to.include({ applicationName });
  });

  it('accepts either of two tokens while one replaces the other (HC-16)', async () => {
    const previousToken = 'the-token-before-that-one';
    running = await startHost({ backend, token: TOKEN, previousToken });
    for (const [token, expected] of [
      [TOKEN, 'ok'],
      [previousToken, 'ok'],
      [`${TOKEN}${previousToken}`, 'refused'],
    ] as const) {
      const metadata = new Metadata();
      metadata.set('authorization', `Bearer ${token}`);
      const answered = await call(running.address, 'Describe', {}, { metadata }).then(
        () => 'ok',
        () => 'refused',
      );
      expect(answered, token).to.equal(expected);
    }
    const address = '127.0.0.1:0';
    expect(() => createHost({ applicationName, address, token: TOKEN, previousToken: 'short' })).to.throw(
      'previousToken must have 16 to 512 visible ASCII characters',
    );
    expect(() => createHost({ applicationName, address, previousToken })).to.throw('token is not');
  });

  for (const address of ['0.0.0.0:0', '[::]:0', '192.0.2.1:9090', 'notes.example:9090', '127.evil.example:1']) {
    it(`rejects ${address} unless callers authenticate (HC-8)`, () => {
      expect(() => createHost({ applicationName, address })).to.throw(/^refusing to listen on .* set token/);
      const tls = { cert: '', key: '' };
      expect(() => createHost({ applicationName, address, tls })).to.throw(/^refusing to listen/);
      expect(() => createHost({ applicationName, address, token: TOKEN })).not.to.throw();
    });
  }

  it('answers even if its logger throws (shared/logger.ts)', async () => {
    const broken = (): never => {
      throw new Error('the log is full');
    };
    running = await startHost({
      backend: { transaction: () => Promise.reject(new Error('a bug')) },
      signIn: { resolveUser: () => Promise.reject(new Error('a bug')) },
      logger: { info: broken, warn: broken, error: broken },
    });
    const transact = { operations: [{ findClient: { clientId: 'x' } }] };
    expect(await failure(call(running.address, 'Transact', transact))).to.have.property('code', status.INTERNAL);
    expect(await failure(call(running.address, 'ResolveUser', {}))).to.have.property('code', status.INTERNAL);
  });

  it('warns if the sign-in state is unavailable, and logs a bug in it as an error (ports/sign-in.ts)', async () => {
    const faults = [new Unavailable('the database is away'), new Error('a bug')];
    running = await startHost({ signIn: { resolveUser: () => Promise.reject(faults.shift()!) } });
    for (const code of [status.UNAVAILABLE, status.INTERNAL]) {
      expect(await failure(call(running.address, 'ResolveUser', {}))).to.have.property('code', code);
    }
    expect(running.log.map(({ level }) => level).filter((level) => level !== 'info')).to.deep.equal(['warn', 'error']);
  });

  it('logs an answer that cannot be encoded, which gRPC reports only to the caller', async () => {
    const logged: unknown[] = [];
    const log = (fields: object, message: string): void => void logged.push({ ...fields, message });
    running = await startHost({
      backend,
      signIn: { resolveUser: () => Promise.resolve({ signInUrl: Object.create(null) as string }) },
      logger: { info: log, warn: log, error: log },
    });
    expect(await failure(call(running.address, 'ResolveUser', {}))).to.have.property('code', status.INTERNAL);
    expect(JSON.stringify(logged)).to.contain('cannot be encoded').and.to.contain('ResolveUser');
  });

  it('rejects invalid options', () => {
    const address = '127.0.0.1:0';
    expect(() => createHost({ applicationName, address, token: 'short' })).to.throw(/token must have 16 to 512/);
    for (const token of [`${TOKEN}\n`, `${TOKEN} ${TOKEN}`, 'x'.repeat(513)]) {
      expect(() => createHost({ applicationName, address, token })).to.throw('no space and no line break');
    }
    expect(() => createHost({ applicationName: '', address })).to.throw(/applicationName must have 1 to 100/);
    const oauth = { issuer: 'https://notes.example', builtinConsentPage: true };
    expect(() => createHost({ applicationName, address, oauth })).to.throw('oauth.builtinConsentPage needs signIn');
  });

  it('rejects with the address if it cannot listen', async () => {
    running = await startHost({});
    const { address } = running;
    const error = await failure(startHost({ address }));
    expect(error.message).to.contain(`cannot listen on ${address}`);
  });

  it('replaces the Unix socket of a killed process, but not one that a process listens on', async () => {
    const path = join(directory, 'host.sock');
    // A process that ends without closing its server leaves the file behind.
    execFileSync(process.execPath, ['-e', `require('net').createServer().listen('${path}', () => process.exit(0))`]);
    expect(existsSync(path)).to.equal(true);
    running = await startHost({ address: `unix:${path}` });
    expect(await call(`unix:${path}`, 'Describe', {})).to.include({ applicationName });

    const taken = join(directory, 'taken.sock');
    const other = createServer().listen(taken);
    await new Promise((resolve) => other.once('listening', resolve));
    expect(await failure(startHost({ address: `unix:${taken}` }))).to.match(/cannot listen/);
    expect(existsSync(taken)).to.equal(true);
    other.close();
  });

  it('reports the path of a Unix socket as given, also one that ends like a port', async () => {
    const address = `unix:${join(directory, 'host:7')}`;
    running = await startHost({ address });
    expect(running.address).to.equal(address);
  });

  it('ends the streams of those who watch its health when it closes, and does not wait for them (docs/operations.md)', async () => {
    running = await startHost({ token: TOKEN, drainTimeout: '1h' });
    const { path, requestSerialize, responseDeserialize } = healthService.Watch;
    const stranger = new Client(running.address, credentials.createInsecure());
    const watching = stranger.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service: '' });
    const ended = once(watching, 'status');
    await once(watching, 'data');
    await running.host.close();
    // Otherwise the end of drainTimeout would have cut it off.
    expect((await ended)[0]).to.include({ code: status.OK });
    stranger.close();
  });

  it('answers the calls under way before it has closed (docs/operations.md)', async () => {
    const [begun, finish] = [signal(), signal()];
    const transaction = async (): Promise<never> => {
      begun.raise();
      await finish.raised;
      throw new Unavailable('gone');
    };
    running = await startHost({ backend: { transaction }, drainTimeout: '1h' });
    const request = { operations: [{ findClient: { clientId: 'client' } }] };
    const answer = failure(call(running.address, 'Transact', request));
    await begun.raised;
    let isClosed = false;
    const closed = running.host.close().then(() => (isClosed = true));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).to.equal(false);
    finish.raise();
    expect(await answer).to.include({ code: status.UNAVAILABLE });
    await closed;
  });

  for (const [what, first] of [
    ['sends nothing', ''],
    ['has opened a connection of HTTP/2 and is silent', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ] as const) {
    it(`closes after drainTimeout although a peer ${what} (docs/operations.md)`, async () => {
      running = await startHost({ token: TOKEN, drainTimeout: '100ms' });
      const [host, port] = running.address.split(':');
      const peer = connect({ host: host!, port: Number(port), allowHalfOpen: true });
      peer.on('error', () => undefined);
      await once(peer, 'connect');
      peer.write(first);
      // Only a call on another connection shows that the server has accepted the one before.
      await failure(call(running.address, 'Describe', {}));
      await running.host.close();
      peer.destroy();
    });
  }

  it('with tls.clientCa, accepts only certificates of that authority', async () => {
    const ours = certificate(directory, 'ours');
    const theirs = certificate(directory, 'theirs');
    running = await startHost({ address: 'localhost:0', tls: { cert: ours.cert, key: ours.key, clientCa: ours.cert } });
    const { address } = running;
    const as = (key: Buffer | null, cert: Buffer | null): Promise<object> =>
      call(address, 'Describe', {}, { channel: credentials.createSsl(ours.cert, key, cert) });
    expect(await as(ours.key, ours.cert)).to.include({ applicationName });
    expect((await failure(as(null, null))).code).to.equal(status.UNAVAILABLE);
    expect((await failure(as(theirs.key, theirs.cert))).code).to.equal(status.UNAVAILABLE);
    expect((await failure(call(address, 'Describe', {}))).code).to.equal(status.UNAVAILABLE);
  });
});

/** A self-signed certificate for localhost. */
function certificate(directory: string, name: string): { cert: Buffer; key: Buffer } {
  const [cert, key] = [join(directory, `${name}.pem`), join(directory, `${name}.key`)];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { cert: readFileSync(cert), key: readFileSync(key) };
}
