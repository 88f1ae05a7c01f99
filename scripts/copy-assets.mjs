// Copies what the compiled daemon reads at run time and the compiler leaves behind, from daemon/ to dist/daemon/.
import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXTENSIONS = ['.lua'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const from = join(root, 'daemon');
const to = join(root, 'dist', 'daemon');

for (const path of await readdir(from, { recursive: true })) {
  if (!EXTENSIONS.some((extension) => path.endsWith(extension))) continue;
  await mkdir(dirname(join(to, path)), { recursive: true });
  await cp(join(from, path), join(to, path));
}
