// The components of the daemon's folder in sbom.cdx.json (CycloneDX 1.5), and the licenses of everything that a bundle contains.
// Neither has a date or a random number, so that the same input gives the same bytes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from './published.mjs';
import { placeText } from './tar.mjs';

/** "node_modules/a/node_modules/@scope/b" of ".../node_modules/a/node_modules/@scope/b/lib/index.js". */
const PACKAGE_OF = /((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+)/;
const LICENSES = 'third-party-licenses.txt';
const DAEMON_CONTAINS =
  'The daemon contains the following packages. Those in the pages of its admin backend are in dist/daemon/spa/licenses.md.';

/** @param runtime a component of CycloneDX: Node.js, if the folder contains it */
export function writeNotices(root, folder, outside, runtime) {
  const packages = new Set([
    ...outside.map((name) => `node_modules/${name}`),
    ...packagesIn(join(root, 'dist/daemon/bundle')),
  ]);
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const own = manifest(root);
  const [daemon, proto] = [own, manifest(join(root, 'proto'))].map((described) => component(described, undefined));
  const components = new Map();
  const add = (one) => components.set(one['bom-ref'], one);
  add(proto);
  for (const path of packages) add(component(manifest(join(root, path)), locked[path]?.integrity));
  for (const described of pagesPackages(root)) add(component(described, integrityOf(locked, described)));
  if (runtime !== undefined) add(runtime);
  const sorted = [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...daemon, type: 'application' } },
    components: sorted,
    dependencies: [{ ref: daemon['bom-ref'], dependsOn: sorted.map((one) => one['bom-ref']) }],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
  placeText(`${JSON.stringify({ serialNumber, ...bom }, null, 2)}\n`, join(folder, 'sbom.cdx.json'));
  placeText(licenses(root, DAEMON_CONTAINS, packages), join(folder, LICENSES));
}

/** The licenses of the packages in the bundle of a library. */
export function writeLibraryLicenses(root, name, bundle, folder) {
  placeText(licenses(root, `${name} contains the following packages.`, packagesIn(bundle)), join(folder, LICENSES));
}

/** Paths of packages, relative to the top of the repository. */
function packagesIn(bundle) {
  const packages = new Set();
  for (const name of readdirSync(bundle).filter((file) => file.endsWith('.map'))) {
    for (const source of JSON.parse(readFileSync(join(bundle, name), 'utf8')).sources) {
      const [, path] = PACKAGE_OF.exec(source) ?? [];
      if (path !== undefined) packages.add(path.slice(0, -1));
    }
  }
  return packages;
}

function component({ name, version, license, description }, integrity) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    ...(description !== undefined && { description }),
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
    licenses: [{ expression: license }],
    purl,
  };
}

/** Of that version: the one at the top of node_modules may be another one. */
function integrityOf(locked, { name, version }) {
  const found = Object.entries(locked).find(
    ([path, entry]) => `/${path}`.endsWith(`/node_modules/${name}`) && entry.version === version,
  );
  return found?.[1].integrity;
}

/** "sha512-<base64>" of the lock file. */
function hashOf(integrity) {
  const [algorithm, base64] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') };
}

/** The packages in the admin's pages, which Vite lists with their licenses. */
function pagesPackages(root) {
  const list = readFileSync(join(root, 'dist/daemon/spa/licenses.md'), 'utf8');
  return [...list.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)].map(([, name, version, license]) => ({
    name,
    version,
    license,
  }));
}

function licenses(root, head, packages) {
  const parts = [...packages].sort().map((path) => {
    const { name, version, license } = manifest(join(root, path));
    const files = readdirSync(join(root, path)).filter((file) => /^(?:LICEN[CS]E|NOTICE|COPYING)/i.test(file));
    const texts = files.sort().map((file) => readFileSync(join(root, path, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** A UUID (RFC 9562, version 8) that is the same for the same text. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
