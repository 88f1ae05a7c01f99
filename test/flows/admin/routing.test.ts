import { expect } from 'chai';
import { connect } from 'node:net';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { send, type Answer } from '../../support/http-client.js';

describe('paths and methods below the admin prefix (AD-40, AD-42)', () => {
  let stack: AdminStack;
  let root: ApiClient;
  before(async () => {
    stack = await startAdminStack({ shared: true });
    root = await stack.signIn('superuser');
  });
  after(() => stack.stop());

  const UNMATCHED = [
    '',
    '/',
    '/x',
    '/auth',
    '/auth/login/',
    '/acme',
    '/acme/shop',
    '/acme/shop/none',
    '/Acme/shop/items',
    '/acme/shop/items/1/x',
    '/settings/none',
    '/acme/shop/items/schema/x',
    '/%2e%2e/x',
    '//auth/me',
  ];
  for (const path of UNMATCHED) {
    it(`${path === '' ? 'the base itself' : path}: the not_found envelope, for guests as well (AD-42)`, async () => {
      for (const client of [stack.guest, root]) {
        expectRefused(await client.get(path), 404, 'not_found');
        expectRefused(await client.post(path, {}), 404, 'not_found');
      }
    });
  }

  it('returns 405 with Allow for another method on an existing path (AD-42)', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/acme/shop/items', ['GET', 'HEAD', 'POST']],
      ['GET', '/auth/login', ['POST']],
      ['POST', '/auth/me', ['GET', 'HEAD']],
      ['PATCH', '/acme/shop/items/1', ['GET', 'HEAD', 'PUT', 'DELETE']],
    ] as const) {
      const answer = await root.request(method, path, method === 'GET' ? undefined : {});
      expectRefused(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow?.split(', ')).to.include.members([...allow]);
    }
  });

  it('HEAD is GET without a body', async () => {
    const [got, head] = [await root.get('/acme/shop/items'), await root.request('HEAD', '/acme/shop/items')];
    expect([head.status, head.body]).to.deep.equal([200, '']);
    expect(head.headers['content-type']).to.equal(got.headers['content-type']);
    expect((await stack.guest.request('HEAD', '/acme/shop/items')).status).to.equal(401);
  });

  it('allows no other origin: OPTIONS grants nothing, and answers have no CORS headers', async () => {
    const foreign = root.with({ origin: 'https://evil.example', 'access-control-request-method': 'PUT' });
    for (const answer of [
      await foreign.request('OPTIONS', '/acme/shop/items/1'),
      await foreign.get('/acme/shop/items'),
    ]) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).to.deep.equal([]);
    }
  });

  it('returns 404 for an impossible id, never a failure', async () => {
    for (const id of [
      '0',
      '-1',
      '1.0',
      '1e0',
      '%00',
      'a'.repeat(300),
      '%ff',
      "1'--",
      '99999999999999999999',
      '9007199254740993',
      '%F0%9F%98%80',
      '01',
      ' 1',
      '1%20',
    ]) {
      expectRefused(await root.get(`/acme/shop/items/${id.replace(' ', '%20')}`), 404, 'not_found');
      expectRefused(await root.delete(`/acme/shop/items/${id.replace(' ', '%20')}`), 404, 'not_found');
      expectRefused(await root.get(`/acme/shop/items/${id.replace(' ', '%20')}/relations/tags`), 404, 'not_found');
    }
  });

  describe('the single-page application', () => {
    for (const path of [
      '',
      '/',
      '/acme/shop/items',
      '/acme/shop/items/update/1',
      '/apix',
      '/API/v1/x',
      '/assets',
      '/assets/acme/shop/controllers/items/config_list.yaml',
      '/assets/acme/shop/js/undeclared.js',
      '/assets/acme/shop/js/WIDGETS.js',
      '/assets/acme/shop/js/',
      '/assets/acme/shop/js/widgets.js/',
      '/assets/acme/shop/css/%2e%2e/js/widgets.js',
      '/assets/acme/shop/js/..%2f..%2fcontrollers/items/config_list.yaml',
      '/assets/acme/shop/js/widgets.js%00',
    ]) {
      it(`is served at ${path === '' ? 'the prefix' : path} (AD-40)`, async () => {
        const answer = await send(stack.backend, { target: `/backend${path}` });
        expect(answer.status, path).to.equal(200);
        expect(answer.headers['content-type']).to.equal('text/html; charset=utf-8');
        expect(answer.headers['content-security-policy']).to.contain("script-src 'self'").and.not.contain('unsafe');
        expect(answer.headers['x-content-type-options']).to.equal('nosniff');
        expect(answer.body).to.match(/^<!doctype html>/i);
        expect(answer.body).not.to.match(/<script(?![^>]*src)|modelClass|undeclared/);
      });
    }

    it('returns 404 for a file that its build does not have, never the page (docs/decisions/single-page-application.md)', async () => {
      for (const path of ['/assets/..%2f..%2fpackage.json', '/assets/index-00000000.js']) {
        const answer = await send(stack.backend, { target: `/backend${path}` });
        expect([answer.status, answer.headers['content-type']], path).to.deep.equal([404, 'text/plain; charset=utf-8']);
      }
    });

    it('paths with raw dot segments reach no other file (AD-40)', async () => {
      for (const target of [
        '/backend/assets/acme/shop/js/../../../../../package.json',
        '/backend/assets/acme/shop/../../../plugins',
        '/backend/./assets/acme/shop/js/../js/undeclared.js',
      ]) {
        const answer = await raw(stack, target);
        expect(answer).not.to.match(/modelClass|"version"|nobody declared/);
      }
    });
  });

  describe('controller assets (AD-160 to AD-162)', () => {
    let scripts: string[];
    let styles: string[];
    before(async () => {
      ({ scripts, styles } = (await root.get('/acme/shop/items/schema/list')).data.assets);
    });
    const asset = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
      send(new URL(stack.backend).origin + url, { headers, method });

    it('list and form schema always have them as arrays, empty if there are none (AD-32)', async () => {
      expect(scripts).to.have.length(1);
      expect(scripts[0]).to.match(/^\/backend\/assets\/acme\/shop\/js\/widgets\.js\?v=[0-9a-f]{12}$/);
      expect(styles[0]).to.match(/^\/backend\/assets\/acme\/shop\/css\/shop\.css\?v=[0-9a-f]{12}$/);
      expect((await root.get('/acme/shop/items/schema/form')).data.assets).to.deep.equal({ scripts, styles });
      expect((await root.get('/acme/shop/categories/schema/list')).data.assets).to.deep.equal({
        scripts: [],
        styles: [],
      });
    });

    it('are public, with type, ETag and security headers (AD-162)', async () => {
      for (const [url, type, text] of [
        [scripts[0]!, /^text\/javascript/, 'customElements'],
        [styles[0]!, /^text\/css/, '.acme-shop'],
      ] as const) {
        const answer = await asset(url);
        expect(answer.status).to.equal(200);
        expect(answer.body).to.contain(text);
        expect(answer.headers['content-type']).to.match(type);
        expect(answer.headers).to.include({
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-cache',
        });
        expect(answer.headers['content-security-policy']).to.contain("script-src 'self'");
        expect(answer.headers.etag).to.match(/^"[\w+/=-]{43,64}"$/);
      }
    });

    it('conditional requests return 304 without a body; HEAD is GET without a body; other methods return 405 (AD-162)', async () => {
      const { headers } = await asset(scripts[0]!);
      for (const etag of [headers.etag!, `W/${headers.etag}`, `"x", ${headers.etag}`, '*']) {
        const answer = await asset(scripts[0]!, { 'if-none-match': etag });
        expect([answer.status, answer.body], etag).to.deep.equal([304, '']);
        expect(answer.headers.etag).to.equal(headers.etag);
      }
      expect((await asset(scripts[0]!, { 'if-none-match': '"other"' })).status).to.equal(200);
      const head = await asset(scripts[0]!, {}, 'HEAD');
      expect([head.status, head.body]).to.deep.equal([200, '']);
      expect(head.headers.etag).to.equal(headers.etag);
      expect((await asset(scripts[0]!, { 'content-length': '0' }, 'POST')).status).to.equal(405);
    });

    it('ignores the version in the query, and serves the current file', async () => {
      expect((await asset(scripts[0]!.replace(/v=.*/, 'v=000000000000'))).body).to.contain('customElements');
      expectOk(await root.get('/auth/me'));
    });
  });
});

/** A request target that no URL parser has normalized. */
function raw(stack: AdminStack, target: string): Promise<string> {
  const { hostname, port } = new URL(stack.backend);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
    });
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.once('close', () => resolve(text)).once('error', reject);
  });
}
