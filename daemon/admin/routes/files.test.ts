import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { IncomingRequest } from '../../http/request.js';
import { BUILD_PLACEHOLDER, PREFIX_PLACEHOLDER } from '../api/page.js';
import { applicationRoutes, buildOf, readApplication } from './files.js';

describe('admin: application: the built single-page application', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-spa-'));
    mkdirSync(join(folder, 'assets'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (files: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  };

  it('reads the page, and every file with its content type and its compressed variants', () => {
    write({
      'index.html': '<!doctype html>',
      'assets/index-1.js': 'js',
      'assets/index-1.js.br': 'br',
      'assets/index-1.js.gz': 'gz',
      'assets/index-2.css': 'css',
      'assets/icon-3.svg': '<svg/>',
    });
    const { page, files } = readApplication(folder);
    expect(page).to.equal('<!doctype html>');
    expect(files).to.deep.equal([
      { path: 'assets/icon-3.svg', contentType: 'image/svg+xml', bytes: Buffer.from('<svg/>'), packed: {} },
      {
        path: 'assets/index-1.js',
        contentType: 'text/javascript; charset=utf-8',
        bytes: Buffer.from('js'),
        packed: { br: Buffer.from('br'), gzip: Buffer.from('gz') },
      },
      { path: 'assets/index-2.css', contentType: 'text/css; charset=utf-8', bytes: Buffer.from('css'), packed: {} },
    ]);
  });

  it('stops the daemon if the build is missing, and tells the operator what to do', () => {
    expect(() => readApplication(join(folder, 'none'))).to.throw(
      /not built: .*index\.html does not exist; run make build/,
    );
  });

  it('rejects a file whose content type it does not know', () => {
    write({ 'index.html': '', 'assets/data-1.bin': '' });
    expect(() => readApplication(folder)).to.throw('data-1.bin');
  });

  it('finds the complete build beside the compiled daemon: page, and compressed scripts and styles', () => {
    const { page, files } = readApplication();
    expect(page).to.contain(`${PREFIX_PLACEHOLDER}/assets/`);
    expect(page).to.contain(`name="gatehouse-prefix" content="${PREFIX_PLACEHOLDER}"`);
    expect(page).to.contain(`name="gatehouse-build" content="${BUILD_PLACEHOLDER}"`);
    for (const { path, packed, bytes } of files) {
      expect(path).to.match(/^assets\/[\w-]+-[\w-]{8}\.\w+$/);
      // Fonts are compressed in themselves.
      if (path.endsWith('.woff2')) expect(packed, path).to.deep.equal({});
      else if (bytes.length >= 1024) expect(packed, path).to.have.all.keys('br', 'gzip');
    }
  });
});

const PAGE =
  '<!doctype html><meta name="gatehouse-build" content="__build__" /><script type="module" src="/__prefix__/assets/index-1.js"></script>';
const APPLICATION = {
  page: PAGE,
  files: [
    {
      path: 'assets/index-1.js',
      contentType: 'text/javascript; charset=utf-8',
      bytes: Buffer.from('as it is'),
      packed: { br: Buffer.from('in br'), gzip: Buffer.from('in gzip') },
    },
    { path: 'assets/icon-2.svg', contentType: 'image/svg+xml', bytes: Buffer.from('<svg/>'), packed: {} },
  ],
};
const routes = applicationRoutes('/office/admin', APPLICATION, { body: {}, files: [] });

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const route = routes.find((one) => one.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  const request = new IncomingRequest('GET', path, '', new Map(Object.entries(headers)), '127.0.0.1');
  const { status, headers: sent, body } = await route.handle(request, { requestId: 'r' }, new Map());
  return { status, headers: Object.fromEntries(sent), body };
}

describe('admin: application (AD-40)', () => {
  const SCRIPT = '/office/admin/assets/index-1.js';

  it('has one route per file, and the page for the prefix and everything below', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      `GET ${SCRIPT}`,
      'GET /office/admin/assets/icon-2.svg',
      'GET /office/admin/assets/:file',
      'GET /office/admin',
      'GET /office/admin/*',
    ]);
  });

  it('lets caches keep files indefinitely, with the security headers of everything that a browser may run', async () => {
    const { status, headers, body } = await get(SCRIPT);
    expect([status, String(body)]).to.deep.equal([200, 'as it is']);
    expect(headers).to.include({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Accept-Encoding',
    });
    expect(headers).not.to.have.property('content-encoding');
    expect(headers['content-security-policy']).to.contain("script-src 'self'").and.not.contain('unsafe');
  });

  it('returns an uncacheable 404 for a file of another build (docs/decisions/single-page-application.md)', async () => {
    const { status, headers, body } = await get('/office/admin/assets/:file');
    expect(status).to.equal(404);
    expect(headers).to.include({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
    expect(String(body)).to.contain('Reload the page');
  });

  it('names its build in the page: another one if the page names other files', async () => {
    const { body } = await get('/office/admin');
    const build = buildOf({ page: PAGE, files: [] });
    expect(build).to.match(/^[0-9a-f]{16}$/);
    expect(String(body)).to.contain(`<meta name="gatehouse-build" content="${build}" />`);
    expect(buildOf({ page: PAGE.replace('index-1', 'index-2'), files: [] })).not.to.equal(build);
  });

  it('sends the files that the build compressed, in the coding that the client prefers (RFC 9110 §12.5.3)', async () => {
    for (const [accepted, coding, sent] of [
      ['gzip, deflate, br', 'br', 'in br'],
      ['gzip', 'gzip', 'in gzip'],
      ['br;q=0.1, gzip', 'gzip', 'in gzip'],
      ['br;q=0, gzip;q=0', undefined, 'as it is'],
    ] as const) {
      const { headers, body } = await get(SCRIPT, { 'accept-encoding': accepted });
      expect([headers['content-encoding'], String(body)], accepted).to.deep.equal([coding, sent]);
    }
    const icon = await get('/office/admin/assets/icon-2.svg', { 'accept-encoding': 'br' });
    expect([icon.headers['content-encoding'], String(icon.body)]).to.deep.equal([undefined, '<svg/>']);
  });

  it('gives every coding its own tag, and returns 304 only for the coding that the client has (RFC 9110 §8.8.3.3)', async () => {
    const codings = ['br', 'gzip', 'identity'];
    const tags = await Promise.all(
      codings.map(async (coding) => (await get(SCRIPT, { 'accept-encoding': coding })).headers['etag'] ?? ''),
    );
    expect(new Set(tags).size).to.equal(3);
    for (const [index, coding] of codings.entries()) {
      for (const [other, tag] of tags.entries()) {
        const { status, headers, body } = await get(SCRIPT, { 'accept-encoding': coding, 'if-none-match': tag });
        expect(status, `${coding} with ${tag}`).to.equal(index === other ? 304 : 200);
        if (status !== 304) continue;
        expect(body).to.equal(undefined);
        expect(headers).to.include({ etag: tag, vary: 'Accept-Encoding' }).and.to.have.property('cache-control');
      }
    }
  });

  it('inserts the prefix into the page, requires revalidation before each use, and compresses it', async () => {
    const page = PAGE.replaceAll('/__prefix__', '/office/admin').replace(
      '__build__',
      buildOf({ page: PAGE, files: [] }),
    );
    for (const [coding, unpack] of [
      ['identity', (bytes: Buffer) => bytes],
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { headers, body } = await get('/office/admin/*', { 'accept-encoding': coding });
      expect(unpack(body as Buffer).toString(), coding).to.equal(page);
      expect(headers).to.include({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      expect(headers['content-security-policy']).to.contain("script-src 'self'").and.not.contain('unsafe');
      const again = await get('/office/admin', { 'accept-encoding': coding, 'if-none-match': headers['etag'] ?? '' });
      expect([again.status, again.body], coding).to.deep.equal([304, undefined]);
    }
  });
});
