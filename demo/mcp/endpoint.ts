import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express, { Router, type RequestHandler } from 'express';
import type { Notes } from '../db/notes.js';
import { insufficientScope, requireBearer, type Authenticated, type VerifyToken } from './bearer.js';
import { notesServer, SCOPE_OF_TOOL } from './tools.js';

/**
 * The protected resource: a stateless MCP endpoint (one server object for each request). It verifies the access token of
 * every request, so it rejects a revoked token immediately.
 */
export function mcpEndpoint(notes: Notes, verify: VerifyToken, resourceMetadataUrl: string): Router {
  const router = Router();
  router.use(cors);
  router.use(requireBearer(verify, resourceMetadataUrl));
  router.use(express.json({ limit: '256kb' }));

  router.post('/', async (request, response) => {
    const { auth } = request as Authenticated;
    const missing = scopesNeeded(request.body).filter((scope) => !auth.scopes.includes(scope));
    if (missing.length > 0) {
      insufficientScope(response, resourceMetadataUrl, auth.scopes, missing);
      return;
    }

    const server = notesServer(notes, userOf(auth.extra));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });

  // Without sessions there is no stream to open or close.
  router.all('/', (_request, response) => {
    response.status(405).set('Allow', 'POST').json({ error: 'method_not_allowed' });
  });
  return router;
}

/** Scopes for the tools that a message, or a batch of them, calls. */
function scopesNeeded(body: unknown): string[] {
  const scopes = [body].flat().map((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
    return method === 'tools/call' ? SCOPE_OF_TOOL.get(String(params?.name)) : undefined;
  });
  return [...new Set(scopes.filter((scope) => scope !== undefined))];
}

function userOf(extra: Record<string, unknown> | undefined): string {
  const userId = extra?.['userId'];
  if (typeof userId !== 'string') throw new Error('the access token has no user');
  return userId;
}

/** Access depends only on the token, never on a cookie, so clients in web pages of any origin are safe. */
const cors: RequestHandler = (request, response, next) => {
  response.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'WWW-Authenticate' });
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response
    .set({
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'authorization, content-type, accept, mcp-protocol-version',
      'Access-Control-Max-Age': '7200',
    })
    .status(204)
    .end();
};
