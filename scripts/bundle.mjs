// Bundles the daemon with the packages that it uses, and the SDK for TypeScript with all packages but one: a start from a few
// files takes half as long as one from hundreds (docs/decisions/start-up.md). The code is not minified, so that a stack trace
// stays readable; the source maps lead to the TypeScript files. Tests of single modules, and the mutants, run the compiled
// files beside the bundles.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DAEMON = join(ROOT, 'dist', 'daemon');
const SDK = join(ROOT, 'sdk', 'typescript', 'dist');
/** Packages with a binary, which they find beside their own files. */
export const BINARIES = ['uWebSockets.js', '@node-rs/bcrypt'];
/** Outside the bundle of the SDK: an application that uses gRPC itself has to share it, since a copy refuses the other one's objects. */
const SHARED = '@grpc/grpc-js';

/**
 * Writes dist/daemon/bundle, which main.js prefers to the compiled files beside it. CommonJS, because Node.js loads that a tenth faster
 * than modules of ECMAScript. Tests replace the network (test/support/little-internet.ts).
 */
export function bundleDaemon() {
  const entries = {
    program: join(DAEMON, 'cli', 'program.js'),
    network: join(DAEMON, 'client-documents', 'network.js'),
  };
  return bundle(join(DAEMON, 'bundle'), entries, BINARIES, { format: 'cjs', extension: 'cjs' });
}

/** Writes the modules that package.json exports. */
export function bundleSdk() {
  const entries = {
    index: join(SDK, 'index.js'),
    admin: join(SDK, 'admin', 'index.js'),
    'admin-elements': join(SDK, 'admin', 'elements.js'),
    sql: join(SDK, 'sql', 'index.js'),
  };
  return bundle(join(SDK, 'bundle'), entries, [SHARED], { format: 'esm', extension: 'js' });
}

async function bundle(folder, input, external, { format, extension }) {
  const bundled = await rolldown({
    input,
    cwd: ROOT,
    platform: 'node',
    external,
    plugins: [compiledFiles(folder)],
    logLevel: 'warn',
  });
  await bundled.write({
    dir: folder,
    cleanDir: true,
    format,
    sourcemap: true,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name].${extension}`,
  });
}

/**
 * Our compiled files, with their source maps. Files that they read by a path relative to themselves stay where they are, so
 * the path becomes one from the bundle.
 */
const compiledFiles = (folder) => ({
  name: 'compiled-files',
  async load(id) {
    if (!existsSync(`${id}.map`) || id.includes('node_modules')) return null;
    const code = await readFile(id, 'utf8');
    const own = JSON.stringify(relative(folder, id));
    return {
      code: code.replaceAll('import.meta.url', `new URL(${own}, import.meta.url).href`),
      map: JSON.parse(await readFile(`${id}.map`, 'utf8')),
    };
  },
});
