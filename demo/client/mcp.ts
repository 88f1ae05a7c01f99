import { randomUUID } from 'node:crypto';

/** One MCP request as it is on the wire, outside the SDK, which would answer a refusal by signing in again. */
export function postToMcp(url: string, token?: string, tool = 'list_notes'): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: randomUUID(),
      method: 'tools/call',
      params: { name: tool, arguments: {} },
    }),
  });
}
