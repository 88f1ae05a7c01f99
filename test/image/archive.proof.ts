import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../support/child.js';
import { ROOT } from '../support/installed.js';
import { tempDir } from '../support/temp-dir.js';

/** Where the archive and the packages come from: `make dist` in two copies of this checkout. */
describe('make dist', function () {
  this.timeout(60 * 60_000);
  let output: string;

  it('writes the same bytes in two checkouts with other paths, modes, time zones and languages', async () => {
    const checkouts = [await copyCheckout('022'), await copyCheckout('077')] as const;
    const first = await makeDist(checkouts[0], '022', { TZ: 'UTC', LC_ALL: 'C' });
    const second = await makeDist(checkouts[1], '077', { TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' });
    expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).to.equal(readFileSync(join(first, 'SHA256SUMS'), 'utf8'));
    await run('diff', ['--recursive', '--brief', first, second]);
    await run('sha256sum', ['--check', '--quiet', join(first, 'SHA256SUMS')], { cwd: first });
    console.log(readFileSync(join(first, 'SHA256SUMS'), 'utf8').trimEnd());
    output = first;
  });

  it('its wheel installs into an empty environment', async () => {
    const environment = tempDir('venv');
    await run('/usr/bin/python3', ['-m', 'venv', environment]);
    const wheel = packed(output).find((path) => path.endsWith('.whl')) ?? '';
    await run(join(environment, 'bin/pip'), ['install', '--quiet', '--no-index', wheel]);
    await run(join(environment, 'bin/python'), ['-c', 'import gatehouse_host']);
  });
});

/** A copy of this checkout, with the installed packages and without anything built. */
async function copyCheckout(umask: string): Promise<string> {
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
async function makeDist(checkout: string, umask: string, env: NodeJS.ProcessEnv): Promise<string> {
  await run('sh', ['-ec', `umask ${umask}; exec nice make --silent dist`], {
    cwd: checkout,
    env: { ...process.env, ...env, MAKEFLAGS: '' },
  });
  return join(checkout, 'dist/artifacts');
}

function packed(output: string): string[] {
  return ['.', 'npm', 'python']
    .flatMap((folder) => readdirSync(join(output, folder)).map((name) => join(output, folder, name)))
    .filter((path) => /\.(?:tgz|gz|whl)$/.test(path));
}
