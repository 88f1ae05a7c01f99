import type { BackendCookie } from '../auth/backend-cookie.js';
import { isFromSpa } from '../auth/presented-token.js';
import type { Session } from '../auth/sessions.js';
import type { Request } from '../../http/request.js';
import type { BearerBody, SessionBody, UserBody } from '../model/answers.js';
import type { Administrator } from '../model/administrator.js';
import type { Success } from './envelope.js';

/** What an administrator may know of itself: `user` of login and refresh, and the data of `me`. */
export function userOf({
  id,
  login,
  email,
  displayName,
  role,
  superuser,
  permissions,
  locale,
}: Administrator): UserBody {
  return {
    id,
    login,
    email,
    name: displayName,
    role: role === '' ? null : role,
    superuser,
    permissions,
    locale: locale === '' ? null : locale,
  };
}

/**
 * The answer of login and refresh. The single-page application gets the token as cookie only: no script of the page ever
 * holds it.
 */
export function sessionAnswer(session: Session, request: Request, cookie: BackendCookie): Success {
  const { administrator, token, expiresIn, refreshableFor } = session;
  const about: SessionBody = { expires_in: expiresIn, user: userOf(administrator) };
  if (isFromSpa(request)) return { data: about, headers: [cookie.set(token, refreshableFor)] };
  const bearer: BearerBody = { token, token_type: 'Bearer', ...about };
  return { data: bearer };
}
