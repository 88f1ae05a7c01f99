import { lacksCsrfHeader, presentedToken } from '../auth/presented-token.js';
import type { BackendCookie } from '../auth/backend-cookie.js';
import type { Sessions } from '../auth/sessions.js';
import { AdminError } from '../model/admin-error.js';
import type { PublicEndpoint } from './endpoint.js';
import { sessionAnswer } from './session-answer.js';

/**
 * POST /auth/refresh, without a body. Public, because the token that it is about may have expired; that token is all the
 * proof there is.
 */
export function refreshEndpoint(sessions: Sessions, cookie: BackendCookie): PublicEndpoint {
  return {
    name: 'admin.refresh',
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    maxBodyBytes: 1024,
    async handle({ http, call }) {
      const presented = presentedToken(http);
      if (presented === undefined) return new AdminError('unauthenticated');
      if (lacksCsrfHeader(http, presented)) return new AdminError('csrf_header_required');
      const refreshed = await sessions.refresh(presented.token, call);
      if (!('kind' in refreshed)) return sessionAnswer(refreshed, http, cookie);
      return new AdminError(refreshed.kind === 'expired' ? 'token_expired' : 'unauthenticated');
    },
  };
}
