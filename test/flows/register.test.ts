import { expect } from 'chai';
import { send, sendJson, type Answer } from '../support/http-client.js';
import { startStack, type Stack } from '../support/stack.js';

const CALLBACK = 'https://client.example/callback';

describe('register (AS-20 to AS-33; RFC 7591 §3)', () => {
  let stack: Stack;
  before(
    async () =>
      (stack = await startStack({
        shared: true,
        oauth: { registerMaxBodyBytes: 4096, privateUseRedirectSchemes: ['cursor'] },
      })),
  );
  after(() => stack.stop());

  const register = (metadata: unknown): Promise<Answer> => sendJson(stack.flow.url('register'), metadata);
  const raw = (body: string | Buffer, contentType?: string): Promise<Answer> =>
    send(stack.flow.url('register'), {
      method: 'POST',
      body,
      ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
    });

  it('returns 201 with the effective value of every member, and no null or empty member (AS-20)', async () => {
    const before = Math.floor(Date.now() / 1000);
    const answer = await register({
      redirect_uris: [CALLBACK, 'http://127.0.0.1:1/cb', 'cursor://anysphere.cursor-mcp/callback'],
      client_uri: 'https://client.example',
      logo_uri: '',
      tos_uri: null,
      contacts: [],
      software_id: 'abc',
      scope: 'read profile',
      unknown: { a: 1 },
    });
    expect(answer.status).to.equal(201);
    expect(answer.headers['cache-control']).to.equal('no-store');
    expect(answer.headers['access-control-allow-origin']).to.equal('*');
    const client = answer.json();
    expect(client.client_id).to.match(/^[A-Za-z0-9_-]{22}$/);
    expect(client.client_secret).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(client.client_id_issued_at).to.be.within(before, Date.now() / 1000);
    stack.flow.secrets.add(client.client_secret as string);
    delete client.client_id;
    delete client.client_secret;
    delete client.client_id_issued_at;
    expect(client).to.deep.equal({
      client_secret_expires_at: 0,
      redirect_uris: [CALLBACK, 'http://127.0.0.1:1/cb', 'cursor://anysphere.cursor-mcp/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'read',
      client_uri: 'https://client.example',
      software_id: 'abc',
    });
  });

  it('a public client gets no secret, and no member about one', async () => {
    const client = (await register({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' })).json();
    expect(client).to.not.have.any.keys('client_secret', 'client_secret_expires_at');
    expect(client.scope).to.equal('read write ai offline_access');
  });

  it('stores only the hash of a secret (AS-171)', async () => {
    const client = (await register({ redirect_uris: [CALLBACK] })).json();
    const rows = await stack.host.execute('select * from gatehouse_clients');
    expect(JSON.stringify(rows)).to.not.contain(client.client_secret);
    stack.flow.secrets.add(client.client_secret as string);
  });

  const INVALID: readonly (readonly [why: string, error: string, metadata: unknown])[] = [
    ['redirect_uris missing', 'invalid_redirect_uri', {}],
    ['redirect_uris empty', 'invalid_redirect_uri', { redirect_uris: [] }],
    ['redirect_uris null', 'invalid_redirect_uri', { redirect_uris: null }],
    [
      'eleven redirect URIs',
      'invalid_redirect_uri',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `${CALLBACK}${n}`) },
    ],
    ...[
      'http://client.example/cb',
      'http://127.0.0.1.evil.test/cb',
      'http://localhost./cb',
      'http://0x7f.1/cb',
      'http://2130706433/cb',
      'http://0.0.0.0/cb',
      'http://[::ffff:127.0.0.1]/cb',
      `${CALLBACK}#`,
      'https://user@client.example/cb',
      'https://client.example/a b',
      'https://client.example\\@evil.test/',
      'https://*.client.example/cb',
      `${CALLBACK}?code=1`,
      `${CALLBACK}?iss=1`,
      'javascript:alert(1)',
      'vscode://vendor/cb',
      'https://müller.example/cb',
      '',
    ].map(
      (uri) =>
        [
          `the redirect URI ${JSON.stringify(uri)}`,
          'invalid_redirect_uri',
          { redirect_uris: [CALLBACK, uri] },
        ] as const,
    ),
    ['a list', 'invalid_client_metadata', []],
    ['null', 'invalid_client_metadata', null],
    ['a text', 'invalid_client_metadata', 'x'],
    ['redirect_uris that is text', 'invalid_client_metadata', { redirect_uris: CALLBACK }],
    [
      'an unsupported method (AS-24)',
      'invalid_client_metadata',
      { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt' },
    ],
    [
      'an unsupported grant type (AS-25)',
      'invalid_client_metadata',
      { redirect_uris: [CALLBACK], grant_types: ['implicit'] },
    ],
    [
      'an unsupported response type',
      'invalid_client_metadata',
      { redirect_uris: [CALLBACK], response_types: ['token'] },
    ],
    ['a name with U+0000', 'invalid_client_metadata', { redirect_uris: [CALLBACK], client_name: 'a\0b' }],
    ['half a surrogate pair', 'invalid_client_metadata', { redirect_uris: [CALLBACK], client_name: 'a\ud800' }],
  ];

  for (const [why, error, metadata] of INVALID) {
    it(`${why}: 400 ${error}`, async () => expectError(await register(metadata), 400, error));
  }

  for (const [why, body] of [
    ['not JSON', '{'],
    ['empty', ''],
    ['a form', 'redirect_uris=x'],
    ['not UTF-8', Buffer.from('{"redirect_uris":["https://a.example/\xff"]}', 'latin1')],
    ['deeply nested', '['.repeat(2000)],
    ['ambiguous (AS-213)', '{"redirect_uris":["https://a.example/"],"redirect\\u005furis":["https://b.example/"]}'],
  ] as const) {
    it(`a body that is ${why}: 400 invalid_client_metadata`, async () =>
      expectError(await raw(body, 'application/json'), 400, 'invalid_client_metadata'));
  }

  it('describes the error in a body that cannot be parsed (RFC 7591 §3.2.2: error_description)', async () => {
    const description = async (body: string): Promise<unknown> =>
      (await raw(body, 'application/json')).json().error_description;
    expect(await description('{')).to.equal('The body is not valid JSON in UTF-8.');
    expect(await description(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).to.match(
      /^The body nests objects and arrays/,
    );
  });

  for (const contentType of [
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data',
  ]) {
    it(`returns 415 for the content type ${String(contentType)} (AS-21)`, async () =>
      expectError(
        await raw(JSON.stringify({ redirect_uris: [CALLBACK] }), contentType),
        415,
        'invalid_client_metadata',
      ));
  }

  for (const contentType of [
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json ;charset="UTF-8"',
  ]) {
    it(`accepts content type ${contentType} as JSON (RFC 9110 §8.3.1)`, async () =>
      expect(
        (await raw(JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }), contentType))
          .status,
      ).to.equal(201));
  }

  it('accepts a body of register_max_body_bytes, and returns 413 for one byte more (AS-22)', async () => {
    const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', unknown: '' };
    const body = (length: number) => {
      const padding = length - JSON.stringify(metadata).length;
      return JSON.stringify({ ...metadata, unknown: 'x'.repeat(padding) });
    };
    expect((await raw(body(4096), 'application/json')).status).to.equal(201);
    expectError(await raw(body(4097), 'application/json'), 413, 'invalid_request');
  });

  it('a rejected registration reaches neither the host nor the store', async () => {
    const before = stack.host.transactions();
    for (const [, , metadata] of INVALID) await register(metadata);
    expect(stack.host.transactions()).to.equal(before);
  });

  it('CheckRedirectUri and GenerateCredentials follow the same rules (AS-33)', async () => {
    for (const uri of [CALLBACK, 'cursor://host/cb', 'http://127.0.0.1.evil.test/', `${CALLBACK}#`]) {
      const { reason } = await stack.consent.checkRedirectUri(uri);
      const { status } = await register({ redirect_uris: [uri], token_endpoint_auth_method: 'none' });
      expect(reason === '').to.equal(status === 201);
    }
    const credentials = await stack.consent.generateCredentials('TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST');
    expect(credentials.clientSecret).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(credentials.clientSecretHash).to.have.length(32);
    expect((await stack.consent.generateCredentials('TOKEN_ENDPOINT_AUTH_METHOD_NONE')).clientSecret).to.equal('');
    stack.flow.secrets.add(credentials.clientSecret);
  });
});

describe('register: the cap (AS-29, AS-30)', () => {
  const oauth = { dcrClientCap: 3, dcrUnconsentedSweepAge: '1h' } as const;

  it('returns 503 temporarily_unavailable without Retry-After at the cap; a revoked client makes room (AS-29)', async () => {
    const stack = await startStack({ shared: true, oauth });
    const clients = [await stack.flow.register(), await stack.flow.register(), await stack.flow.register()];
    const refused = await sendJson(stack.flow.url('register'), { redirect_uris: [CALLBACK] });
    expectError(refused, 503, 'temporarily_unavailable');
    expect(refused.headers).not.to.have.property('retry-after');
    await stack.host.revokeClient(clients[0]!.clientId);
    await stack.flow.register();
    await stack.stop();
  });

  it('removes only old clients without consent, in the same transaction (AS-30)', async () => {
    const stack = await startStack({ shared: true, oauth });
    const [consented, old, young] = [
      await stack.flow.register(),
      await stack.flow.register(),
      await stack.flow.register(),
    ];
    await stack.flow.code(consented);
    const longAgo = Date.now() - 2 * 3_600_000;
    for (const { clientId } of [consented, old]) {
      await stack.host.execute(
        `update gatehouse_clients set registered_at = ${longAgo} where client_id = '${clientId}'`,
      );
    }
    const transactions = stack.host.transactions();
    await stack.flow.register();
    expect(stack.host.transactions()).to.equal(transactions + 1);
    expect((await stack.flow.authorize(old)).status).to.equal(400);
    for (const client of [consented, young]) expect((await stack.flow.authorize(client)).status).to.equal(302);
    await stack.stop();
  });

  it('with evict_oldest_unconsented_at_cap, evicts the oldest client without consent, and never one with consent (AS-31)', async () => {
    const stack = await startStack({ shared: true, oauth: { ...oauth, evictOldestUnconsentedAtCap: true } });
    const [consented, oldest, younger] = [
      await stack.flow.register(),
      await stack.flow.register(),
      await stack.flow.register(),
    ];
    await stack.flow.code(consented);
    let at = Date.now() - 60_000;
    for (const { clientId } of [consented, oldest, younger]) {
      await stack.host.execute(
        `update gatehouse_clients set registered_at = ${(at += 1000)} where client_id = '${clientId}'`,
      );
    }
    const newest = await stack.flow.register();
    expect((await stack.flow.authorize(oldest)).status).to.equal(400);
    for (const client of [younger, newest]) await stack.flow.code(client);
    expectError(
      await sendJson(stack.flow.url('register'), { redirect_uris: [CALLBACK] }),
      503,
      'temporarily_unavailable',
    );
    await stack.stop();
  });

  it('with evict_oldest_unconsented_at_cap, evicts no client that the application has created (AS-31)', async () => {
    const stack = await startStack({ shared: true, oauth: { ...oauth, evictOldestUnconsentedAtCap: true } });
    const [own, oldest] = [await stack.flow.register(), await stack.flow.register()];
    await stack.flow.register();
    const change = `registered_at = ${Date.now() - 60_000}, self_registered = 0`;
    await stack.host.execute(`update gatehouse_clients set ${change} where client_id = '${own.clientId}'`);
    await stack.flow.register();
    expect((await stack.flow.authorize(own)).status).to.equal(302);
    expect((await stack.flow.authorize(oldest)).status).to.equal(400);
    await stack.stop();
  });
});

function expectError(answer: Answer, status: number, error: string): void {
  expect(answer.status, answer.body).to.equal(status);
  expect(answer.json().error).to.equal(error);
  expect(answer.json().error_description).to.match(/^[ !#-[\]-~]+$/);
  expect(answer.headers['cache-control']).to.equal('no-store');
  expect(answer.headers['access-control-allow-origin']).to.equal('*');
}
