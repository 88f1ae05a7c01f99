// The self-contained archive: the daemon's folder, the Node.js that runs this script, and a program that starts both.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { writeDaemonFolder } from './daemon-folder.mjs';
import { manifest } from './published.mjs';
import { packAndRemove, place, placeText } from './tar.mjs';

/** Libraries of every Debian and every other distribution with glibc; a Node.js of a distribution may need more. */
const SYSTEM_LIBRARIES = /^(?:linux-vdso|ld-linux[\w-]*|lib(?:c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so/;

const PROGRAM = `#!/bin/sh
# Starts Gatehouse with the Node.js beside it. A link to this file works too.
here=$(dirname "$(readlink -f "$0")")
exec env MALLOC_ARENA_MAX=1 "$here/runtime/node" --max-semi-space-size=8 "$here/dist/daemon/main.js" "$@"
`;

export function packLinuxArchive(root, output, temporary) {
  if (process.platform !== 'linux')
    throw new Error('dist: the archive contains the Node.js of this machine, so build it on Linux');
  const name = `gatehouse-${manifest(root).version}-linux-${process.arch}`;
  const folder = join(temporary, name);
  writeDaemonFolder(root, folder, addNode);
  placeText(PROGRAM, join(folder, 'gatehouse'), true);
  for (const file of ['gatehouse.service', 'gatehouse.yaml'])
    place(join(root, 'deploy', file), join(folder, 'deploy', file));
  placeText(checksums(folder), join(folder, 'SHA256SUMS'));
  packAndRemove(folder, join(output, `${name}.tar.gz`));
}

/** The format of sha256sum. */
export function checksums(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
    .map(
      (path) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('');
}

function addNode(folder) {
  const needed = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/[^\s/]+\.so[.\d]*(?= )/g) ?? [];
  const unusual = needed.filter((library) => !SYSTEM_LIBRARIES.test(library));
  if (unusual.length > 0) {
    throw new Error(
      `dist: ${process.execPath} needs ${unusual.join(', ')}; build with a Node.js from nodejs.org, which needs only glibc`,
    );
  }
  place(process.execPath, join(folder, 'runtime/node'), true);
  place(nodeLicense(), join(folder, 'runtime/LICENSE'));
  return nodeComponent();
}

/** Where the archives of nodejs.org, the official images and packages for Debian have it. */
function nodeLicense() {
  const prefix = dirname(dirname(process.execPath));
  const places = ['LICENSE', 'share/doc/nodejs/LICENSE', 'share/doc/node/LICENSE'].map((path) => join(prefix, path));
  const found = places.find(existsSync);
  if (found === undefined) throw new Error(`dist: the license of Node.js is in none of ${places.join(', ')}`);
  return found;
}

/** Node.js with the libraries that are compiled into it, as it lists them. */
function nodeComponent() {
  const { node, modules: _abi, napi: _api, ...libraries } = process.versions;
  const component = (name, version) => ({
    'bom-ref': `pkg:generic/${name}@${encodeURIComponent(version)}`,
    type: name === 'node' ? 'platform' : 'library',
    name,
    version,
    purl: `pkg:generic/${name}@${encodeURIComponent(version)}`,
  });
  const parts = Object.entries(libraries).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...component('node', node), components: parts.map(([name, version]) => component(name, version)) };
}
