import type { ConnectedApp } from '../gatehouse/connected-apps.js';
import { html, type Html } from '../web/html.js';
import type { Visitor } from '../web/visitor.js';
import { csrfField, type Page } from './layout.js';
import { meaningOf } from './scopes.js';
import { day } from './times.js';

export function appsPage(visitor: Visitor, apps: readonly ConnectedApp[], mcpUrl: string): Page {
  return {
    title: 'Connected apps',
    current: '/apps',
    body: html`<h1>Apps connected to your account</h1>
      ${
        apps.length === 0
          ? html`<div class="empty">
              <p>No app is connected. Give this address to an assistant that speaks MCP:</p>
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
      <p>${app.clientName === '' ? 'Gives no name' : html`Calls itself “${app.clientName}”`}.</p>
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
