import type { AdminRegistration } from '../../model/registration.js';
import { Problems, type SchemaProblem } from '../problems.js';
import { wholeFile } from '../spot.js';

/**
 * Controllers that plugins declare and the host has no code for: nothing of them is served. That may be meant, in a host that
 * has only some of a plugin's controllers, so it does not stop startup; but nobody should have to find it out.
 */
export function unregisteredControllers(
  { controllers }: AdminRegistration,
  files: ReadonlyMap<string, unknown>,
): readonly SchemaProblem[] {
  const registered = new Set(controllers.map(({ configDir }) => configDir.replace(/^~\//, '')));
  const declared = [...files.keys()].flatMap((file) => CONFIG_FILE.exec(file)?.[1] ?? []);
  const warnings = new Problems();
  for (const folder of new Set(declared)) {
    if (registered.has(folder)) continue;
    warnings.add(wholeFile(folder), 'the host registers no controller with this folder: nothing of it is served', {
      expected: `a controller whose configuration directory is ~/${folder}`,
    });
  }
  return warnings.sorted();
}

const CONFIG_FILE = /^(plugins\/[^/]+\/[^/]+\/controllers\/.+)\/config_[^/]*\.ya?ml$/;
