import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The single-page application as `make build` leaves it, in memory: nothing is read from disk afterwards. */
export interface Application {
  /** The page. Where the prefix belongs it has `/__prefix__`, which is not known when the application is built. */
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

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** Where the build puts it: beside the compiled daemon. */
const FOLDER = fileURLToPath(new URL('../../spa', import.meta.url));

/** Throws when it is not there, or is not what can be served: then the daemon was not built as a whole. */
export function readApplication(folder = FOLDER): Application {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    throw new Error(`the admin application is not built: there is no ${page}; run make build`);
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
          contentType: contentTypeOf(name),
          bytes: readFileSync(join(assets, name)),
          packed: { ...(br && { br }), ...(gzip && { gzip }) },
        };
      }),
  };
}

function contentTypeOf(name: string): string {
  const type = CONTENT_TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ''];
  if (type === undefined) throw new Error(`the admin application has a file ${name}, of a kind that is not served`);
  return type;
}
