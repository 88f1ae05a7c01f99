import { outgoingMetadata } from '@gatehouse/proto/metadata';
import { healthCheck } from '@gatehouse/proto/rpc';
import { consentService } from '@gatehouse/proto/services';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Metadata } from '@grpc/grpc-js';
import { Client, credentials, status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { expect } from 'chai';
import type { CallContext } from '../core/runtime.js';
import { BackendMissing, ContractViolation, Unavailable } from '../core/faults.js';
import type { PendingRequestView } from '../oauth/model/pending-request.js';
import { oauthError } from '../oauth/model/oauth-error.js';
import type { Consent, ConsentOperations } from '../oauth/usecases/consent-operations.js';
import type { ConsentConfig, ConsentServer } from './server.js';
import { createConsentServer } from './server.js';
import { MALFORMED, TRANSPORTS } from './testing/call-over.js';

const NOTHING = (): void => undefined;
const CALL = { requestId: 'request-1', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

const VIEW: PendingRequestView = {
  clientId: 'client',
  clientName: 'Claude',
  clientRegisteredAt: 1500,
  clientSelfRegistered: true,
  redirectUri: 'https://app.example/cb',
  redirectHost: 'app.example',
  redirectIsLoopback: false,
  scopes: [{ scope: 'read', description: 'See.' }],
  resource: 'https://notes.example/mcp',
  expiresAt: 2000,
};

const operations: ConsentOperations = {
  viewPendingRequest: async () => VIEW,
  grantConsent: async () => ({ redirectUrl: 'https://app.example/cb?code=1' }),
  denyConsent: async () => ({ redirectUrl: 'https://app.example/cb?error=access_denied' }),
  revokeAccessToken: async () => true,
  generateCredentials: (authMethod) => ({
    clientId: 'new',
    ...(authMethod !== 'none' && { secret: { plain: 'secret', hash: Buffer.alloc(32, 1) } }),
  }),
  checkRedirectUri: (uri) => (uri === '' ? oauthError('invalid_redirect_uri', 'it is empty') : undefined),
};

/** A promise with its resolver. */
function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

for (const [transport, callOver] of TRANSPORTS) {
  describe(`consent: server over ${transport} (HC-13)`, () => {
    const log: string[] = [];
    let server: ConsentServer | undefined;
    let client: Client | undefined;

    afterEach(async () => {
      client?.close();
      await server?.stop(1000);
      server = client = undefined;
      log.length = 0;
    });

    async function serve(
      overrides: Partial<ConsentOperations> = {},
      config: Partial<ConsentConfig> = {},
    ): Promise<void> {
      const note = (fields: object, message: string): void => void log.push(`${message} ${JSON.stringify(fields)}`);
      server = createConsentServer(
        { address: '127.0.0.1:0', ...config },
        {
          operations: () => ({ ...operations, ...overrides }),
          logger: { debug: note, info: NOTHING, warn: note, error: note },
        },
      );
      await server.start();
      client = new Client(server.address(), credentials.createInsecure());
    }

    interface Called<Response> {
      response?: Response;
      error?: { readonly code: status; readonly details: string };
    }

    function call<Request, RequestOutput, Response, ResponseOutput>(
      method: MethodDefinition<Request, Response, RequestOutput, ResponseOutput>,
      request: Request | Buffer,
      metadata: Metadata = outgoingMetadata(CALL, undefined),
      { deadline }: { readonly deadline?: number } = {},
    ): Promise<Called<ResponseOutput>> {
      const bytes = Buffer.isBuffer(request) ? request : method.requestSerialize(request);
      return callOver(server?.address() ?? '', method, bytes, metadata, deadline) as Promise<Called<ResponseOutput>>;
    }

    const USER = { requestId: 'pending', userId: 'ada' };

    it('answers PendingRequest with the view (consent.proto)', async () => {
      await serve();
      const { response } = await call(consentService.PendingRequest, USER);
      expect(response?.pendingRequest).to.deep.equal({
        ...VIEW,
        clientRegisteredAt: { seconds: '1', nanos: 500_000_000 },
        expiresAt: { seconds: '2', nanos: 0 },
      });
    });

    it("passes a grant on unchanged, with the caller's request id and trace", async () => {
      const seen: [Consent, CallContext][] = [];
      await serve({
        grantConsent: async (grant, context) => {
          seen.push([grant, context]);
          return { redirectUrl: 'https://app.example/cb?code=1' };
        },
      });
      const grant = { ...USER, grantedScopes: ['read'], grantContext: Buffer.from('tenant') };
      const { response } = await call(consentService.IssueCode, grant);
      expect(response).to.deep.include({ redirectUrl: 'https://app.example/cb?code=1' });
      expect(seen).to.deep.equal([[grant, CALL]]);
    });

    it('returns expected errors as outcomes', async () => {
      await serve({
        viewPendingRequest: async () => 'pending_not_found',
        grantConsent: async () => 'no_grantable_scopes',
        denyConsent: async () => 'pending_not_found',
      });
      const view = await call(consentService.PendingRequest, USER);
      expect(view.response?.error).to.equal('CONSENT_ERROR_PENDING_NOT_FOUND');
      const issued = await call(consentService.IssueCode, USER);
      expect(issued.response?.error).to.equal('CONSENT_ERROR_NO_GRANTABLE_SCOPES');
      const denied = await call(consentService.DenyPending, USER);
      expect(denied.response?.error).to.equal('CONSENT_ERROR_PENDING_NOT_FOUND');
    });

    it('revokes, generates credentials and checks redirect URIs', async () => {
      await serve();
      expect((await call(consentService.Revoke, { accessToken: 'token' })).response).to.deep.equal({ revoked: true });
      const method = 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST';
      const confidential = await call(consentService.GenerateCredentials, { tokenEndpointAuthMethod: method });
      expect(confidential.response).to.deep.equal({
        clientId: 'new',
        clientSecret: 'secret',
        clientSecretHash: Buffer.alloc(32, 1),
      });
      const pub = await call(consentService.GenerateCredentials, {
        tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
      });
      expect(pub.response).to.deep.include({ clientId: 'new', clientSecret: '' });
      const checked = await call(consentService.CheckRedirectUri, { redirectUri: '' });
      expect(checked.response).to.deep.equal({ reason: 'it is empty' });
    });

    it('returns INVALID_ARGUMENT, naming the field and never its value', async () => {
      await serve();
      const invalid: [string, Promise<Called<unknown>>][] = [
        ['request_id', call(consentService.PendingRequest, { requestId: '', userId: 'ada' })],
        ['user_id', call(consentService.PendingRequest, { requestId: 'x', userId: '' })],
        ['user_id', call(consentService.IssueCode, { requestId: 'x', userId: 'v'.repeat(256) })],
        ['user_id', call(consentService.DenyPending, { requestId: 'x', userId: '' })],
        ['user_id', call(consentService.IssueCode, { requestId: 'x', userId: 'a\0' })],
        ['grant_context', call(consentService.IssueCode, { ...USER, grantContext: Buffer.alloc(4097) })],
        ['granted_scopes', call(consentService.IssueCode, { ...USER, grantedScopes: Array<string>(65).fill('v') })],
        ['access_token', call(consentService.Revoke, { accessToken: '' })],
        ['token_endpoint_auth_method', call(consentService.GenerateCredentials, {})],
        ['the request is not', call(consentService.Revoke, MALFORMED)],
      ];
      for (const [field, called] of invalid) {
        const { error } = await called;
        expect(error?.code, field).to.equal(status.INVALID_ARGUMENT);
        expect(error?.details).to.contain(field).and.not.contain('vv');
      }
      expect((await call(consentService.PendingRequest, { requestId: 'x', userId: '𝒳'.repeat(255) })).error).to.equal(
        undefined,
      );
    });

    it('returns FAILED_PRECONDITION until the host is known and offers a backend', async () => {
      const unknown = createConsentServer({ address: '127.0.0.1:0' }, { operations: () => undefined, logger: console });
      await unknown.start();
      server = unknown;
      client = new Client(unknown.address(), credentials.createInsecure());
      expect((await call(consentService.PendingRequest, USER)).error?.code).to.equal(status.FAILED_PRECONDITION);
    });

    it('returns INTERNAL when its readiness check fails, and forgets the call', async () => {
      const note = (_fields: object, message: string): void => void log.push(message);
      server = createConsentServer(
        { address: '127.0.0.1:0' },
        {
          operations: () => {
            throw new TypeError('a defect');
          },
          logger: { debug: note, info: NOTHING, warn: note, error: note },
        },
      );
      await server.start();
      client = new Client(server.address(), credentials.createInsecure());
      expect((await call(consentService.PendingRequest, USER)).error?.code).to.equal(status.INTERNAL);
      expect(log).to.deep.equal(['a consent operation failed']);
      expect(await server.stop(60_000), 'no call is under way').to.equal(undefined);
      server = undefined;
    });

    const FAULTS: [string, Error, status][] = [
      ['BackendMissing', new BackendMissing(), status.FAILED_PRECONDITION],
      ['Unavailable host', new Unavailable('host', 'private detail'), status.UNAVAILABLE],
      ['Unavailable state', new Unavailable('state', 'private detail'), status.UNAVAILABLE],
      ['ContractViolation', new ContractViolation('Rpc', 'private detail'), status.INTERNAL],
      ['a bug', new TypeError('private detail'), status.INTERNAL],
    ];
    for (const [name, fault, code] of FAULTS) {
      it(`returns ${status[code]} for ${name}, and keeps the detail for the log (consent.proto: faults)`, async () => {
        await serve({ grantConsent: () => Promise.reject(fault) });
        const { error } = await call(consentService.IssueCode, USER);
        expect(error?.code).to.equal(code);
        expect(error?.details).to.not.contain('private detail');
        if (code === status.INTERNAL) expect(error?.details).to.contain('request-1');
        if (code !== status.FAILED_PRECONDITION) expect(log[0]).to.contain('request-1');
      });
    }

    it('requires the shared token, or the one that it replaces, from every caller except the health check (AS-98)', async () => {
      await serve({}, { token: 'shared', previousToken: 'former' });
      const revoke = (presented?: string) =>
        call(consentService.Revoke, { accessToken: 'x' }, outgoingMetadata(CALL, presented));
      for (const wrong of [undefined, 'Bearer sharedformer', 'Bearer wrong', 'Bearer share', 'Basic shared'])
        expect((await revoke(wrong)).error?.code, wrong).to.equal(status.UNAUTHENTICATED);
      for (const right of ['Bearer shared', 'Bearer former'])
        expect((await revoke(right)).response, right).to.deep.equal({ revoked: true });
      expect(await health()).to.equal('NOT_SERVING');
      server?.setServing(true);
      expect(await health()).to.equal('SERVING');
    });

    it('does not start a call that its caller no longer waits for', async () => {
      let begun = 0;
      await serve({
        revokeAccessToken: async () => {
          begun += 1;
          return true;
        },
      });
      const { error } = await call(consentService.Revoke, { accessToken: 'x' }, undefined, {
        deadline: Date.now() - 1,
      });
      expect(error?.code).to.equal(status.DEADLINE_EXCEEDED);
      await call(consentService.CheckRedirectUri, { redirectUri: 'x' });
      expect(begun).to.equal(0);
    });

    it('rejects an oversized request', async () => {
      await serve();
      const { error } = await call(consentService.Revoke, { accessToken: 'x'.repeat(100_000) });
      expect(error?.code).to.equal(status.RESOURCE_EXHAUSTED);
    });

    it('lets calls under way finish when it stops', async () => {
      const begun = deferred<(revoked: boolean) => void>();
      await serve({ revokeAccessToken: () => new Promise((resolve) => begun.resolve(resolve)) });
      const called = call(consentService.Revoke, { accessToken: 'x' });
      const finish = await begun.promise;
      const stopped = server?.stop(60_000);
      finish(true);
      expect((await called).response).to.deep.equal({ revoked: true });
      expect(await stopped).to.equal(undefined);
      server = undefined;
    });

    it('does not wait for health watchers', async () => {
      await serve();
      const watcher = client?.makeServerStreamRequest(
        healthCheck.path.replace('Check', 'Watch'),
        healthCheck.serialize,
        healthCheck.deserialize,
        { service: '' },
      );
      watcher?.on('error', () => undefined);
      await new Promise((resolve) => watcher?.once('data', resolve));
      const ended = new Promise((resolve) => watcher?.once('status', resolve));
      expect(await server?.stop(60_000)).to.equal(undefined);
      await ended;
      server = undefined;
    });

    it('cuts off calls that do not finish in time, and reports them', async () => {
      const begun = deferred<undefined>();
      await serve({
        revokeAccessToken: () => {
          begun.resolve(undefined);
          return new Promise(() => undefined);
        },
      });
      const called = call(consentService.Revoke, { accessToken: 'x' });
      await begun.promise;
      expect(await server?.stop(50)).to.be.a('string');
      expect((await called).error).to.be.an('error');
      server = undefined;
    });

    // The socket is the same for both transports.
    if (transport === 'gRPC') {
      it('replaces a stale Unix socket, and makes the new one accessible only to its owner and group', async () => {
        const folder = await mkdtemp(join(tmpdir(), 'gatehouse-consent-'));
        const path = join(folder, 'consent.sock');
        await leaveStaleSocket(path);
        await serve({}, { address: `unix:${path}` });
        expect((await stat(path)).mode & 0o777).to.equal(0o660);
        expect((await call(consentService.Revoke, { accessToken: 'x' })).response).to.deep.equal({ revoked: true });
        const second = createConsentServer(
          { address: `unix:${path}` },
          { operations: () => operations, logger: console },
        );
        const refused = await second.start().catch((error: unknown) => error);
        expect(String(refused)).to.contain(`unix:${path}`);
        expect((await call(consentService.Revoke, { accessToken: 'x' })).response).to.deep.equal({ revoked: true });
        await rm(folder, { recursive: true });
      });

      it('does not replace a Unix socket whose listener is too busy to accept (connect(2): EAGAIN differs from ECONNREFUSED)', async () => {
        const folder = await mkdtemp(join(tmpdir(), 'gatehouse-consent-'));
        const path = join(folder, 'consent.sock');
        const busy = await listenWithoutAccepting(path);
        const waiting = await fillQueue(path);
        try {
          const { ino } = await stat(path);
          const second = createConsentServer(
            { address: `unix:${path}` },
            { operations: () => operations, logger: console },
          );
          expect(String(await second.start().catch((error: unknown) => error))).to.contain(`unix:${path}`);
          expect((await stat(path)).ino).to.equal(ino);
        } finally {
          for (const socket of waiting) socket.destroy();
          busy.kill('SIGKILL');
          await rm(folder, { recursive: true });
        }
      });
    }

    it('refuses to listen where others could call it without authentication (consent.proto)', () => {
      const dependencies = { operations: () => operations, logger: console };
      expect(() => createConsentServer({ address: '0.0.0.0:0' }, dependencies)).to.throw('consent.address');
      expect(() => createConsentServer({ address: '0.0.0.0:0', token: 'shared' }, dependencies)).to.not.throw();
    });

    function health(): Promise<string | number | undefined> {
      return new Promise((resolve) => {
        client?.makeUnaryRequest(
          healthCheck.path,
          healthCheck.serialize,
          healthCheck.deserialize,
          { service: '' },
          (error, response) => resolve(error === null ? response?.status : error.message),
        );
      });
    }
  });
}

/** A process that listens on the socket and accepts no connection, like one that is stopped or overloaded. */
async function listenWithoutAccepting(path: string): Promise<ChildProcess> {
  const script = `require('net').createServer().listen({ path: ${JSON.stringify(path)}, backlog: 1 }, () => {
    process.stdout.write('listening');
    process.kill(process.pid, 'SIGSTOP');
  })`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

/** Connects until the listener's queue is full. */
async function fillQueue(path: string): Promise<Socket[]> {
  const waiting: Socket[] = [];
  for (;;) {
    const socket = connect(path);
    const outcome = await Promise.race([
      once(socket, 'connect').then(() => 'queued'),
      once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code),
    ]).catch((error: unknown) => (error as NodeJS.ErrnoException).code);
    if (outcome === 'queued') waiting.push(socket);
    else {
      expect(outcome).to.equal('EAGAIN');
      return waiting;
    }
  }
}

/** The leftover of a killed process: a socket file on which nothing listens. */
async function leaveStaleSocket(path: string): Promise<void> {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
  expect((await stat(path)).isSocket()).to.equal(true);
}
