// Copies what is needed at run time and the compiler leaves behind: the daemon's scripts for Redis, into dist/daemon/.
import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [from, to] = [join(root, 'daemon'), join(root, 'dist', 'daemon')];

for (const path of await readdir(from, { recursive: true })) {
  if (!path.endsWith('.lua')) continue;
  await mkdir(dirname(join(to, path)), { recursive: true });
  await cp(join(from, path), join(to, path));
}
