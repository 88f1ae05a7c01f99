// Removes build output of deleted source files: the compiler leaves it, and the tests would run it.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Output folders of the compiler with their sources. Vite rebuilds dist/daemon/spa completely. */
const FOLDERS = [
  ['dist/daemon', 'daemon', /^spa(-unbundled)?\//],
  ['dist/daemon/spa-unbundled', 'daemon/spa'],
  ['dist/demo', 'demo'],
  ['dist/test', 'test'],
  ['dist/bench', 'bench'],
  ['proto/dist', 'proto/src'],
  ['sdk/typescript/dist', 'sdk/typescript/src'],
];
const BUILT = /^(.+?)\.(?:js|js\.map|d\.ts|lua)$/;
const SOURCES = ['.ts', '.tsx', '.lua'];

for (const [built, sources, except] of FOLDERS) {
  if (!existsSync(join(root, built))) continue;
  for (const path of await readdir(join(root, built), { recursive: true })) {
    const [, name] = BUILT.exec(path) ?? [];
    if (name === undefined || except?.test(path)) continue;
    if (!SOURCES.some((ending) => existsSync(join(root, sources, name + ending)))) await rm(join(root, built, path));
  }
}
