import { expect } from 'chai';
import { send, sendForm, type Answer } from '../support/http-client.js';
import { basic, tokensOf, type OAuthFlow, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

/** The input of a row: a client with an unused code and an unused refresh token. */
interface Row {
  readonly flow: OAuthFlow;
  readonly client: RegisteredClient;
  readonly code: { readonly code: string; readonly verifier: string };
  readonly refreshToken: string;
}

type Case = readonly [why: string, status: number, error: string, attempt: (row: Row) => Promise<Answer>];

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function exchangeForm({ client, code }: Row): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    code: code.code,
    code_verifier: code.verifier,
    redirect_uri: client.redirectUri,
  };
}

function without(form: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(form).filter(([key]) => key !== name));
}

const INVALID_REQUEST: readonly Case[] = [
  [
    'JSON instead of a form',
    400,
    'invalid_request',
    (row) =>
      send(row.flow.url('token'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(exchangeForm(row)),
      }),
  ],
  [
    'no media type (AS-110)',
    400,
    'invalid_request',
    (row) => send(row.flow.url('token'), { method: 'POST', body: new URLSearchParams(exchangeForm(row)).toString() }),
  ],
  [
    'a broken percent-encoding',
    400,
    'invalid_request',
    (row) => send(row.flow.url('token'), { method: 'POST', headers: FORM, body: 'grant_type=%zz' }),
  ],
  [
    'bytes that are not UTF-8',
    400,
    'invalid_request',
    (row) => send(row.flow.url('token'), { method: 'POST', headers: FORM, body: 'grant_type=%ff' }),
  ],
  ['an empty body', 400, 'invalid_request', (row) => sendForm(row.flow.url('token'), {})],
  ...['grant_type', 'client_id', 'code', 'code_verifier'].map((name): Case => [
    `${name} missing`,
    400,
    'invalid_request',
    (row) => sendForm(row.flow.url('token'), without(exchangeForm(row), name)),
  ]),
  ...['grant_type', 'client_id', 'code', 'code_verifier'].map((name): Case => [
    `${name} empty`,
    400,
    'invalid_request',
    (row) => sendForm(row.flow.url('token'), { ...exchangeForm(row), [name]: '' }),
  ]),
  ...['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri'].map((name): Case => [
    `${name} repeated`,
    400,
    'invalid_request',
    (row) =>
      sendForm(row.flow.url('token'), [...Object.entries(exchangeForm(row)), [name, exchangeForm(row)[name] ?? '']]),
  ]),
  [
    'refresh_token missing',
    400,
    'invalid_request',
    ({ flow, client }) => flow.token(client, { grant_type: 'refresh_token' }),
  ],
  [
    'refresh_token repeated',
    400,
    'invalid_request',
    ({ flow, client, refreshToken }) =>
      flow.token(client, [
        ['grant_type', 'refresh_token'],
        ['refresh_token', refreshToken],
        ['refresh_token', refreshToken],
      ]),
  ],
  [
    'scope repeated at a refresh',
    400,
    'invalid_request',
    ({ flow, client, refreshToken }) =>
      flow.token(client, [
        ['grant_type', 'refresh_token'],
        ['refresh_token', refreshToken],
        ['scope', 'read'],
        ['scope', 'read'],
      ]),
  ],
];

const REFUSED: readonly Case[] = [
  [
    'grant_type unknown',
    400,
    'unsupported_grant_type',
    ({ flow, client }) => flow.token(client, { grant_type: 'client_credentials' }),
  ],
  [
    'grant_type that is a name on the prototype',
    400,
    'unsupported_grant_type',
    ({ flow, client }) => flow.token(client, { grant_type: '__proto__' }),
  ],
  [
    'client unknown',
    401,
    'invalid_client',
    (row) => row.flow.exchange({ ...row.client, clientId: 'unknown' }, row.code),
  ],
  [
    'client_id with U+0000',
    401,
    'invalid_client',
    (row) => row.flow.exchange({ ...row.client, clientId: 'a\0' }, row.code),
  ],
  [
    'a public client with a secret in the body',
    401,
    'invalid_client',
    (row) => row.flow.exchange({ ...row.client, authMethod: 'client_secret_post', secret: 'x' }, row.code),
  ],
  ['code unknown', 400, 'invalid_grant', (row) => row.flow.exchange(row.client, { ...row.code, code: 'unknown' })],
  [
    'verifier wrong',
    400,
    'invalid_grant',
    (row) => row.flow.exchange(row.client, { ...row.code, verifier: 'x'.repeat(43) }),
  ],
  ['malformed verifier', 400, 'invalid_grant', (row) => row.flow.exchange(row.client, { ...row.code, verifier: 'x' })],
  [
    'redirect_uri differs',
    400,
    'invalid_grant',
    (row) => row.flow.exchange(row.client, row.code, { redirect_uri: `${row.client.redirectUri}/` }),
  ],
  [
    "another client's code",
    400,
    'invalid_grant',
    async (row) => row.flow.exchange(await row.flow.register(), row.code),
  ],
  [
    'different resource at an exchange',
    400,
    'invalid_target',
    (row) => row.flow.exchange(row.client, row.code, { resource: 'https://other.example/mcp' }),
  ],
  ['unknown refresh token', 400, 'invalid_grant', ({ flow, client }) => flow.refresh(client, 'unknown')],
  [
    "another client's refresh token",
    400,
    'invalid_grant',
    async (row) => row.flow.refresh(await row.flow.register(), row.refreshToken),
  ],
  [
    'an access code in place of a refresh token',
    400,
    'invalid_grant',
    (row) => row.flow.refresh(row.client, row.code.code),
  ],
  [
    'scope beyond the original',
    400,
    'invalid_scope',
    (row) => row.flow.refresh(row.client, row.refreshToken, { scope: 'read ai' }),
  ],
  [
    'unknown scope at a refresh',
    400,
    'invalid_scope',
    (row) => row.flow.refresh(row.client, row.refreshToken, { scope: 'admin' }),
  ],
  [
    'different resource at a refresh',
    400,
    'invalid_target',
    (row) => row.flow.refresh(row.client, row.refreshToken, { resource: 'nonsense' }),
  ],
  [
    'a body that is too large',
    413,
    'invalid_request',
    // Not too large to be read to its end (docs/http.md): otherwise the connection ends while the client still writes.
    (row) => sendForm(row.flow.url('token'), { ...exchangeForm(row), x: 'a'.repeat(500_000) }),
  ],
];

describe('token errors (AS-110 to AS-116; RFC 6749 §5.2)', () => {
  let stack: Stack;
  before(async () => (stack = await startStack({ shared: true })));
  after(() => stack.stop());

  for (const [why, status, error, attempt] of [...INVALID_REQUEST, ...REFUSED]) {
    it(`${why}: ${status} ${error}; nothing is consumed (AS-115)`, async () => {
      const { flow } = stack;
      const client = await flow.register({ scope: 'read write' });
      const row: Row = {
        flow,
        client,
        code: await flow.code(client),
        refreshToken: (await flow.tokens(client)).refresh_token,
      };
      expectError(await attempt(row), status, error);
      tokensOf(await flow.exchange(client, row.code));
      tokensOf(await flow.refresh(client, row.refreshToken));
    });
  }

  for (const authMethod of ['client_secret_post', 'client_secret_basic'] as const) {
    it(`${authMethod}: returns 401 for a wrong, missing or differently sent secret, with WWW-Authenticate only after Authorization (AS-112)`, async () => {
      const { flow } = stack;
      const client = await flow.register({ token_endpoint_auth_method: authMethod });
      const code = await flow.code(client);
      const form = { grant_type: 'authorization_code', code: code.code, code_verifier: code.verifier };
      const post = (secret: string) =>
        sendForm(flow.url('token'), { ...form, client_id: client.clientId, client_secret: secret });
      const header = (secret: string) => sendForm(flow.url('token'), form, basic(client.clientId, secret));
      const none = sendForm(flow.url('token'), { ...form, client_id: client.clientId });

      expectError(await post('wrong'), 401, 'invalid_client');
      expectError(await header('wrong'), 401, 'invalid_client', true);
      expectError(await none, 401, 'invalid_client');
      const other = authMethod === 'client_secret_post' ? header : post;
      expectError(await other(client.secret!), 401, 'invalid_client', authMethod === 'client_secret_post');
      expectError(
        await sendForm(
          flow.url('token'),
          { ...form, client_secret: client.secret! },
          basic(client.clientId, client.secret!),
        ),
        400,
        'invalid_request',
      );
      for (const authorization of [
        'Basic',
        'Basic %%%',
        'Bearer abc',
        `Basic ${Buffer.from('a').toString('base64')}`,
      ]) {
        expectError(await sendForm(flow.url('token'), form, { authorization }), 401, 'invalid_client', true);
      }
      tokensOf(await flow.exchange(client, code));
    });
  }

  it('accepts Basic credentials bare and fully percent-encoded (AS-113)', async () => {
    const { flow } = stack;
    const client = await flow.register({ token_endpoint_auth_method: 'client_secret_basic' });
    const encode = (text: string) =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const { code, verifier } = await flow.code(client);
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier };
    const answer = await sendForm(flow.url('token'), form, basic(encode(client.clientId), encode(client.secret!)));
    expect(answer.status).to.equal(200);
  });

  it('accepts the id of a public client as Basic with an empty secret, and of no other client (AS-113)', async () => {
    const { flow } = stack;
    for (const authMethod of ['none', 'client_secret_post', 'client_secret_basic'] as const) {
      const client = await flow.register({ token_endpoint_auth_method: authMethod });
      const { code, verifier } = await flow.code(client);
      const form = { grant_type: 'authorization_code', code, code_verifier: verifier };
      const answer = await sendForm(flow.url('token'), form, basic(client.clientId, ''));
      if (authMethod !== 'none') {
        expectError(answer, 401, 'invalid_client', true);
        continue;
      }
      const { refresh_token } = tokensOf(answer);
      flow.secrets.add(refresh_token).add(tokensOf(answer).access_token);
      const revocation = await sendForm(flow.url('revoke'), { token: refresh_token }, basic(client.clientId, ''));
      expect(revocation.status).to.equal(200);
    }
  });

  it('rejects a revoked client everywhere, like an unknown one (AS-112)', async () => {
    const { flow } = stack;
    const client = await flow.register();
    const code = await flow.code(client);
    const { refresh_token } = await flow.tokens(client);
    await stack.host.revokeClient(client.clientId);
    expectError(await flow.exchange(client, code), 401, 'invalid_client');
    expectError(await flow.refresh(client, refresh_token), 401, 'invalid_client');
  });

  it('returns unauthorized_client if a client that registered only authorization_code refreshes (AS-134)', async () => {
    const { flow } = stack;
    const client = await flow.register({ grant_types: ['authorization_code'] });
    const { refresh_token } = await flow.tokens(client);
    expectError(await flow.refresh(client, refresh_token), 400, 'unauthorized_client');
  });

  it('accepts an exchange without redirect_uri (AS-116)', async () => {
    const client = await stack.flow.register();
    tokensOf(await stack.flow.exchange(client, await stack.flow.code(client), { redirect_uri: undefined }));
  });

  it('a success has no-store, Bearer, expires_in, scope, and a refresh token without offline_access (AS-114)', async () => {
    const client = await stack.flow.register();
    const answer = await stack.flow.exchange(client, await stack.flow.code(client, { scope: ' write  read ' }));
    expect(answer.headers).to.include({ 'cache-control': 'no-store' });
    expect(answer.headers['content-type']).to.match(/^application\/json/);
    const tokens = tokensOf(answer);
    expect(tokens).to.include({ token_type: 'Bearer', scope: 'read write' });
    expect(tokens.expires_in).to.be.within(3590, 3600);
    expect(tokens.refresh_token).to.match(/^[A-Za-z0-9_-]{43}$/);
  });

  it('returns 405 with Allow and a JSON body for another method (AS-200; RFC 9110 §15.5.6)', async () => {
    for (const endpoint of ['token', 'register', 'revoke'] as const) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await send(stack.flow.url(endpoint), { method, ...(method === 'PUT' ? { body: '' } : {}) });
        expectError(answer, 405, 'invalid_request');
        expect(answer.headers.allow).to.equal('OPTIONS, POST');
      }
    }
  });

  it('answers OPTIONS and allows the headers of real clients, whatever their users configured (AS-18)', async () => {
    for (const endpoint of ['token', 'register', 'revoke'] as const) {
      const { status, headers } = await send(stack.flow.url(endpoint), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://inspector.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type, mcp-protocol-version, x-api-key',
        },
      });
      expect(status).to.be.oneOf([200, 204]);
      expect(headers['access-control-allow-origin']).to.equal('*');
      expect(headers['access-control-allow-headers']!.split(', ')).to.include.members([
        'authorization',
        'content-type',
        'mcp-protocol-version',
        '*',
      ]);
    }
  });
});

function expectError(answer: Answer, status: number, error: string, challenged = false): void {
  expect(answer.status, answer.body).to.equal(status);
  const body = answer.json();
  expect(body.error).to.equal(error);
  expect(body.error_description).to.match(/^[ !#-[\]-~]+$/);
  expect(answer.headers['cache-control']).to.equal('no-store');
  expect(answer.headers['content-type']).to.match(/^application\/json/);
  expect(answer.headers['access-control-allow-origin']).to.equal('*');
  expect(answer.headers['access-control-expose-headers']!.toLowerCase())
    .to.contain('www-authenticate')
    .and.to.contain('retry-after');
  if (challenged) expect(answer.headers['www-authenticate']).to.match(/^Basic/);
  else expect(answer.headers).to.not.have.property('www-authenticate');
}
