import { Router } from 'express';
import { html } from '../web/html.js';
import type { Visitors } from '../web/visitor.js';
import type { Page } from './layout.js';
import { sendPage } from './layout.js';

function helpPage(mcpUrl: string): Page {
  return {
    title: 'Help',
    current: '/help',
    body: html`<article class="prose">
      <h1>Connect an assistant to your notes</h1>
      <p>
        Any assistant that supports the Model Context Protocol can read your notes and add new ones, if you allow it.
        Give it this address:
      </p>
      <p><code class="address">${mcpUrl}</code></p>
      <div class="ways">
        <section class="card">
          <h2>Claude Code</h2>
          <pre><code>claude mcp add --transport http acme-notes ${mcpUrl}</code></pre>
          <p>Then start <code>claude</code>, type <code>/mcp</code>, choose <i>acme-notes</i> and authenticate.</p>
        </section>
        <section class="card">
          <h2>Cursor</h2>
          <pre><code>{ "mcpServers": { "acme-notes": { "url": "${mcpUrl}" } } }</code></pre>
          <p>In <code>.cursor/mcp.json</code>; then sign in from Cursor's settings for MCP.</p>
        </section>
        <section class="card">
          <h2>MCP Inspector</h2>
          <pre><code>npx @modelcontextprotocol/inspector</code></pre>
          <p>Choose the transport <i>Streamable HTTP</i>, enter the address above, and connect.</p>
        </section>
      </div>
      <h2>What happens</h2>
      <ol class="steps">
        <li>The assistant opens this site in your browser, and you sign in.</li>
        <li>You see who gets access and choose the permissions.</li>
        <li>It works with your notes until you disconnect it under <a href="/apps">Connected apps</a>.</li>
      </ol>
      <h2>If a connection stops working</h2>
      <p>Remove it in the assistant and add it again. Your notes are not affected.</p>
    </article>`,
  };
}

/** The page that the metadata document advertises as `service_documentation`: readable without an account. */
export function helpRoutes(visitors: Visitors, mcpUrl: string): Router {
  return Router().get('/help', (request, response) => {
    sendPage(response, 200, visitors.of(request), helpPage(mcpUrl));
  });
}
