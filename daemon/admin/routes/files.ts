import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sha256 } from '../../core/crypto.js';
import { isNotModified } from '../../http/headers.js';
import type { Header, Response } from '../../http/response.js';
import { plainText } from '../../http/response.js';
import type { HandlerRoute } from '../../http/router.js';
import { BUILD_PLACEHOLDER, PREFIX_PLACEHOLDER } from '../api/page.js';
import type { Brand } from '../brand/brand.js';
import { brandedPage } from '../brand/branded-page.js';
import { contentTypeOf } from '../model/asset-types.js';
import type { Asset } from '../model/schema/admin-schema.js';
import { packedFile } from './packed-file.js';

/**
 * For everything below the admin prefix that a browser may render or run. Scripts and styles come only from our own origin, and
 * none are inline, so a record's content can never run.
 */
const ADMIN_CSP: Header = [
  'content-security-policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // data: is for images in the style sheets of plugins; an image runs no code.
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
];

const SAME_ORIGIN: Header = ['cross-origin-resource-policy', 'same-origin'];

/** Faults of routes that return files: they have no envelope. */
const plainFaults: Pick<HandlerRoute, 'fault' | 'bodyRefused'> = {
  fault: () => plainText(500, 'Internal error.'),
  bodyRefused: () => plainText(413, 'This address does not accept a body.'),
};

/** The single-page application that `make build` produces, in memory: Gatehouse reads nothing from disk afterwards. */
export interface Application {
  /** The page, with PREFIX_PLACEHOLDER in place of the prefix, which is unknown at build time. */
  readonly page: string;
  readonly files: readonly ApplicationFile[];
}

/** A file whose name contains a hash of its content: the content under one name never changes. */
export interface ApplicationFile {
  /** "assets/index-Ehf9txn6.css": the path after the prefix. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The variants that the build compressed, if worthwhile. */
  readonly packed: { readonly br?: Buffer; readonly gzip?: Buffer };
}

/** The output folder of the build, beside the compiled daemon. */
const FOLDER = fileURLToPath(new URL('../../spa', import.meta.url));

/** Throws if the build is missing or incomplete, or contains files that Gatehouse cannot serve. */
export function readApplication(folder = FOLDER): Application {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    throw new Error(`the admin application is not built: ${page} does not exist; run make build`);
  }
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).sort();
  const packed = (name: string) => (names.includes(name) ? readFileSync(join(assets, name)) : undefined);
  return {
    page: readFileSync(page, 'utf8'),
    files: names
      .filter((name) => !/\.(br|gz)$/.test(name))
      .map((name) => {
        const [br, gzip] = [packed(`${name}.br`), packed(`${name}.gz`)];
        return {
          path: `assets/${name}`,
          contentType: servedTypeOf(name),
          bytes: readFileSync(join(assets, name)),
          packed: { ...(br && { br }), ...(gzip && { gzip }) },
        };
      }),
  };
}

function servedTypeOf(name: string): string {
  const type = contentTypeOf(name);
  if (type === undefined)
    throw new Error(`the admin application contains ${name}, a file type that Gatehouse does not serve`);
  return type;
}

/** The name changes with the content, so caches never have to revalidate. */
const FOR_EVER: Header = ['cache-control', 'public, max-age=31536000, immutable'];

/** The page names the files of one build, so caches must revalidate it before each use. */
const CHECKED: Header = ['cache-control', 'no-cache'];

const HTML: Header = ['content-type', 'text/html; charset=utf-8'];

/** Identifies the build: the page names each of its initial files by a hash of the content. */
export function buildOf({ page }: Application): string {
  return sha256(page).toString('hex').slice(0, 16);
}

/**
 * The single-page application in the operator's brand: its files, and its page for the prefix and every other path below it. The page's own router
 * chooses the screen.
 */
export function applicationRoutes(prefix: string, application: Application, brand: Brand): HandlerRoute[] {
  const files: readonly ApplicationFile[] = [
    ...application.files,
    ...brand.files.map((file) => ({ ...file, packed: {} })),
  ];
  const page = brandedPage(application.page, brand, prefix);
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
 * The answer when a page of another build requests one of its files. If the answer were the page, a script would fail because
 * of the type, and a cache might keep it. No screen has such a path: those of controllers have three segments.
 */
const FILE_OF_ANOTHER_BUILD: Response = plainText(
  404,
  'This build of the admin application has no such file. Reload the page to get the current build.',
  SAME_ORIGIN,
  ADMIN_CSP,
);

function fileRoute(name: string, path: string, handle: HandlerRoute['handle']): HandlerRoute {
  return { ...plainFaults, name, method: 'GET', path, cors: false, maxBodyBytes: 0, handle };
}

/**
 * One route per declared file. A path cannot climb out of a folder, because no request reads from disk. The single-page
 * application answers all other paths below assets/.
 */
export function assetRoutes(prefix: string, assets: Iterable<Asset>): HandlerRoute[] {
  return [...assets].map((asset) => {
    const headers: readonly Header[] = [
      ['content-type', asset.contentType],
      ['etag', asset.etag],
      // The URL changes with the content, but clients may request it without the version, so caches must revalidate.
      ['cache-control', 'no-cache'],
      SAME_ORIGIN,
      ADMIN_CSP,
    ];
    const whole: Response = { status: 200, headers, body: asset.bytes };
    const notModified: Response = { status: 304, headers };
    return {
      ...plainFaults,
      name: 'admin.asset',
      method: 'GET',
      path: `${prefix}/assets/${asset.path}`,
      cors: false,
      maxBodyBytes: 0,
      handle: (request) => (isNotModified(request.headers.get('if-none-match'), asset.etag) ? notModified : whole),
    };
  });
}
