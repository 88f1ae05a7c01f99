import { expect } from 'chai';
import { send } from '../support/http-client.js';
import { startStack, type Stack } from '../support/stack.js';

describe('metadata (AS-10 to AS-17; RFC 8414, RFC 9728)', () => {
  let stack: Stack;
  before(async () => (stack = await startStack({ shared: true, issuerPath: '/tenant', resourcePath: '/tenant/mcp' })));
  after(() => stack.stop());

  const SERVER = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/tenant'];
  const RESOURCE = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/tenant/mcp'];

  it('serves the same bytes at the root form and at the path-inserted form (AS-11, AS-12; RFC 8414 §3.1)', async () => {
    const [root, inserted] = await Promise.all(SERVER.map((path) => send(stack.gatehouse.origin + path)));
    expect(root!.status).to.equal(200);
    expect(inserted!.body).to.equal(root!.body);
    const issuer = `${stack.gatehouse.origin}/tenant`;
    expect(root!.json()).to.deep.include({
      issuer,
      authorization_endpoint: `${issuer}/oauth/mcp/authorize`,
      token_endpoint: `${issuer}/oauth/mcp/token`,
      registration_endpoint: `${issuer}/oauth/mcp/register`,
      revocation_endpoint: `${issuer}/oauth/mcp/revoke`,
      service_documentation: `${issuer}/help`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('every advertised endpoint exists (AS-15)', async () => {
    const metadata = (await send(stack.gatehouse.origin + SERVER[0]!)).json();
    for (const member of ['token_endpoint', 'registration_endpoint', 'revocation_endpoint']) {
      expect((await send(metadata[member] as string, { method: 'POST' })).status, member).to.be.oneOf([400, 415]);
    }
    expect((await send(metadata.authorization_endpoint as string)).status).to.equal(400);
  });

  it('serves the document of the protected resource with a slash at the end too, which RFC 9728 §3.1 keeps (AS-16)', async () => {
    const [root, inserted] = [RESOURCE[0]!, `${RESOURCE[1]!}/`];
    const { status, body } = await send(stack.gatehouse.origin + inserted);
    expect([status, body]).to.deep.equal([200, (await send(stack.gatehouse.origin + root)).body]);
  });

  it('serves the document of the protected resource at both forms (AS-16; RFC 9728 §3.1)', async () => {
    const [root, inserted] = await Promise.all(RESOURCE.map((path) => send(stack.gatehouse.origin + path)));
    expect(inserted!.body).to.equal(root!.body);
    expect(root!.json()).to.deep.include({
      resource: `${stack.gatehouse.origin}/tenant/mcp`,
      authorization_servers: [`${stack.gatehouse.origin}/tenant`],
    });
  });

  for (const path of [...SERVER, ...RESOURCE]) {
    it(`${path}: returns JSON with CORS for any origin; HEAD is GET without a body (AS-17, AS-18)`, async () => {
      const url = stack.gatehouse.origin + path;
      const get = await send(url, { headers: { origin: 'https://inspector.example' } });
      expect(get.headers['content-type']).to.match(/^application\/json/);
      expect(get.headers['access-control-allow-origin']).to.equal('*');
      const head = await send(url, { method: 'HEAD' });
      expect(head.status).to.equal(200);
      expect(head.body).to.equal('');
      expect(head.headers['content-length']).to.equal(String(Buffer.byteLength(get.body)));
    });
  }

  for (const path of [
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/tenant',
    '/tenant/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/other',
    '/.well-known/oauth-protected-resource/other',
    '/.well-known/oauth-authorization-server/tenant/',
  ]) {
    it(`${path} returns 404, so that discovery continues, also in a page (AS-14, AS-18)`, async () => {
      for (const [method, status] of [
        ['GET', 404],
        ['HEAD', 404],
        ['OPTIONS', 204],
      ] as const) {
        const answer = await send(stack.gatehouse.origin + path, { method });
        expect([answer.status, answer.headers['access-control-allow-origin']], method).to.deep.equal([status, '*']);
      }
    });
  }

  it('returns 405 with Allow for other methods', async () => {
    const { status, headers } = await send(stack.gatehouse.origin + SERVER[0]!, { method: 'POST', body: '' });
    expect(status).to.equal(405);
    expect(headers.allow).to.match(/GET/).and.to.match(/HEAD/);
  });
});

describe('an issuer and a resource whose paths look like patterns of routes (AS-2, AS-14)', () => {
  let stack: Stack;
  before(
    async () => (stack = await startStack({ shared: true, issuerPath: '/:team', resourcePath: '/:team/*/mcp*/' })),
  );
  after(() => stack.stop());

  it('serves exactly these paths', async () => {
    const [server, resource] = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'];
    for (const [path, status] of [
      [`${server}/:team`, 200],
      [`${server}/a`, 404],
      [`${resource}/:team/*/mcp*`, 200],
      [`${resource}/:team/*/mcp*/`, 200],
      [`${resource}/a/*/mcp*`, 404],
      [`${resource}/:team/a/mcp*`, 404],
      ['/:team/oauth/mcp/authorize', 400],
      ['/a/oauth/mcp/authorize', 404],
    ] as const) {
      expect((await send(stack.gatehouse.origin + path)).status, path).to.equal(status);
    }
  });

  it('issues tokens there', async () => {
    const client = await stack.flow.register();
    expect((await stack.flow.tokens(client)).access_token).to.match(/./);
  });
});
