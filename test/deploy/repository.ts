import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Top of the repository, seen from dist/test/deploy. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
