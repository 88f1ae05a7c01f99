// Bundles the daemon with the packages that it uses into dist/daemon/bundle, which main.js prefers to the compiled files
// beside it: a start from several files takes half as long as one from 900 (docs/decisions/start-up.md). The code is not
// minified, so that a stack trace stays readable; the source maps lead to the TypeScript files.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DAEMON = join(ROOT, 'dist', 'daemon');
const FOLDER = join(DAEMON, 'bundle');
/** Packages with a binary, which they find beside their own files. */
export const BINARIES = ['uWebSockets.js', '@node-rs/bcrypt'];
/** Tests replace the network in it (test/support/little-internet.ts), so that there may be only one copy. */
const NETWORK = join(DAEMON, 'client-documents', 'network.js');

/**
 * Our compiled files, with their source maps. Files that they read by a path relative to themselves stay where they are, so
 * the path becomes one from the bundle.
 */
const compiledFiles = {
  name: 'compiled-files',
  async load(id) {
    if (!existsSync(`${id}.map`) || id.includes('node_modules')) return null;
    const code = await readFile(id, 'utf8');
    const own = JSON.stringify(relative(FOLDER, id));
    return {
      code: code.replaceAll('import.meta.url', `new URL(${own}, import.meta.url).href`),
      map: JSON.parse(await readFile(`${id}.map`, 'utf8')),
    };
  },
};

export async function bundleDaemon() {
  const bundle = await rolldown({
    input: { program: join(DAEMON, 'cli', 'program.js') },
    cwd: ROOT,
    platform: 'node',
    external: [...BINARIES, NETWORK],
    plugins: [compiledFiles],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: FOLDER,
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
}

/** Replaces the SDK's re-export of Kysely with the part of Kysely that it names. */
export async function bundleKysely() {
  const sdk = join(ROOT, 'sdk', 'typescript');
  const bundle = await rolldown({
    input: join(sdk, 'src', 'kysely.ts'),
    cwd: ROOT,
    platform: 'node',
    logLevel: 'warn',
  });
  await bundle.write({ file: join(sdk, 'dist', 'kysely.js'), format: 'esm' });
}
