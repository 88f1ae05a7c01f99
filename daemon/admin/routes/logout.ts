import type { BackendCookie } from '../auth/backend-cookie.js';
import type { Sessions } from '../auth/sessions.js';
import { isForAnother } from './believed-administrator.js';
import type { GuardedEndpoint } from './endpoint.js';

/**
 * POST /auth/logout: the token is good for nothing any more, whatever the grace of a refresh. One that has expired
 * authenticates nobody, and the answer says so (spec, Endpoints: authenticated); but as long as it could be refreshed, it is
 * ended as well, and a browser loses its cookie with every answer that leaves it without a session. Otherwise whoever signs out
 * an hour after the last request would be signed in again by the next page.
 */
export function logoutEndpoint(sessions: Sessions, cookie: BackendCookie): GuardedEndpoint {
  return {
    name: 'admin.logout',
    method: 'POST',
    path: '/auth/logout',
    access: 'authenticated',
    permissions: [],
    maxBodyBytes: 1024,
    async handle({ claims, call }) {
      await sessions.close(claims, call);
      return { data: null, headers: [cookie.clear()] };
    },
    unauthenticated: {
      headers: [cookie.clear()],
      async handle({ http, call }, token) {
        const claims = await sessions.claimsOf(token);
        // The cookie is somebody else's by now, who has not signed out.
        if (claims !== undefined && isForAnother(http, { id: claims.sub })) return [];
        if (claims !== undefined) await sessions.close(claims, call);
        return [cookie.clear()];
      },
    },
  };
}
