// The wheel and the source distribution of the Python SDK, built by Debian's python3-build without network.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EPOCH_SECONDS, packAndRemove, place } from './tar.mjs';

export function packPythonPackages(root, output, temporary) {
  const sources = mkdtempSync(join(temporary, 'python-'));
  const built = join(sources, 'built');
  // The files of a checkout, without what tests and editors leave beside them.
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', 'sdk/python'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const path of files) {
    const file = join(root, path);
    // A file that is deleted, but not yet committed so, is still in the list.
    if (statSync(file, { throwIfNoEntry: false }) !== undefined)
      place(file, join(sources, path.slice('sdk/python/'.length)));
  }
  execFileSync('/usr/bin/python3', ['-m', 'build', '--no-isolation', '--outdir', built, sources], {
    env: {
      ...process.env,
      SOURCE_DATE_EPOCH: String(EPOCH_SECONDS),
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONHASHSEED: '0',
    },
    // Shown only if it fails, with the error.
    stdio: 'pipe',
  });
  mkdirSync(join(output, 'python'), { recursive: true });
  for (const name of readdirSync(built)) {
    if (name.endsWith('.whl')) place(join(built, name), join(output, 'python', name));
    else repack(join(built, name), join(output, 'python', name), temporary);
  }
}

/** setuptools writes the current time and the owner into the source distribution. */
function repack(file, to, temporary) {
  const folder = join(temporary, basename(file, '.tar.gz'));
  execFileSync('tar', ['--extract', '--file', file, '--directory', temporary]);
  packAndRemove(folder, to);
}
