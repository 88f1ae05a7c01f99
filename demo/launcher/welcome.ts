import { styleText } from 'node:util';

export interface Running {
  readonly issuer: string;
  readonly daemonUrl: string;
  readonly metricsUrl: string;
  readonly directory: string;
  readonly pids: readonly number[];
}

/** The text on the terminal once everything runs. */
export function welcome({ issuer, daemonUrl, metricsUrl, directory, pids }: Running): string {
  const bold = (text: string) => styleText('bold', text);
  const port = new URL(issuer).port;
  const prefix = port === '8080' ? '' : `DEMO_PORT=${port} `;
  return `
${styleText('green', '●')} ${bold('Acme Notes is running, with Gatehouse beside it.')}

  Application      ${bold(issuer)}
  Sign in          ${bold('ada@example.test')} with ${bold('demo-password')}   (or grace@example.test, same password)
  Administration   ${bold(`${issuer}/backend`)}
  Sign in there    ${bold('admin@example.test')} with ${bold('demo-password')}   (or editor@example.test, with fewer permissions)
  MCP endpoint     ${bold(`${issuer}/mcp`)}
  Gatehouse        ${daemonUrl} (its own port), ${metricsUrl} (Prometheus)
  Files            ${directory} (database and logs; recreated at every start)
  Processes        application ${pids[0] ?? '?'}, gatehouse ${pids[1] ?? '?'}

${bold('Try next')}, in another terminal:

  ${prefix}make demo-client
      runs a real MCP client through the whole flow and prints each step
  claude mcp add --transport http acme-notes ${issuer}/mcp
      then, inside claude: /mcp, choose acme-notes, authenticate
  npx @modelcontextprotocol/inspector
      transport "Streamable HTTP", URL ${issuer}/mcp, then Connect
  curl ${issuer}/.well-known/oauth-authorization-server
      the metadata document

Ctrl-C stops everything.
`;
}
