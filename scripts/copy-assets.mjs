// Produces the run-time files that the compiler does not handle: copies the daemon's Redis scripts and the files of
// its built-in plugin into dist/daemon/, writes the contract's descriptors into proto/dist/, and bundles the daemon and the SDK.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleDaemon, bundleSdk } from './bundle.mjs';
import { writeDescriptor } from './proto-descriptor.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [from, to] = [join(root, 'daemon'), join(root, 'dist', 'daemon')];

for (const path of await readdir(from, { recursive: true })) {
  if (!path.endsWith('.lua') && !path.startsWith('admin/builtin/plugins/')) continue;
  if ((await stat(join(from, path))).isDirectory()) continue;
  await mkdir(dirname(join(to, path)), { recursive: true });
  await cp(join(from, path), join(to, path));
}

const descriptors = join(root, 'proto', 'dist', 'contract.binpb');
const contract = join(root, 'proto', 'gatehouse');
const sources = (await readdir(contract, { recursive: true })).map((path) => join(contract, path));
const modified = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
// The folders count too, so that a deleted file also leads to a new result.
if ((await modified(descriptors)) <= Math.max(...(await Promise.all(sources.map(modified))))) {
  const buf = ['--no-install', 'buf', 'build', 'proto', '--as-file-descriptor-set', '--exclude-source-info'];
  execFileSync('npx', [...buf, '--output', descriptors], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
// As a module, because the bundle of an installed daemon has no files beside it.
const encoded = (await readFile(descriptors)).toString('base64');
await writeFile(join(root, 'proto', 'dist', 'file-descriptors.js'), `export const FILE_DESCRIPTORS = '${encoded}';\n`);

await writeDescriptor();
await Promise.all([bundleDaemon(), bundleSdk()]);
