import { expect } from 'chai';
import { startDocumentsServer, sendJsonDocument, type DocumentsServer } from '../support/documents-server.js';
import { eventually } from '../support/eventually.js';
import { send, type Answer } from '../support/http-client.js';
import { codeOf, tokensOf, USER, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack, type StackSettings } from '../support/stack.js';

const CALLBACK = 'https://client.test/callback';

describe('a client identified by a document on the web, end to end (draft-ietf-oauth-client-id-metadata-document)', () => {
  let website: DocumentsServer;
  let stack: Stack;
  let published = 0;

  before(async () => {
    website = await startDocumentsServer();
    stack = await startWith({ oauth: { clientIdMetadataDocuments: true } });
  });

  after(async () => {
    await stack.stop();
    await website.close();
  });

  const startWith = (settings: StackSettings, loopbackIsPublic = true): Promise<Stack> =>
    startStack({
      ...settings,
      internet: {
        addresses: ['127.0.0.1'],
        loopbackIsPublic,
        certificateAuthority: website.network.certificateAuthority ?? '',
      },
    });

  /** Gives each document its own URL, so that no test sees another's in the daemon's cache. */
  function publish(changes: Readonly<Record<string, unknown>> = {}, headers: Record<string, string> = {}) {
    published += 1;
    const clientId = `${website.origin}/clients/${published}.json`;
    const document = { client_id: clientId, client_name: 'Document client', redirect_uris: [CALLBACK], ...changes };
    website.answerWith((_request, response) => sendJsonDocument(response, document, headers));
    const client: RegisteredClient = { clientId, authMethod: 'none', redirectUri: CALLBACK };
    return client;
  }

  function expectRefused({ status, headers, body }: Answer, why: RegExp): void {
    expect([status, headers.location]).to.deep.equal([400, undefined]);
    expect(headers['content-type']).to.match(/^text\/plain/);
    expect(body).to.match(why);
  }

  it('is advertised only where the host enabled it (§6)', async () => {
    const metadata = (await send(`${stack.issuer}/.well-known/oauth-authorization-server`)).json();
    expect(metadata.client_id_metadata_document_supported).to.equal(true);
  });

  it('authorizes, exchanges, refreshes and revokes without having registered (AS-50)', async () => {
    const client = publish();
    const { requestId, verifier } = await stack.flow.pending(client);
    const { pendingRequest } = await stack.consent.pendingRequest(requestId, USER);
    expect(pendingRequest).to.include({ clientId: client.clientId, clientName: 'Document client' });
    expect(pendingRequest).to.include({ redirectHost: 'client.test', clientSelfRegistered: true });
    const code = codeOf(await stack.flow.grant(requestId));
    const tokens = tokensOf(await stack.flow.exchange(client, { code, verifier }));
    const next = tokensOf(await stack.flow.refresh(client, tokens.refresh_token));
    expect(await stack.host.issuer.verify(next.access_token)).to.include({ clientId: client.clientId, userId: USER });
    expect((await stack.flow.revoke(client, next.refresh_token)).status).to.equal(200);
    expect(await stack.host.issuer.verify(next.access_token)).to.equal(undefined);
  });

  it('may not listen on a port that its document does not name, and the refusal says which option allows it (AS-43)', async () => {
    const client = publish({ redirect_uris: ['http://localhost/callback'] });
    const listening = { ...client, redirectUri: 'http://localhost:3118/callback' };
    expectRefused(await stack.flow.authorize(listening), /loopback_port_flexible/);
  });

  it('is fetched once and stored once: the next request costs one host call, like any other', async () => {
    const client = publish();
    const [fetches, transactions] = [website.requests.length, stack.host.transactions()];
    await stack.flow.pending(client);
    expect(stack.host.transactions() - transactions).to.equal(2);
    await stack.flow.pending(client);
    expect([stack.host.transactions() - transactions, website.requests.length - fetches]).to.deep.equal([3, 1]);
  });

  it('is fetched once and stored as one client when 20 concurrent requests use it for the first time', async () => {
    const client = publish();
    const fetches = website.requests.length;
    await Promise.all(Array.from({ length: 20 }, () => stack.flow.pending(client)));
    expect(website.requests.length - fetches).to.equal(1);
    const where = `where client_id = '${client.clientId}'`;
    expect(await stack.host.execute(`select 1 from gatehouse_clients ${where}`)).to.have.length(1);
  });

  it('cannot authenticate with a secret, and cannot use what its document does not list', async () => {
    const client = publish();
    expectRefused(await stack.flow.authorize({ ...client, redirectUri: 'https://client.test/other' }), /redirect/);
    const code = await stack.flow.code(client);
    const withSecret = { ...client, authMethod: 'client_secret_post', secret: 'guess' } as const;
    const answer = await stack.flow.exchange(withSecret, code);
    expect([answer.status, answer.json().error]).to.deep.equal([401, 'invalid_client']);
  });

  for (const [what, changes, why] of [
    ['names another client', { client_id: 'https://client.test/another.json' }, /client_id/],
    ['contains a secret', { client_secret: 'known to everybody' }, /client secret/],
    ['requests another method', { token_endpoint_auth_method: 'client_secret_basic' }, /token_endpoint_auth_method/],
    ['has no redirect URI', { redirect_uris: [] }, /redirect_uris/],
    ['has only unacceptable redirect URIs', { redirect_uris: ['http://client.test/cb'] }, /redirect_uris/],
  ] as const) {
    it(`rejects a document that ${what} immediately, and accepts it immediately once it is fixed (§5.2)`, async () => {
      const client = publish(changes, { 'cache-control': 'max-age=3600' });
      expectRefused(await stack.flow.authorize(client), why);
      website.answerWith((_request, response) =>
        sendJsonDocument(response, { client_id: client.clientId, redirect_uris: [CALLBACK] }),
      );
      await stack.flow.pending(client);
    });
  }

  for (const [what, status] of [
    ['is gone', 404],
    ['has moved', 302],
  ] as const) {
    it(`rejects a document that ${what}: follows no redirect, and the answer reveals nothing about the network`, async () => {
      const client = publish();
      website.answerWith((_request, response) => {
        response.writeHead(status, { location: `${website.origin}/clients/1.json` }).end();
      });
      const fetches = website.requests.length;
      const refused = await stack.flow.authorize(client);
      expectRefused(refused, /cannot be fetched/);
      expect(refused.body).not.to.match(/127\.0\.0\.1|client\.test|404|302/);
      expect(website.requests.length - fetches).to.equal(1);
    });
  }

  it('rejects a client that the application revoked before fetching anything', async () => {
    const client = publish();
    await stack.flow.pending(client);
    await stack.host.revokeClient(client.clientId);
    const fetches = website.requests.length;
    expectRefused(await stack.flow.authorize(client), /not registered/);
    expect(website.requests.length).to.equal(fetches);
  });

  it('the daemon as shipped cannot reach loopback (§8.6), and gives the reason only in its log', async () => {
    const shipped = await startWith({ oauth: { clientIdMetadataDocuments: true } }, false);
    const connections = website.connections();
    const refused = await shipped.flow.authorize(publish());
    expectRefused(refused, /cannot be fetched/);
    expect(refused.body).not.to.include('127.0.0.1');
    await eventually(() =>
      expect(shipped.gatehouse.log()).to.include('resolves to 127.0.0.1, which is not a public address'),
    );
    expect(website.connections()).to.equal(connections);
    await shipped.stop();
  });

  it('with the option off, refuses such an id, says that the client has to register (AS-61), and fetches nothing', async () => {
    const off = await startWith({});
    const connections = website.connections();
    const metadata = (await send(`${off.issuer}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).not.to.have.property('client_id_metadata_document_supported');
    expectRefused(await off.flow.authorize(publish()), /client_id_metadata_documents.*has to register/);
    expect(website.connections()).to.equal(connections);
    await off.stop();
  });
});
