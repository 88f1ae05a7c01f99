import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The subject of an access token; undefined if it is not valid. */
export type Verify = (accessToken: string) => Promise<{ userId: string; scopes: readonly string[] } | undefined>;

export interface McpEndpoint {
  close(): Promise<void>;
}

/**
 * A protected MCP endpoint with one tool, `whoami`, built on the official SDK. Without a token that `verify` accepts,
 * it returns 401 with a pointer to the resource metadata (RFC 9728 §5.1).
 */
export async function startMcpServer(port: number, resourceMetadata: string, verify: Verify): Promise<McpEndpoint> {
  const server = createServer((request, response) => {
    void answer(request, response, resourceMetadata, verify).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  resourceMetadata: string,
  verify: Verify,
): Promise<void> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const identity = token === undefined ? undefined : await verify(token);
  if (identity === undefined) {
    const challenge = `Bearer ${token === undefined ? '' : 'error="invalid_token", '}resource_metadata="${resourceMetadata}"`;
    response.writeHead(401, { 'www-authenticate': challenge }).end();
    return;
  }
  const mcp = new McpServer({ name: 'test', version: '1' });
  mcp.registerTool('whoami', { description: 'Tells whose token it is.' }, () => ({
    content: [{ type: 'text', text: `${identity.userId}: ${identity.scopes.join(' ')}` }],
  }));
  // Without sessions: every request is independent, and needs its own token.
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  await mcp.connect(transport);
  response.once('close', () => void mcp.close());
  await transport.handleRequest(request, response);
}
