// A package of this repository as npm sees it: its manifest and the files that npm would publish.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
