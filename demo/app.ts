import { mountGatehouse, type ConsentClient } from '@gatehouse/host';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { fileURLToPath } from 'node:url';
import type { Notes } from './db/notes.js';
import type { Sessions, Users } from './db/users.js';
import type { ConnectedApps } from './pages/apps.js';
import type { VerifyToken } from './mcp/bearer.js';
import { mcpEndpoint } from './mcp/endpoint.js';
import { sendPage, BROKEN, FORM_REFUSED, NOT_FOUND } from './pages/layout.js';
import { appsRoutes } from './pages/apps.js';
import { connectRoutes } from './pages/connect.js';
import { helpRoutes } from './pages/help.js';
import { notesRoutes } from './pages/notes.js';
import { signInRoutes } from './pages/sign-in.js';
import { RefusedForm, signedInWith, Visitors } from './web/visitor.js';
import { securityHeaders } from './web/security-headers.js';

export interface AppParts {
  readonly issuer: string;
  readonly gatehouseUrl: string;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly notes: Notes;
  readonly connectedApps: ConnectedApps;
  readonly consent: ConsentClient;
  readonly verifyToken: VerifyToken;
}

const ASSETS = fileURLToPath(new URL('../../demo/assets', import.meta.url));

/** The whole web application. The order of the routes matters. */
export function createApp(parts: AppParts): Express {
  const mcpUrl = `${parts.issuer}/mcp`;
  const resourceMetadataUrl = `${parts.issuer}/.well-known/oauth-protected-resource/mcp`;
  const visitors = new Visitors(parts.sessions, parts.issuer);
  const signedIn = signedInWith(visitors);

  const app = express();
  app.disable('x-powered-by');

  // Gatehouse's paths come before any middleware that would read or change their requests and responses.
  app.use(mountGatehouse({ target: parts.gatehouseUrl, adminPath: '/backend' }));
  app.get('/healthz', (_request, response) => void response.type('text').send('ok\n'));
  app.use('/mcp', mcpEndpoint(parts.notes, parts.verifyToken, resourceMetadataUrl));

  app.use(securityHeaders);
  app.use('/assets', express.static(ASSETS, { cacheControl: false, index: false }));
  app.use(express.urlencoded({ extended: false, limit: '32kb' }));
  app.use(visitors.recognize);
  app.use(signInRoutes(parts.users, visitors));
  app.use(notesRoutes(parts.notes, signedIn));
  app.use(connectRoutes(parts.consent, signedIn));
  app.use(appsRoutes(parts.connectedApps, signedIn, mcpUrl));
  app.use(helpRoutes(visitors, mcpUrl));
  app.use((request, response) => sendPage(response, 404, visitors.of(request), NOT_FOUND));
  app.use(failed);
  return app;
}

const failed: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const { status } = error as { status?: unknown };
  if (response.headersSent) next(error);
  else if (error instanceof RefusedForm) sendPage(response, 403, undefined, FORM_REFUSED);
  // Body parsers reject bodies that are too large or malformed with a status of their own.
  else if (typeof status === 'number' && status < 500) sendPage(response, status, undefined, FORM_REFUSED);
  else {
    console.error(`${request.method} ${request.path} failed:`, error);
    sendPage(response, 500, undefined, BROKEN);
  }
};
