import { expect } from 'chai';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';

interface Raw {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** The answer as sent: not decompressed. */
function raw(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    httpGet(url, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

for (const engine of ['uws', 'node'] as const) {
  describe(`the files of the single-page application, over ${engine} (AD-163)`, () => {
    let stack: AdminStack;
    let page: string;
    let files: string[];
    before(async () => {
      stack = await startAdminStack({ engine, config: { 'backend.uri': '/office/admin' } });
      const origin = new URL(stack.backend).origin;
      page = `${origin}/office/admin`;
      const html = (await raw(page)).bytes.toString();
      files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => origin + (path ?? ''));
    });
    after(() => stack.stop());

    it('the page refers to its files below the configured prefix, and has no inline code', async () => {
      const html = (await raw(page)).bytes.toString();
      expect(html).to.contain('<meta name="gatehouse-prefix" content="/office/admin" />').and.not.contain('__prefix__');
      expect(html).not.to.match(/<style|<script(?![^>]* src=)| style=| on\w+=/);
      expect(files).to.have.length.greaterThanOrEqual(3);
      for (const file of files) expect(file).to.match(/\/office\/admin\/assets\/[\w-]+-[\w-]{8}\.(js|css|svg|woff2)$/);
    });

    it('each file is cacheable permanently, and has its type and the security headers for executable content', async () => {
      const types = {
        js: 'text/javascript; charset=utf-8',
        css: 'text/css; charset=utf-8',
        svg: 'image/svg+xml',
        woff2: 'font/woff2',
      };
      for (const file of files) {
        const { status, headers } = await raw(file);
        expect(status, file).to.equal(200);
        expect(headers).to.include({
          'content-type': types[file.split('.').at(-1) as keyof typeof types],
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          vary: 'Accept-Encoding',
        });
        expect(headers['content-security-policy']).to.match(
          /^default-src 'none'; script-src 'self'; style-src 'self';/,
        );
      }
    });

    it('page and files use the encoding that the client accepts, with the length of the encoded body', async () => {
      for (const url of [page, ...files.filter((file) => /\.(?:js|css)$/.test(file))]) {
        const { bytes } = await raw(url);
        // Smaller files are not worth compressing.
        if (url !== page && bytes.length < 1024) continue;
        for (const [coding, unpack] of [
          ['br', brotliDecompressSync],
          ['gzip', gunzipSync],
        ] as const) {
          const answer = await raw(url, { 'accept-encoding': `deflate, ${coding};q=0.7, identity;q=0.1` });
          expect(answer.headers['content-encoding'], url).to.equal(coding);
          expect(answer.headers['content-length']).to.equal(String(answer.bytes.length));
          expect(unpack(answer.bytes).equals(bytes), url).to.equal(true);
        }
      }
    });

    it('conditional requests return 304 without a body; HEAD is GET without a body; other methods return 405', async () => {
      for (const url of [page, ...files]) {
        const accept = { 'accept-encoding': 'br' };
        const { headers, bytes } = await raw(url, accept);
        const again = await raw(url, { ...accept, 'if-none-match': headers.etag ?? '' });
        expect([again.status, again.bytes.length, again.headers.etag], url).to.deep.equal([304, 0, headers.etag]);
        expect(again.headers.vary).to.equal('Accept-Encoding');
        const head = await raw(url, accept, 'HEAD');
        expect([head.status, head.bytes.length, head.headers['content-length']], url).to.deep.equal([
          200,
          0,
          String(bytes.length),
        ]);
        expect((await raw(url, { 'content-length': '0' }, 'DELETE')).status, url).to.equal(405);
      }
    });

    it('no other file of the build is reachable, including compressed copies: returns the page, or 404 for file names', async () => {
      for (const path of [`${page}/licenses.md`, `${page}/index.html`]) {
        const { status, headers } = await raw(path);
        expect([status, headers['content-type']], path).to.deep.equal([200, 'text/html; charset=utf-8']);
      }
      for (const path of [`${files[0] ?? ''}.br`, `${page}/assets/x.js`]) {
        const { status, headers } = await raw(path);
        expect([status, headers['cache-control']], path).to.deep.equal([404, 'no-store']);
      }
    });
  });
}
