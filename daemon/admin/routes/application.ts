import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Header } from '../../http/response.js';
import type { HandlerRoute } from '../../http/route.js';
import type { Application } from '../assets/application.js';
import { ADMIN_CSP, SAME_ORIGIN } from './headers.js';
import { packedFile } from './packed-file.js';
import { plainFaults } from './plain-faults.js';

/** What the build writes where the prefix belongs: daemon/spa/vite.config.ts. */
const PREFIX_PLACEHOLDER = '/__prefix__';

/** The name changes with the content, so that a copy never has to be checked. */
const FOR_EVER: Header = ['cache-control', 'public, max-age=31536000, immutable'];

/** Names the files of one build: a copy is checked before it is used. */
const CHECKED: Header = ['cache-control', 'no-cache'];

const HTML: Header = ['content-type', 'text/html; charset=utf-8'];

/**
 * The single-page application: its files, and its page for the prefix and for every path below it that nothing else answers;
 * which screen that shows, its own router decides.
 */
export function applicationRoutes(prefix: string, { page, files }: Application): HandlerRoute[] {
  const bytes = Buffer.from(page.replaceAll(PREFIX_PLACEHOLDER, prefix));
  const shell = packedFile({
    bytes,
    packed: { br: brotliCompressSync(bytes), gzip: gzipSync(bytes) },
    headers: [HTML, CHECKED, SAME_ORIGIN, ADMIN_CSP],
  });
  return [
    ...files.map(({ path, contentType, ...file }) =>
      fileRoute(
        'admin.application',
        `${prefix}/${path}`,
        packedFile({ ...file, headers: [['content-type', contentType], FOR_EVER, SAME_ORIGIN, ADMIN_CSP] }),
      ),
    ),
    ...[prefix, `${prefix}/*`].map((path) => fileRoute('admin.shell', path, shell)),
  ];
}

function fileRoute(name: string, path: string, handle: HandlerRoute['handle']): HandlerRoute {
  return { ...plainFaults, name, method: 'GET', path, cors: false, maxBodyBytes: 0, handle };
}
