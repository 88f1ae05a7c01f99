import { consentService } from '@gatehouse/proto/services';
import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from '@grpc/grpc-js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Address } from '../wire/address.js';
import type { ConsentClient } from './consent-client.js';
import { createConsentClient } from './consent-client.js';
import { GatehouseError, GatehouseUnavailable } from './errors.js';

type Answer = object | { readonly code: status; readonly details: string };

const pending = { requestId: 'request', userId: 'ada' };

describe('the consent client (consent.proto)', () => {
  let server: Server;
  let client: ConsentClient;
  let address: Address;
  let answer: Answer;
  let received: { rpc: string; request: object; metadata: Record<string, unknown> };

  before(async () => {
    server = new Server();
    const handlers = Object.keys(consentService).map((rpc) => [
      rpc,
      (call: ServerUnaryCall<object, object>, callback: sendUnaryData<object>) => {
        received = { rpc, request: call.request, metadata: call.metadata.getMap() };
        if ('code' in answer) callback(answer);
        else callback(null, answer);
      },
    ]);
    server.addService(consentService, Object.fromEntries(handlers) as UntypedServiceImplementation);
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    address = `127.0.0.1:${port}`;
    client = createConsentClient({ address, token: 'shared-token' });
  });
  after(() => {
    client.close();
    server.forceShutdown();
  });

  it('ignores a proxy in the environment, because Gatehouse is local', async () => {
    answer = { error: 'CONSENT_ERROR_PENDING_NOT_FOUND' };
    const before = process.env['grpc_proxy'];
    process.env['grpc_proxy'] = 'http://127.0.0.1:1';
    const direct = createConsentClient({ address });
    try {
      expect(await direct.pendingRequest(pending)).to.deep.equal({ outcome: 'pending_not_found' });
    } finally {
      direct.close();
      if (before === undefined) delete process.env['grpc_proxy'];
      else process.env['grpc_proxy'] = before;
    }
  });

  it('sends the shared token, the request id and the trace context', async () => {
    answer = { error: 'CONSENT_ERROR_PENDING_NOT_FOUND' };
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await client.pendingRequest(pending, { requestId: 'id-7', traceparent, tracestate: 'x=y' });
    expect(received.metadata).to.include({
      authorization: 'Bearer shared-token',
      'x-request-id': 'id-7',
      traceparent,
      tracestate: 'x=y',
    });
    await client.pendingRequest(pending);
    expect(received.metadata['x-request-id']).to.match(/^[\w-]{22}$/);
  });

  it('replaces a malformed request id, and drops a malformed trace context: both may be those of a visitor', async () => {
    answer = { error: 'CONSENT_ERROR_PENDING_NOT_FOUND' };
    const strange = { requestId: 'ü\n', traceparent: 'ü', tracestate: 'ü' };
    expect(await client.pendingRequest(pending, strange)).to.deep.equal({ outcome: 'pending_not_found' });
    expect(received.metadata['x-request-id']).to.match(/^[\w-]{22}$/);
    expect(received.metadata).to.not.have.any.keys('traceparent', 'tracestate');
  });

  it('PendingRequest returns the view, with Dates', async () => {
    const view = {
      clientId: 'client',
      clientName: 'Client',
      clientSelfRegistered: true,
      redirectUri: 'https://client.example/a',
      redirectHost: 'client.example',
      redirectIsLoopback: false,
      scopes: [{ scope: 'read', description: 'See.' }],
      resource: 'https://notes.example/mcp',
    };
    const times = { clientRegisteredAt: { seconds: 1, nanos: 0 }, expiresAt: { seconds: 2, nanos: 5_000_000 } };
    answer = { pendingRequest: { ...view, ...times } };
    expect(await client.pendingRequest(pending)).to.deep.equal({
      outcome: 'pending',
      pendingRequest: { ...view, clientRegisteredAt: new Date(1000), expiresAt: new Date(2005) },
    });
    expect(received).to.deep.include({ rpc: 'PendingRequest', request: pending });
  });

  it('IssueCode and DenyPending return where to send the browser', async () => {
    answer = { redirectUrl: 'https://client.example/a?code=x' };
    const grantContext = Buffer.from('tenant');
    const granted = await client.issueCode({ ...pending, grantedScopes: ['read'], grantContext });
    expect(granted).to.deep.equal({ outcome: 'granted', redirectUrl: 'https://client.example/a?code=x' });
    expect(received.request).to.deep.equal({ ...pending, grantedScopes: ['read'], grantContext });
    expect(await client.denyPending(pending)).to.deep.equal({
      outcome: 'denied',
      redirectUrl: 'https://client.example/a?code=x',
    });
  });

  it('returns expected outcomes as values: not found, no grantable scopes', async () => {
    answer = { error: 'CONSENT_ERROR_PENDING_NOT_FOUND' };
    const notFound = { outcome: 'pending_not_found' };
    expect(await client.pendingRequest(pending)).to.deep.equal(notFound);
    expect(await client.issueCode({ ...pending, grantedScopes: [] })).to.deep.equal(notFound);
    expect(await client.denyPending(pending)).to.deep.equal(notFound);
    answer = { error: 'CONSENT_ERROR_NO_GRANTABLE_SCOPES' };
    expect(await client.issueCode({ ...pending, grantedScopes: [] })).to.deep.equal({ outcome: 'no_grantable_scopes' });
  });

  it('treats an unknown outcome as an error, not a success', async () => {
    answer = {};
    for (const made of [client.pendingRequest(pending), client.denyPending(pending)]) {
      expect(await caught(made)).to.match(/does not know/);
    }
  });

  it('calls Revoke, GenerateCredentials and CheckRedirectUri', async () => {
    answer = { revoked: true };
    expect(await client.revoke('token')).to.equal(true);
    expect(received.request).to.deep.equal({ accessToken: 'token' });

    answer = { clientId: 'id', clientSecret: 'secret', clientSecretHash: Buffer.alloc(32) };
    expect(await client.generateCredentials('client_secret_post')).to.deep.equal({
      clientId: 'id',
      secret: { clientSecret: 'secret', clientSecretHash: Buffer.alloc(32) },
    });
    answer = { clientId: 'id' };
    expect(await client.generateCredentials('none')).to.deep.equal({ clientId: 'id' });

    answer = { reason: 'has a fragment' };
    expect(await client.checkRedirectUri('https://a/#')).to.equal('has a fragment');
    answer = {};
    expect(await client.checkRedirectUri('https://a/')).to.equal(undefined);
  });

  for (const code of [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.FAILED_PRECONDITION]) {
    it(`converts ${status[code]} to GatehouseUnavailable: try again`, async () => {
      answer = { code, details: 'not now' };
      const error = await caught(client.pendingRequest(pending, { requestId: 'id-8' }));
      expect(error).to.be.instanceOf(GatehouseUnavailable);
      expect((error as Error).message)
        .to.contain('PendingRequest')
        .and.contain('id-8');
    });
  }

  for (const code of [status.INVALID_ARGUMENT, status.UNAUTHENTICATED, status.INTERNAL]) {
    it(`converts ${status[code]} to GatehouseError: trying again does not help`, async () => {
      answer = { code, details: 'wrong' };
      const error = await caught(client.revoke('top-secret'));
      expect(error).to.be.instanceOf(GatehouseError).and.include({ code: status[code] });
      expect((error as Error).message).not.to.contain('top-secret');
    });
  }

  it('throws GatehouseUnavailable if Gatehouse is unavailable', async () => {
    const lonely = createConsentClient({ address: '127.0.0.1:1', timeout: '2s' });
    expect(await caught(lonely.pendingRequest(pending))).to.be.instanceOf(GatehouseUnavailable);
    lonely.close();
  });

  it('refuses to send the shared token unencrypted to another machine', () => {
    expect(() => createConsentClient({ address: '192.0.2.1:9091', token: 'shared-token' })).to.throw(/without TLS/);
  });
});

function caught(made: Promise<unknown>): Promise<unknown> {
  return made.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}
