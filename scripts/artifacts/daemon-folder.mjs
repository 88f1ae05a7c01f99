// The daemon as npm installs it: the bundle, the files that it reads, and a manifest with the packages that stay outside of it.
// The daemon as a folder that runs with Node.js and nothing else: the same with those packages, of which it takes only the
// binaries of this platform and version of Node.js.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { BINARIES } from '../bundle.mjs';
import { writeNotices } from './notices.mjs';
import { manifest, publishedFiles } from './published.mjs';
import { place, placeText } from './tar.mjs';

/**
 * Files of the package that a daemon runs or reads: main.js, which prefers the bundle to the compiled files beside it, and every
 * file that is no code, such as Redis scripts and the plugin that is built in.
 */
const RUN_TIME = /^dist\/daemon\/(?:main\.js$|bundle\/|spa\/|(?!.*\.js$))/;
const DOCUMENTS = /^(?!dist\/|package\.json$)/;
/** The manifest of the repository also has what only its build and its tests use. */
const OF_THE_PACKAGE = ['name', 'version', 'description', 'license', 'type', 'engines', 'bin'];
/** Packages with files for many platforms, or with files that only their own development needs. */
const NEEDED = {
  'uWebSockets.js': new RegExp(
    `^(?:package\\.json|LICENSE|uws\\.js|uws_${process.platform}_${process.arch}_${process.versions.modules}\\.node)$`,
  ),
};
const CODE = /^(?!.*\.d\.[cm]?ts$).*\.(?:[cm]?js|json|node)$|^(?:LICEN[CS]E|NOTICE|COPYING)[^/]*$/;

/** As the bundler writes it. Examples in comments have other quotes. */
const REQUIRE = /\brequire\("([^"\n]+)"\)/g;

/**
 * @param root the repository, built
 * @param folder does not exist yet
 * @returns the packages that the folder needs in addition
 */
export function writeDaemonPackage(root, folder) {
  const packages = outsideOfBundle(root);
  for (const path of publishedFiles(root, ['.'])[0]) {
    if (RUN_TIME.test(path) || DOCUMENTS.test(path))
      place(join(root, path), join(folder, path), path === 'dist/daemon/main.js');
  }
  const own = manifest(root);
  const described = Object.fromEntries(OF_THE_PACKAGE.map((key) => [key, own[key]]));
  const outside = Object.entries(own.dependencies).filter(([name]) => packages.includes(name));
  const published = { ...described, dependencies: Object.fromEntries(outside) };
  placeText(`${JSON.stringify(published, null, 2)}\n`, join(folder, 'package.json'));
  return packages;
}

/**
 * @param root the repository, built
 * @param folder does not exist yet
 * @param addRuntime called with the folder before the list of components is written; returns Node.js as a component of it
 */
export function writeDaemonFolder(root, folder, addRuntime = () => undefined) {
  const packages = writeDaemonPackage(root, folder);
  for (const name of packages) placePackage(root, name, folder);
  const binary = `node_modules/uWebSockets.js/uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
  if (!existsSync(join(folder, binary))) {
    throw new Error(
      `dist: uWebSockets.js has no binary for Node.js ${process.version} on ${process.platform}-${process.arch}`,
    );
  }
  writeNotices(root, folder, packages, addRuntime(folder));
}

/** The packages that the bundle requires, with their parts for this platform. */
function outsideOfBundle(root) {
  const bundle = join(root, 'dist/daemon/bundle');
  const known = manifest(root).dependencies;
  const packages = new Set(BINARIES);
  for (const file of readdirSync(bundle).filter((name) => name.endsWith('.cjs'))) {
    for (const [, named] of readFileSync(join(bundle, file), 'utf8').matchAll(REQUIRE)) {
      if (named in known && !isBuiltin(named)) packages.add(named);
    }
  }
  for (const name of [...packages]) {
    const { dependencies = {}, optionalDependencies = {} } = manifest(join(root, 'node_modules', name));
    if (Object.keys(dependencies).length > 0)
      throw new Error(`dist: ${name} is outside of the bundle and has dependencies`);
    // npm has installed only those that fit this platform.
    for (const part of Object.keys(optionalDependencies)) {
      if (existsSync(join(root, 'node_modules', part))) packages.add(part);
    }
  }
  return [...packages].sort();
}

function placePackage(root, name, folder) {
  const from = join(root, 'node_modules', name);
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath ?? entry.path, entry.name));
    if (entry.isFile() && (NEEDED[name] ?? CODE).test(path))
      place(join(from, path), join(folder, 'node_modules', name, path));
  }
}
