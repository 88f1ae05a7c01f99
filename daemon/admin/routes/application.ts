import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Header, Response } from '../../http/response.js';
import type { HandlerRoute } from '../../http/route.js';
import type { Application } from '../assets/application.js';
import { ADMIN_CSP, SAME_ORIGIN } from './headers.js';
import { packedFile } from './packed-file.js';
import { plainFaults } from './plain-faults.js';

/** What the build writes where the prefix belongs: daemon/spa/vite.config.ts. */
const PREFIX_PLACEHOLDER = '/__prefix__';
/** Likewise, where the page names its build: daemon/spa/index.html. */
const BUILD_PLACEHOLDER = '__build__';

/** The name changes with the content, so that a copy never has to be checked. */
const FOR_EVER: Header = ['cache-control', 'public, max-age=31536000, immutable'];

/** Names the files of one build: a copy is checked before it is used. */
const CHECKED: Header = ['cache-control', 'no-cache'];

const HTML: Header = ['content-type', 'text/html; charset=utf-8'];

/** Names the build: the page names every file it starts with by a hash of its content. */
export function buildOf({ page }: Application): string {
  return createHash('sha256').update(page).digest('hex').slice(0, 16);
}

/**
 * The single-page application: its files, and its page for the prefix and for every path below it that nothing else answers;
 * which screen that shows, its own router decides.
 */
export function applicationRoutes(prefix: string, application: Application): HandlerRoute[] {
  const { page, files } = application;
  const filled = page.replaceAll(PREFIX_PLACEHOLDER, prefix).replaceAll(BUILD_PLACEHOLDER, buildOf(application));
  const bytes = Buffer.from(filled);
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
    fileRoute('admin.application', `${prefix}/assets/:file`, () => FILE_OF_ANOTHER_BUILD),
    ...[prefix, `${prefix}/*`].map((path) => fileRoute('admin.shell', path, shell)),
  ];
}

/**
 * A page of another build asks for one of its files. With the page as answer, a script would fail on its type, and a cache on the
 * way might keep it. No screen has such a path: those of controllers have three parts.
 */
const FILE_OF_ANOTHER_BUILD: Response = {
  status: 404,
  headers: [['content-type', 'text/plain; charset=utf-8'], ['cache-control', 'no-store'], SAME_ORIGIN, ADMIN_CSP],
  body: 'This build of the admin application has no such file. Reload the page to get the current build.\n',
};

function fileRoute(name: string, path: string, handle: HandlerRoute['handle']): HandlerRoute {
  return { ...plainFaults, name, method: 'GET', path, cors: false, maxBodyBytes: 0, handle };
}
