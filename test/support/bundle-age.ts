import { statSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';

/** Folders of the daemon that are not in its bundle. */
const BESIDE_THE_BUNDLE = ['spa/**', 'spa-unbundled/**'];

/**
 * Throws if files of the daemon or the SDK were compiled after their bundle was built: a test would judge the old code. Without a
 * bundle, the compiled files run.
 *
 * @param folder with the compiled files, and with the bundle in "bundle"
 * @param entry of the bundle
 */
export function checkBundle(folder: string, entry: string): void {
  const bundle = statSync(join(folder, 'bundle', entry), { throwIfNoEntry: false });
  if (bundle === undefined) return;
  const ignore = ['bundle/**', ...BESIDE_THE_BUNDLE, '**/*.test.js'];
  const newer = globSync('**/*.js', { cwd: folder, ignore }).find(
    (file) => statSync(join(folder, file)).mtimeMs > bundle.mtimeMs,
  );
  if (newer !== undefined)
    throw new Error(`${newer} is newer than the bundle ${entry}; run make build, or node scripts/copy-assets.mjs`);
}
