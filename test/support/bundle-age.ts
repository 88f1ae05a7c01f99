import { statSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';

/**
 * Throws if files of the daemon were compiled after its bundle was built: main.js would run the old code, and a test would
 * judge that. Without a bundle, it runs the compiled files.
 */
export function checkBundle(daemon: string): void {
  const bundle = statSync(join(daemon, 'bundle/program.js'), { throwIfNoEntry: false });
  if (bundle === undefined) return;
  const compiled = globSync('**/*.js', {
    cwd: daemon,
    ignore: ['bundle/**', 'spa/**', 'spa-unbundled/**', '**/*.test.js'],
  });
  const newer = compiled.find((file) => statSync(join(daemon, file)).mtimeMs > bundle.mtimeMs);
  if (newer !== undefined)
    throw new Error(`${newer} is newer than the bundle of the daemon; run make build, or node scripts/copy-assets.mjs`);
}
