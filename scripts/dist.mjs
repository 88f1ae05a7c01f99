// `make dist`: everything that one can install, reproducibly (same input and same Node.js, same bytes), in dist/artifacts.
// Needs a build. Usage: node scripts/dist.mjs [--output DIRECTORY] [npm] [python] [archive]
//    or: node scripts/dist.mjs --daemon-folder DIRECTORY    only the daemon's folder, as the container image contains it
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeDaemonFolder } from './artifacts/daemon-folder.mjs';
import { checksums, packLinuxArchive } from './artifacts/linux-archive.mjs';
import { packNpmPackages } from './artifacts/npm-packages.mjs';
import { packPythonPackages } from './artifacts/python-packages.mjs';
import { placeText } from './artifacts/tar.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PARTS = { npm: packNpmPackages, python: packPythonPackages, archive: packLinuxArchive };

// Folders get their modes from it.
process.umask(0o022);

const { values, positionals } = parseArgs({
  options: {
    output: { type: 'string', default: join(ROOT, 'dist/artifacts') },
    'daemon-folder': { type: 'string' },
  },
  allowPositionals: true,
});
if (values['daemon-folder'] !== undefined) writeDaemonFolder(ROOT, values['daemon-folder']);
else pack(values.output, positionals.length > 0 ? positionals : Object.keys(PARTS));

function pack(output, parts) {
  const unknown = parts.filter((part) => !(part in PARTS));
  if (unknown.length > 0)
    throw new Error(`dist: unknown part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const temporary = mkdtempSync(join(tmpdir(), 'gatehouse-dist-'));
  try {
    for (const part of parts) PARTS[part](ROOT, output, temporary);
  } finally {
    rmSync(temporary, { recursive: true });
  }
  const sums = checksums(output);
  placeText(sums, join(output, 'SHA256SUMS'));
  for (const line of sums.trimEnd().split('\n')) {
    const path = line.slice(line.indexOf('  ') + 2);
    const megabytes = (statSync(join(output, path)).size / 1e6).toFixed(2);
    console.log(`${megabytes.padStart(7)} MB  ${path}`);
  }
}
