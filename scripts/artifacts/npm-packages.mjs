// The npm packages: the files that npm would publish, in a tarball with fixed dates and modes (`npm pack` takes the modes
// from the disk, so its bytes depend on the umask of the checkout).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packAndRemove, place } from './tar.mjs';

/** Folders of the packages, relative to the top of the repository. */
const PACKAGES = ['.', 'proto', 'sdk/typescript'];

export function packNpmPackages(root, output, temporary) {
  const files = publishedFiles(root, PACKAGES);
  PACKAGES.forEach((directory, index) => {
    const { name, version, bin = {} } = manifest(join(root, directory));
    const folder = join(temporary, 'package');
    const programs = Object.values(bin);
    for (const path of files[index]) {
      place(join(root, directory, path), join(folder, path), programs.includes(path));
    }
    packAndRemove(folder, join(output, 'npm', `${name.replace('@', '').replace('/', '-')}-${version}.tgz`));
  });
}

/** For each of these folders the paths that npm would publish, relative to the folder. */
export function publishedFiles(root, directories) {
  // Folders, not `--workspace`: npm would install the missing parts of the workspace first.
  const folders = directories.map((directory) => `./${directory}`);
  const said = execFileSync('npm', ['pack', ...folders, '--dry-run', '--json', '--silent', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    // Warnings about the settings of this machine; shown with the error if it fails.
    stdio: 'pipe',
  });
  return JSON.parse(said).map(({ files }) => files.map(({ path }) => path));
}

export function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
