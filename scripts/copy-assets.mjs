// Copies what is needed at run time and the compiler leaves behind: the daemon's scripts for Redis into dist/daemon/, and the
// contract into the SDK's dist/, since a published package has no repository around it.
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

async function copy(extension, from, to) {
  for (const path of await readdir(from, { recursive: true })) {
    if (!path.endsWith(extension)) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(from, path), join(to, path));
  }
}

const contract = join(root, 'sdk', 'typescript', 'dist', 'proto');
await rm(contract, { recursive: true, force: true });
await copy('.proto', join(root, 'proto'), contract);
await copy('.lua', join(root, 'daemon'), join(root, 'dist', 'daemon'));
