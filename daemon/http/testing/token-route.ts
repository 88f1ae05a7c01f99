import type { HandlerRoute } from '../router.js';

/** A route as the token endpoint declares it, whose handler does nothing. */
export const TOKEN_ROUTE: HandlerRoute = {
  name: 'token',
  method: 'POST',
  path: '/oauth/mcp/token',
  cors: true,
  belowAny: true,
  maxBodyBytes: 17,
  handle: () => ({ status: 200, headers: [] }),
  fault: () => ({ status: 503, headers: [] }),
  bodyRefused: () => ({ status: 413, headers: [] }),
};
