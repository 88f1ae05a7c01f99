import { Router } from 'express';
import { helpPage } from '../pages/help.js';
import { sendPage } from '../pages/layout.js';
import type { Visitors } from '../web/visitor.js';

/** The page that the metadata document advertises as `service_documentation`: readable without an account. */
export function helpRoutes(visitors: Visitors, mcpUrl: string): Router {
  return Router().get('/help', (request, response) => {
    sendPage(response, 200, visitors.of(request), helpPage(mcpUrl));
  });
}
