import type { PluginFiles } from '../../assets/plugin-files.js';
import { Problems, type SchemaProblem } from '../problems.js';
import { wholeFile } from '../spot.js';

/**
 * Language files in the formats of October and Laravel: nothing reads them, and every phrase that only they have is missing.
 * They may be there for the application's own use, so they do not stop startup.
 */
export function unreadPhrases({ unread = [] }: PluginFiles): readonly SchemaProblem[] {
  const warnings = new Problems();
  for (const file of unread) {
    warnings.add(wholeFile(file), 'is not read', { advice: `write the phrases into ${placeFor(file)}` });
  }
  return warnings.sorted();
}

/** lang/de/lang.php belongs into lang/de/lang.yaml, and so does lang/de.json. */
function placeFor(file: string): string {
  const [, folder = '', path = ''] = /^(.*?\/lang\/)(.+)\.\w+$/.exec(file) ?? [];
  return `${folder}${path.includes('/') ? path : `${path}/lang`}.yaml`;
}
