// Copies the run-time files that the compiler does not handle, the daemon's Redis scripts, into dist/daemon/.
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
