import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.js';
import { tempDir } from './temp-dir.js';

/** Top of the repository, seen from dist/test/support. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const INSTALLED = join(ROOT, 'node_modules');

/**
 * An empty project as after `npm install`: our packages as `make dist` packs them, with the ones of ours that they
 * depend on, and links to all dependencies that they name.
 *
 * @param peers packages of others that the project itself names
 */
export async function install(names: readonly string[], peers: readonly string[]): Promise<string> {
  const project = tempDir('project');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  for (const name of names) await unpack(project, name);
  for (const peer of peers) link(project, peer);
  return project;
}

let packed: Promise<string> | undefined;

/** A folder with the tarballs of the npm packages, which all tests of a process share. */
export function npmPackages(): Promise<string> {
  return (packed ??= pack());
}

async function pack(): Promise<string> {
  const output = tempDir('npm-packages');
  const env = { ...process.env, TZ: 'UTC' };
  await run(process.execPath, [join(ROOT, 'scripts/dist.mjs'), '--output', output, 'npm'], { env });
  return join(output, 'npm');
}

async function unpack(project: string, name: string): Promise<void> {
  const installed = join(project, 'node_modules', name);
  if (existsSync(installed)) return;
  mkdirSync(installed, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const tarball = join(await npmPackages(), `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1']);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) {
    if (dependency.startsWith('@gatehouse/')) await unpack(project, dependency);
    else link(project, dependency);
  }
}

function link(project: string, dependency: string): void {
  const path = join(project, 'node_modules', dependency);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(INSTALLED, dependency), path);
}
