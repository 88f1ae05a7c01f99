import type { ClientAddresses } from '../../http/client-address.js';
import type { Request } from '../../http/request.js';
import type { BearerBody, CodeNeededBody, SessionBody, UserBody } from '../api/answers.js';
import { AdminError } from '../api/errors.js';
import { MAX_SIGN_IN_BYTES } from '../api/limits.js';
import { PATHS } from '../api/paths.js';
import type { PasskeySite } from '../auth/passkeys.js';
import { requestOptions } from '../auth/passkeys.js';
import type { BackendCookie } from '../auth/presented-token.js';
import { isForAnother, isFromSpa, lacksCsrfHeader, presentedToken } from '../auth/presented-token.js';
import type { Session, Sessions } from '../auth/sessions.js';
import type { AdminClaims } from '../auth/tokens.js';
import type { Administrator } from '../model/administrator.js';
import { lacksSecondFactor } from '../model/administrator.js';
import { deviceOf } from '../model/device.js';
import { SIGN_IN_TICKET_SECONDS } from '../usecases/finish-sign-in.js';
import type { SignIn } from '../usecases/sign-in.js';
import type { AdminRequest, GuardedEndpoint, PublicEndpoint } from './endpoint.js';
import type { Success } from './envelope.js';
import { textsIn } from './read-request.js';

/** The optional abilities of the host that the pages of an account need. */
export interface AccountFeatures {
  /** CAPABILITY_ADMIN_ACCOUNTS */
  readonly accounts: boolean;
  /** CAPABILITY_ADMIN_SESSION_LIST */
  readonly sessionList: boolean;
  /** CAPABILITY_ADMIN_SECOND_FACTOR */
  readonly secondFactor: boolean;
  /** Where passkeys are used: CAPABILITY_ADMIN_PASSKEYS, and an address of the pages that can have them. */
  readonly passkeys?: PasskeySite;
}

/** The administrator's own data: `user` of login and refresh, and the data of `me`. */
export function userOf(
  administrator: Administrator,
  { accounts, sessionList, secondFactor, passkeys }: AccountFeatures,
): UserBody {
  const { id, login, email, displayName, role, superuser, permissions, locale, mustChangePassword } = administrator;
  return {
    id,
    login,
    email,
    name: displayName,
    role: role === '' ? null : role,
    superuser,
    permissions,
    locale: locale === '' ? null : locale,
    ...(mustChangePassword === true && { must_change_password: true }),
    ...(accounts && { has_account: true }),
    ...(sessionList && { has_sessions: true }),
    ...(secondFactor && { second_factor: administrator.hasSecondFactor === true ? 'on' : 'off' }),
    ...(passkeys && { has_passkeys: true }),
    ...(secondFactor && lacksSecondFactor(administrator) && { must_set_up_second_factor: true }),
  };
}

/** How answers with a session are made. */
export interface SessionAnswers {
  readonly cookie: BackendCookie;
  readonly features: AccountFeatures;
}

/**
 * The answer of login and refresh. The single-page application gets the token only as a cookie, so no script of the page can
 * read it.
 */
export function sessionAnswer(session: Session, request: Request, { cookie, features }: SessionAnswers): Success {
  const { administrator, token, expiresIn, refreshableFor } = session;
  const about: SessionBody = { expires_in: expiresIn, user: userOf(administrator, features) };
  if (isFromSpa(request)) return { data: about, headers: [cookie.set(token, refreshableFor)] };
  const bearer: BearerBody = { token, token_type: 'Bearer', ...about };
  return { data: bearer };
}

/**
 * The answer to a change that has ended every session: another one, for the browser that made the change.
 *
 * @param replaced as in Sessions.reopen
 */
export async function reopenedAnswer(
  administrator: Administrator,
  { http, call }: Pick<AdminRequest, 'http' | 'call'>,
  { sessions, addresses, ...answers }: SessionAnswers & { readonly sessions: Sessions; addresses: ClientAddresses },
  replaced?: AdminClaims,
): Promise<Success> {
  const device = deviceOf(http.headers.get('user-agent'), addresses.of(http));
  return sessionAnswer(await sessions.reopen(administrator, device, call, replaced), http, answers);
}

/** POST /auth/login: `{"login","password"}`, where login may be an email address. */
export function loginEndpoint(
  signIn: SignIn,
  { addresses, ...answers }: SessionAnswers & { readonly addresses: ClientAddresses },
): PublicEndpoint {
  return {
    name: 'admin.login',
    method: 'POST',
    path: PATHS.login,
    access: 'public',
    maxBodyBytes: MAX_SIGN_IN_BYTES,
    async handle({ http, call }) {
      const texts = textsIn(http, 'login', 'password');
      if (texts instanceof AdminError) return texts;
      const { login: identifier, password } = texts;
      const clientAddress = addresses.of(http);
      const device = deviceOf(http.headers.get('user-agent'), clientAddress);
      const outcome = await signIn({ identifier, password, clientAddress, device }, call);
      switch (outcome.kind) {
        case 'signed_in':
          return sessionAnswer(outcome.session, http, answers);
        case 'refused':
          return new AdminError('invalid_credentials');
        case 'code_required': {
          const { ticket, methods } = outcome;
          const { passkeys: site } = answers.features;
          const needed: CodeNeededBody = {
            second_factor: ticket,
            expires_in: SIGN_IN_TICKET_SECONDS,
            ...(methods && { methods }),
            ...(site && methods?.includes('passkey') === true && { passkey: requestOptions(ticket, site) }),
          };
          return { data: needed };
        }
        case 'throttled':
          return new AdminError('too_many_attempts', { retryAfterSeconds: outcome.retryAfterSeconds });
      }
    },
  };
}

/** POST /auth/refresh, without a body. Public, because the token may have expired; it is the only credential needed. */
export function refreshEndpoint(sessions: Sessions, answers: SessionAnswers): PublicEndpoint {
  return {
    name: 'admin.refresh',
    method: 'POST',
    path: PATHS.refresh,
    access: 'public',
    maxBodyBytes: 1024,
    async handle({ http, call }) {
      const presented = presentedToken(http, sessions.claimsOf);
      if (presented === undefined) return new AdminError('unauthenticated');
      if (lacksCsrfHeader(http, presented)) return new AdminError('csrf_header_required');
      const claims = sessions.claimsOf(presented.token);
      if (claims !== undefined && isForAnother(http, { id: claims.sub }))
        return new AdminError('administrator_changed');
      const refreshed = await sessions.refresh(presented.token, call);
      if (!('kind' in refreshed)) return sessionAnswer(refreshed, http, answers);
      return new AdminError(refreshed.kind === 'expired' ? 'token_expired' : 'unauthenticated');
    },
  };
}

/**
 * POST /auth/logout: ends the token, whatever the grace period of a refresh. An expired token authenticates no administrator,
 * and the answer says so (AD-124). But Gatehouse also ends an expired token that is still refreshable, and deletes the cookie
 * in every answer that leaves the browser without a session. Otherwise a user who signs out an hour after the last request
 * would be signed in again on the next page.
 */
export function logoutEndpoint(sessions: Sessions, cookie: BackendCookie): GuardedEndpoint {
  return {
    name: 'admin.logout',
    method: 'POST',
    path: PATHS.logout,
    access: 'authenticated',
    permissions: [],
    duringPasswordChange: true,
    maxBodyBytes: 1024,
    async handle({ claims, call }) {
      await sessions.close(claims, call);
      return { data: null, headers: [cookie.clear()] };
    },
    unauthenticated: {
      headers: [cookie.clear()],
      async handle({ http, call }, token) {
        const claims = sessions.claimsOf(token);
        // The cookie now belongs to another administrator, who has not signed out.
        if (claims !== undefined && isForAnother(http, { id: claims.sub })) return [];
        if (claims !== undefined) await sessions.close(claims, call);
        return [cookie.clear()];
      },
    },
  };
}

/** GET /auth/me. */
export function meEndpoint(features: AccountFeatures): GuardedEndpoint {
  return {
    name: 'admin.me',
    method: 'GET',
    path: PATHS.me,
    access: 'authenticated',
    permissions: [],
    maxBodyBytes: 0,
    duringPasswordChange: true,
    handle: ({ administrator }) => ({ data: userOf(administrator, features) }),
  };
}
