import { REQUIRED } from '../../dist/daemon/core/described-keys.js';
import { contractName, OAUTH_OPTIONS } from '../../dist/daemon/oauth/model/options.js';
import { table } from './table.mjs';

const HEAD = `# Options of the authorization server

<!-- Generated from daemon/oauth/model/options.ts by scripts/docs.mjs (make verify). Do not edit. -->

Your host sends these options in its answer to \`HostService.Describe\`, in the message \`OAuthOptions\`
([oauth_options.proto](../proto/gatehouse/host/v1/oauth_options.proto)). Gatehouse reads none of them from its own
configuration. An absent field or an empty list means the default. Gatehouse validates all options together. While one of
them is invalid, it is not ready and reports each problem in its log and in \`/readyz\`.

In the TypeScript SDK an option has the same name in camelCase, and a duration is a text such as \`"10m"\`.
`;

/** docs/oauth-options.md, from the table that the daemon validates with. */
export function oauthOptionsReference() {
  const rows = Object.entries(OAUTH_OPTIONS).map(([name, { reader, otherwise, does }]) => [
    `\`${contractName(name)}\``,
    reader.expects,
    otherwise === REQUIRED ? REQUIRED : shown(reader.show(otherwise)),
    does,
  ]);
  return `${HEAD}\n${table(['Option', 'Value', 'Default', 'Meaning'], rows)}`;
}

function shown(value) {
  return value === '' ? '—' : `\`${value}\``;
}
