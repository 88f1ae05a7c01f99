import type { ConnectedApp as Connection, SqlBackend } from '@gatehouse/host/sql';
import { Router } from 'express';
import type { Html } from '../web/html.js';
import { field, html } from '../web/html.js';
import type { SignedIn, Visitor } from '../web/visitor.js';
import type { Page } from './layout.js';
import { csrfField, day, meaningOf, sendPage } from './layout.js';

/** An app that holds access to the user's notes, as the page shows it. */
interface ConnectedApp extends Connection {
  /** Hosts of its redirect URIs, the part of its identity that it cannot forge. */
  readonly hosts: readonly string[];
}

/** For a private-use scheme, the scheme: the rest of the URI proves nothing. */
function hostOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? hostname : protocol;
}

/** The data of the page "Apps connected to your account". */
export class ConnectedApps {
  constructor(private readonly backend: SqlBackend) {}

  /** Most recently used first. */
  async list(userId: string): Promise<ConnectedApp[]> {
    const connections = await this.backend.connectedApps(userId);
    const options = { readOnly: true, deadline: new Date(Date.now() + 5000) };
    return this.backend.transaction(async ({ clients }) => {
      const apps: ConnectedApp[] = [];
      for (const connection of connections) {
        const client = await clients.find(connection.clientId);
        const hosts = new Set(client?.redirectUris.map(hostOf));
        apps.push({ ...connection, hosts: [...hosts] });
      }
      return apps;
    }, options);
  }

  /** Ends the access of one app. Does nothing if it belongs to another user. */
  async disconnect(userId: string, lineageId: string): Promise<void> {
    await this.backend.disconnectApp(userId, lineageId);
  }
}

function appsPage(visitor: Visitor, apps: readonly ConnectedApp[], mcpUrl: string): Page {
  return {
    title: 'Connected apps',
    current: '/apps',
    body: html`<h1>Apps connected to your account</h1>
      ${
        apps.length === 0
          ? html`<div class="empty">
              <p>No app is connected. Give this address to an assistant that supports MCP:</p>
              <p><code class="address">${mcpUrl}</code></p>
              <p><a href="/help">How to connect an app</a></p>
            </div>`
          : html`<ul class="notes">
              ${apps.map((app) => item(visitor, app))}
            </ul>`
      }`,
  };
}

function item(visitor: Visitor, app: ConnectedApp): Html {
  const hosts = app.hosts.length === 0 ? 'An app that is no longer registered' : app.hosts.join(', ');
  return html`<li class="card app">
    <img src="/assets/client.svg" alt="" width="40" height="40" />
    <div class="app-text">
      <h2><span class="host">${hosts}</span></h2>
      <p>${app.clientName === '' ? 'No name provided' : html`Calls itself “${app.clientName}”`}.</p>
      <p class="facts">Connected on ${day(app.connectedAt)}, last used on ${day(app.lastUsedAt)}</p>
      <p class="tags">${app.scopes.map((scope) => html`<span class="tag">${meaningOf(scope).heading}</span> `)}</p>
    </div>
    <form method="post" action="/apps/disconnect">
      ${csrfField(visitor)}
      <input type="hidden" name="lineage" value="${app.lineageId}" />
      <button class="danger" type="submit" aria-label="Disconnect ${app.clientName} at ${hosts}">Disconnect</button>
    </form>
  </li>`;
}

export function appsRoutes(apps: ConnectedApps, signedIn: SignedIn, mcpUrl: string): Router {
  const router = Router();

  router.get(
    '/apps',
    signedIn(async (_request, response, user, visitor) => {
      sendPage(response, 200, visitor, appsPage(visitor, await apps.list(user.id), mcpUrl));
    }),
  );

  router.post(
    '/apps/disconnect',
    signedIn(async (request, response, user) => {
      await apps.disconnect(user.id, field(request.body, 'lineage'));
      response.redirect(303, '/apps');
    }),
  );

  return router;
}
