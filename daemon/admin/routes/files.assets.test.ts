import { expect } from 'chai';
import { IncomingRequest } from '../../http/request.js';
import { compileSmall, pluginFiles, registrationWith } from '../testing/small-plugin.js';
import { assetRoutes } from './files.js';

const { schema } = compileSmall(
  pluginFiles({
    'plugins/acme/blog/assets/css/meter.css': 'p{}',
    'plugins/acme/blog/assets/js/secret.js': 'not declared',
  }),
  registrationWith({ assets: { scripts: ['js/meter.js'], styles: ['css/meter.css'] } }),
);
const routes = assetRoutes('/backend', schema.assets.values());
const [asset] = schema.assets.values();

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const route = routes.find((one) => one.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  const request = new IncomingRequest('GET', path, 'v=old', new Map(Object.entries(headers)), '127.0.0.1');
  const { status, headers: sent, body } = await route.handle(request, { requestId: 'r' }, new Map());
  return { status, headers: Object.fromEntries(sent), body };
}

describe('admin: assets (AD-160 to AD-162)', () => {
  it('serves exactly the files that controllers declare (AD-160)', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'GET /backend/assets/acme/blog/js/meter.js',
      'GET /backend/assets/acme/blog/css/meter.css',
    ]);
  });

  it('returns the bytes with all headers, under the URL in the schema (AD-162)', async () => {
    const { status, headers, body } = await get('/backend/assets/acme/blog/js/meter.js');
    expect(status).to.equal(200);
    expect(String(body)).to.equal('export {};\n');
    expect(headers).to.include({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${asset?.sha256 ?? ''}"`,
    });
    expect(headers['content-security-policy']).to.include("script-src 'self'").and.not.to.include('unsafe');
    expect(asset?.url).to.equal(`/backend/assets/acme/blog/js/meter.js?v=${asset?.sha256.slice(0, 12) ?? ''}`);
    expect((await get('/backend/assets/acme/blog/css/meter.css')).headers).to.include({
      'content-type': 'text/css; charset=utf-8',
    });
  });

  it('returns 304 without a body if the condition matches, and the file otherwise', async () => {
    const path = '/backend/assets/acme/blog/js/meter.js';
    const etag = asset?.etag ?? '';
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, body } = await get(path, { 'if-none-match': condition });
      expect([status, body, headers['etag']], condition).to.deep.equal([304, undefined, etag]);
    }
    for (const condition of ['"other"', '', etag.slice(1, -1)]) {
      expect((await get(path, { 'if-none-match': condition })).status, condition).to.equal(200);
    }
  });

  it('returns a fault without an envelope, and echoes nothing', () => {
    const request = new IncomingRequest('GET', '/', '', new Map(), '127.0.0.1');
    const response = routes[0]?.fault(new Error('secret'), request, { requestId: 'r' });
    expect(response).to.include({ status: 500 });
    expect(String(response?.body)).not.to.include('secret');
  });
});
