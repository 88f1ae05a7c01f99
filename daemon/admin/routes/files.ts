import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sha256 } from '../../core/crypto.js';
import { isNotModified, chooseCoding, CODINGS } from '../../http/headers.js';
import type { Coding } from '../../http/headers.js';
import type { Request } from '../../http/request.js';
import type { Header, Response } from '../../http/response.js';
import { plainText } from '../../http/response.js';
import type { HandlerRoute } from '../../http/router.js';
import { BUILD_PLACEHOLDER, PREFIX_PLACEHOLDER } from '../api/page.js';
import { contentTypeOf } from '../model/asset-types.js';
import type { Asset } from '../model/schema/admin-schema.js';

/**
 * On everything below the admin prefix that a browser may render or run. Scripts and styles come from our own origin alone,
 * none of them inline: what a record holds can never run.
 */
const ADMIN_CSP: Header = [
  'content-security-policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // data: is for the style sheets of plugins, which draw with it; an image runs nothing.
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
];

const SAME_ORIGIN: Header = ['cross-origin-resource-policy', 'same-origin'];

/** Faults of routes that answer files: there is no envelope to put them into. */
const plainFaults: Pick<HandlerRoute, 'fault' | 'bodyRefused'> = {
  fault: () => plainText(500, 'Internal error.'),
  bodyRefused: () => plainText(413, 'This address does not accept a body.'),
};

export interface PackedFile {
  readonly bytes: Buffer;
  readonly packed: Partial<Readonly<Record<Exclude<Coding, 'identity'>, Buffer>>>;
  /** What stands on every answer, 304 included: RFC 9110 §15.4.5. */
  readonly headers: readonly Header[];
}

interface Answers {
  readonly etag: string;
  readonly whole: Response;
  readonly notModified: Response;
}

/** A file in the coding that the client likes best. Every answer is put together now, none when it is asked for. */
function packedFile({ bytes, packed, headers }: PackedFile): (request: Request) => Response {
  const digest = sha256(bytes).toString('hex');
  const answers = new Map<Coding, Answers>();
  for (const coding of CODINGS) {
    const body = coding === 'identity' ? bytes : packed[coding];
    if (body === undefined) continue;
    // Strong tags name the bytes that are sent, and those differ (RFC 9110 §8.8.3.3).
    const etag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;
    const all: readonly Header[] = [...headers, ['etag', etag], ['vary', 'Accept-Encoding']];
    const encoding: readonly Header[] = coding === 'identity' ? [] : [['content-encoding', coding]];
    answers.set(coding, {
      etag,
      whole: { status: 200, headers: [...all, ...encoding], body },
      notModified: { status: 304, headers: all },
    });
  }
  const available = [...answers.keys()];

  return ({ headers: sent }) => {
    const chosen = answers.get(chooseCoding(sent.get('accept-encoding'), available));
    if (chosen === undefined) throw new Error('a file is always there as it is');
    return isNotModified(sent.get('if-none-match'), chosen.etag) ? chosen.notModified : chosen.whole;
  };
}

/** The single-page application as `make build` leaves it, in memory: nothing is read from disk afterwards. */
export interface Application {
  /** The page. Where the prefix belongs it has PREFIX_PLACEHOLDER, which is not known when the application is built. */
  readonly page: string;
  readonly files: readonly ApplicationFile[];
}

/** A file whose name holds a hash of its content: under one name it is the same for ever. */
export interface ApplicationFile {
  /** "assets/index-Ehf9txn6.css": what follows the prefix. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The same packed by the build, where that is worth it. */
  readonly packed: { readonly br?: Buffer; readonly gzip?: Buffer };
}

/** Where the build puts it: beside the compiled daemon. */
const FOLDER = fileURLToPath(new URL('../../spa', import.meta.url));

/** Throws when it is not there, or is not what can be served: then the daemon was not built as a whole. */
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

/** The name changes with the content, so that a copy never has to be checked. */
const FOR_EVER: Header = ['cache-control', 'public, max-age=31536000, immutable'];

/** Names the files of one build: a copy is checked before it is used. */
const CHECKED: Header = ['cache-control', 'no-cache'];

const HTML: Header = ['content-type', 'text/html; charset=utf-8'];

/** Names the build: the page names every file it starts with by a hash of its content. */
export function buildOf({ page }: Application): string {
  return sha256(page).toString('hex').slice(0, 16);
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
 * One route a file, for exactly the files that controllers declare: there is no path to climb, for nothing is looked up on a
 * disk. Whatever else is asked for below assets/ is the single-page application's to answer.
 */
export function assetRoutes(prefix: string, assets: Iterable<Asset>): HandlerRoute[] {
  return [...assets].map((asset) => {
    const headers: readonly Header[] = [
      ['content-type', asset.contentType],
      ['etag', asset.etag],
      // The URL changes with the content, but nobody is held to it: no-cache means that a copy is checked before it is used.
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
