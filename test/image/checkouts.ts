import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../support/child.js';
import { ROOT } from '../support/installed.js';
import { tempDir } from '../support/temp-dir.js';

/** A copy of this checkout, with the installed packages and without anything built. */
export async function copyCheckout(umask: string): Promise<string> {
  const copy = join(tempDir('checkout'), umask);
  const script = `umask ${umask}
    mkdir "$2"
    git ls-files -z --cached --others --exclude-standard |
      xargs -0 sh -c 'for file; do test ! -e "$file" || cp --parents "$file" "$0"; done' "$2"
    cp -al node_modules "$2/" 2>/dev/null || cp -a node_modules "$2/"
    cd "$2" && git init --quiet && touch node_modules/.package-lock.json`;
  await run('sh', ['-ec', script, 'sh', ROOT, copy], { cwd: ROOT });
  return copy;
}

/** Builds a copy of this checkout from nothing, and returns the folder of the artifacts. */
export async function makeDist(checkout: string, umask: string, env: NodeJS.ProcessEnv): Promise<string> {
  await run('sh', ['-ec', `umask ${umask}; exec nice make --silent dist`], {
    cwd: checkout,
    env: { ...process.env, ...env, MAKEFLAGS: '' },
  });
  return join(checkout, 'dist/artifacts');
}

/** The files that one can install, with their whole paths. */
export function packed(output: string): string[] {
  return ['.', 'npm', 'python']
    .flatMap((folder) => readdirSync(join(output, folder)).map((name) => join(output, folder, name)))
    .filter((path) => /\.(?:tgz|gz|whl)$/.test(path));
}
