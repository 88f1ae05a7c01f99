// A published package carries the contract beside dist/; in the repository the repository's own is used, so the copy is
// there while npm packs, and at no other time. Usage: node scripts/proto.mjs copy | remove
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const copy = fileURLToPath(new URL('../proto', import.meta.url));
const source = fileURLToPath(new URL('../../../proto', import.meta.url));

rmSync(copy, { recursive: true, force: true });
if (process.argv[2] === 'copy') cpSync(source, copy, { recursive: true });
