import type { FixedRoute } from '../../http/route.js';
import { ADMIN_CSP, SAME_ORIGIN } from './headers.js';

/**
 * The single-page application's page, for the prefix and for every path below it that nothing else answers: which screen it
 * shows, its own router decides.
 */
export function shellRoutes(prefix: string, html: string): FixedRoute[] {
  return [prefix, `${prefix}/*`].map((path) => ({
    name: 'admin.shell',
    method: 'GET',
    path,
    cors: false,
    response: {
      status: 200,
      headers: [['content-type', 'text/html; charset=utf-8'], ['cache-control', 'no-cache'], SAME_ORIGIN, ADMIN_CSP],
      body: html,
    },
  }));
}
