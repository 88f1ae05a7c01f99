import { readFileSync } from 'node:fs';
import { messageOf } from '../../core/message-of.js';
import type { NamedKey } from '../definition.js';
import { ENV_PREFIX } from '../definition.js';
import type { Problem } from '../problem.js';
import type { Layer, Setting } from '../setting.js';
import { unknownKey } from '../unknown-key.js';

/** Names the configuration file, like --config. */
export const CONFIG_FILE_VARIABLE = 'GATEHOUSE_CONFIG';

const FILE_SUFFIX = '_FILE';

/** What Kubernetes adds by itself to every pod beside a Service that is called "gatehouse". None of it is a key. */
const SERVICE_LINK =
  /^GATEHOUSE_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;

/**
 * Reads GATEHOUSE_… variables: "__" for a dot, lists separated by commas. An empty one counts as not set, as it is what
 * compose files pass on for a variable that nobody set. For a secret, GATEHOUSE_…_FILE names a file to read it from.
 */
export function environmentLayer(env: NodeJS.ProcessEnv, keys: readonly NamedKey[]): Layer {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const byVariable = new Map(keys.map((key) => [key.env, key]));
  const byFileVariable = new Map(keys.filter((key) => key.secret).map((key) => [key.env + FILE_SUFFIX, key]));

  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith(ENV_PREFIX) || variable === CONFIG_FILE_VARIABLE) continue;
    if (SERVICE_LINK.test(variable) || value === undefined || value === '') continue;
    const key = byVariable.get(variable);
    const secretKey = byFileVariable.get(variable);
    if (key !== undefined) {
      settings.push({ key, raw: value, source: variable });
    } else if (secretKey === undefined) {
      problems.push({ where: variable, what: unknownKey(variable, [...byVariable.keys(), ...byFileVariable.keys()]) });
    } else if (env[secretKey.env]) {
      problems.push({ where: variable, what: `${secretKey.env} is set as well; set one of the two` });
    } else {
      try {
        // Editors and `echo` end a file with a line break that is no part of the secret.
        const raw = readFileSync(value, 'utf8').replace(/\r?\n$/, '');
        settings.push({ key: secretKey, raw, source: `${variable} (${value})` });
      } catch (error) {
        problems.push({ where: variable, what: `cannot be read: ${messageOf(error)}` });
      }
    }
  }
  return { settings, problems };
}
