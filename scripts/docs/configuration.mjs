import { namedKeys } from '../../dist/daemon/config/definition.js';
import { DEFAULT_FILE } from '../../dist/daemon/config/load.js';
import { schema } from '../../dist/daemon/config/schema.js';
import { table } from './table.mjs';

const HEAD = `# Configuration

<!-- Generated from daemon/config/schema.ts by scripts/docs.mjs (make verify). Do not edit. -->

The daemon reads each key from a YAML file, then from the environment, then from flags; the later one overrides.
\`gatehouse config\` prints the effective values and their sources.

- **File**: \`--config path\`, or the file in \`GATEHOUSE_CONFIG\`, or \`${DEFAULT_FILE}\` in the working directory if it
  exists. Sections are mappings: \`http: { port: 9000 }\`.
- **Environment**: \`GATEHOUSE_\`, then the key in upper case with \`__\` for each dot: \`GATEHOUSE_HTTP__PORT=9000\`. Lists are
  separated by commas. An empty variable counts as not set.
- **Flags**: \`--set http.port=9000\`, as often as needed. Secrets cannot be set this way: a command line is public.
- **Secrets**, and \`redis.url\`, can be in separate files: \`GATEHOUSE_HOST__TOKEN_FILE=/run/secrets/host-token\`. An empty file is an
  error. The daemon never prints or logs secrets.

In YAML, put text in quotation marks that begins with a sign other than a letter, looks like a number or contains \`: \`, \` #\` or, within
\`{ }\`, a comma: \`accent: '#3451c6'\`. Gatehouse reports what YAML would leave out (\`token: &abc\`), and never repeats the text of a
value that it cannot read as YAML. All files are UTF-8. A key may be set once in a file, as \`http: { port: 9000 }\` or \`http.port: 9000\`.

If a key is unknown, a value out of range or a combination unsafe, the daemon reports all problems and exits before it
listens. The options of the authorization server (issuer, scopes, lifetimes, …) are not here: the host sends them in its
answer to \`HostService.Describe\` ([oauth-options.md](oauth-options.md)).
`;

/** docs/configuration.md, from the schema. */
export function configurationReference() {
  const chapters = Object.entries(schema).map(([name, entry]) => chapter(name, entry));
  return `${HEAD}\n${chapters.join('\n')}`;
}

function chapter(name, entry) {
  if (!('keys' in entry)) return `## ${name}\n\n${keyTable(namedKeys({ [name]: entry }))}`;
  const parts = [`## ${name}\n\n${entry.does}\n`];
  const own = namedKeys(entry.keys, `${name}.`).filter((key) => key.name.split('.').length === 2);
  if (own.length > 0) parts.push(keyTable(own));
  for (const [inner, section] of Object.entries(entry.keys)) {
    if (!('keys' in section)) continue;
    parts.push(`### ${name}.${inner}\n\n${section.does}\n`, keyTable(namedKeys(section.keys, `${name}.${inner}.`)));
  }
  return parts.join('\n');
}

function keyTable(keys) {
  const rows = keys.map((key) => [`\`${key.name}\``, key.reader.expects, defaultOf(key), key.does, `\`${key.env}\``]);
  return table(['Key', 'Value', 'Default', 'Meaning', 'Environment'], rows);
}

function defaultOf(key) {
  const shown = key.reader.show(key.otherwise);
  const value = shown === '' ? '(not set)' : `\`${shown}\``;
  return key.secret ? `${value}, secret` : value;
}
