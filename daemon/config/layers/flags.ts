import type { NamedKey } from '../definition.js';
import type { Problem } from '../problem.js';
import type { Layer, Setting } from '../setting.js';
import { unknownKey } from '../unknown-key.js';

/** Reads `--set name=value`, as often as given; the last one of a key wins. */
export function flagsLayer(assignments: readonly string[], keys: readonly NamedKey[]): Layer {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const byName = new Map(keys.map((key) => [key.name, key]));

  for (const assignment of assignments) {
    const equals = assignment.indexOf('=');
    const name = equals < 0 ? assignment : assignment.slice(0, equals);
    const key = byName.get(name);
    const where = `--set ${name}`;
    if (key === undefined) {
      problems.push({ where, what: unknownKey(name, [...byName.keys()]) });
    } else if (equals < 0) {
      problems.push({ where, what: `needs a value: --set ${name}=…` });
    } else if (key.secret) {
      // A command line can be read by every process of the machine.
      problems.push({
        where,
        what: `is a secret and would show in the process list; use ${key.env} or ${key.env}_FILE`,
      });
    } else {
      settings.push({ key, raw: assignment.slice(equals + 1), source: where });
    }
  }
  return { settings, problems };
}
