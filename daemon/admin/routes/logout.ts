import type { BackendCookie } from '../auth/backend-cookie.js';
import type { Sessions } from '../auth/sessions.js';
import type { GuardedEndpoint } from './endpoint.js';

/** POST /auth/logout: the token is good for nothing any more, whatever the grace of a refresh. */
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
  };
}
