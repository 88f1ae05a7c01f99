import type { GuardedEndpoint } from './endpoint.js';
import { userOf } from './session-answer.js';

/** GET /auth/me. */
export function meEndpoint(): GuardedEndpoint {
  return {
    name: 'admin.me',
    method: 'GET',
    path: '/auth/me',
    access: 'authenticated',
    permissions: [],
    maxBodyBytes: 0,
    handle: ({ administrator }) => ({ data: userOf(administrator) }),
  };
}
