import type { ClientAddresses } from '../../http/client-address.js';
import { normalizeLocale } from '../../i18n/locale.js';
import type { AccountBody, PasswordLinkBody } from '../api/answers.js';
import type { FieldProblem } from '../api/errors.js';
import { AdminError, invalid, isProblem } from '../api/errors.js';
import { MAX_IGNORED_BYTES, MAX_NAME_CHARACTERS, MAX_PREFERENCE_BYTES, MAX_SIGN_IN_BYTES } from '../api/limits.js';
import { ADMINISTRATOR_PATHS, ADMINISTRATORS, controllerPath, PATHS, SET_PASSWORD_PAGE } from '../api/paths.js';
import type { PasswordLinks } from '../auth/password-links.js';
import type { Sessions } from '../auth/sessions.js';
import type { AdminClaims } from '../auth/tokens.js';
import { MANAGES_ADMINISTRATORS } from '../builtin/registration.js';
import type { Administrator } from '../model/administrator.js';
import type { Ports } from '../ports/ports.js';
import type { PasswordDependencies } from '../usecases/choose-password.js';
import { chosenPassword, createChangeOwnPassword, createRedeemPasswordLink } from '../usecases/choose-password.js';
import { createManageColleague } from '../usecases/manage-colleague.js';
import { createPreferences } from '../usecases/preferences.js';
import type { AdminRequest, Endpoint, GuardedEndpoint, Outcome } from './endpoint.js';
import { controllerEndpoint, ownEndpoint } from './endpoint.js';
import { askingOf, jsonBody, queryEntries, recordInPath } from './read-request.js';
import type { SessionAnswers } from './sign-in.js';
import { reopenedAnswer, userOf } from './sign-in.js';

export interface AccountDependencies extends Omit<PasswordDependencies, 'accounts' | 'directory'>, SessionAnswers {
  readonly prefix: string;
  readonly ports: Pick<Ports, 'accounts' | 'directory'>;
  readonly passwordLinks: PasswordLinks;
  readonly sessions: Sessions;
  readonly addresses: ClientAddresses;
}

/** The endpoints of one's own account, and those of colleagues' accounts. */
export function accountEndpoints(dependencies: AccountDependencies): Endpoint[] {
  return [...ownEndpoints(dependencies), ...colleagueEndpoints(dependencies), redeemEndpoint(dependencies)];
}

function ownEndpoints({
  ports,
  sessions,
  cookie,
  features,
  addresses,
  ...more
}: AccountDependencies): GuardedEndpoint[] {
  const { accounts, directory } = ports;
  const changePassword = createChangeOwnPassword({ ...more, accounts, directory });
  const preferences = createPreferences(accounts);
  const reopened = (administrator: Administrator, request: AdminRequest, replaced?: AdminClaims) =>
    reopenedAnswer(administrator, request, { sessions, addresses, cookie, features }, replaced);
  return [
    ownEndpoint('PUT', PATHS.profile, 'profile', MAX_SIGN_IN_BYTES, async ({ http, administrator, call }) => {
      const body = jsonBody(http);
      if (body instanceof AdminError) return body;
      const profile = profileFrom(body['name'], body['locale']);
      if (profile instanceof AdminError) return profile;
      const updated = await accounts.updateProfile(administrator.id, profile, call);
      return updated === undefined ? new AdminError('unauthenticated') : { data: userOf(updated, features) };
    }),

    {
      ...ownEndpoint('PUT', PATHS.password, 'password', MAX_SIGN_IN_BYTES, async (request) => {
        const { http, administrator, call } = request;
        const body = jsonBody(http);
        if (body instanceof AdminError) return body;
        const { current } = body;
        const chosen = chosenPassword(body['password']);
        const isMissing = typeof current !== 'string' || current === '';
        if (isMissing || isProblem(chosen)) {
          const fields: Record<string, FieldProblem[]> = {};
          if (isMissing) fields['current'] = [{ rule: 'required' }];
          if (isProblem(chosen)) fields['password'] = [chosen];
          return new AdminError('validation_failed', { fields });
        }
        const change = { current, ...chosen, clientAddress: addresses.of(http) };
        const changed = await changePassword(change, administrator, call);
        return changed instanceof AdminError ? changed : reopened(changed, request);
      }),
      duringPasswordChange: true,
    },

    ownEndpoint('POST', PATHS.endOwnSessions, 'end_own_sessions', MAX_IGNORED_BYTES, async (request) => {
      const { administrator, call } = request;
      const outcome = await accounts.endSessions(administrator.id, administrator.id, call);
      if (!outcome.changed) return new AdminError('unauthenticated');
      // The one that asks stays, until the time at which it would have ended: nothing has asked for the password.
      return reopened(outcome.administrator, request, request.claims);
    }),

    ownEndpoint('GET', PATHS.preferences, 'preferences', 0, async ({ http, administrator, call }) => {
      const query = queryEntries(http);
      if (query instanceof AdminError) return query;
      const keys = query.flatMap(([name, value]) => (name === 'keys' ? value.split(',') : []));
      return answered(await preferences.read(administrator.id, keys, call));
    }),

    ownEndpoint(
      'PUT',
      PATHS.preference,
      'preference',
      2 * MAX_PREFERENCE_BYTES,
      async ({ http, administrator, parameters, call }) => {
        const body = jsonBody(http);
        if (body instanceof AdminError) return body;
        const { value = null } = body;
        const refused = await preferences.write(administrator.id, parameters.get('key') ?? '', value, call);
        return refused ?? { data: null };
      },
    ),
  ];
}

function profileFrom(name: unknown, locale: unknown): { displayName: string; locale: string } | AdminError {
  const fields: Record<string, FieldProblem[]> = {};
  if (typeof name !== 'string') fields['name'] = [{ rule: 'string' }];
  else if (/[\p{Cc}\p{Cs}]/u.test(name)) fields['name'] = [{ rule: 'string_characters' }];
  else if ([...name].length > MAX_NAME_CHARACTERS) {
    fields['name'] = [{ rule: 'string_length', parameters: { maximum: MAX_NAME_CHARACTERS } }];
  }
  const isLocale = locale === null || (typeof locale === 'string' && normalizeLocale(locale) === locale);
  if (!isLocale) fields['locale'] = [{ rule: 'locale' }];
  if (typeof name !== 'string' || !isLocale || Object.keys(fields).length > 0) {
    return new AdminError('validation_failed', { fields });
  }
  return { displayName: name.trim(), locale: locale ?? '' };
}

function answered(data: object | AdminError): Outcome {
  return data instanceof AdminError ? data : { data };
}

function colleagueEndpoints({
  ports,
  passwords,
  passwordLinks,
  prefix,
  features,
}: AccountDependencies): GuardedEndpoint[] {
  const colleague = createManageColleague({
    accounts: ports.accounts,
    passwords,
    links: passwordLinks,
    secondFactor: features.secondFactor,
  });
  const place = { path: controllerPath(ADMINISTRATORS), permissions: [MANAGES_ADMINISTRATORS] };
  const idOf = ({ parameters }: AdminRequest) => recordInPath(parameters);
  return [
    controllerEndpoint(place, 'GET', ADMINISTRATOR_PATHS.account, 'account', 0, async (request) => {
      const account: AccountBody | AdminError = await colleague.show(idOf(request), askingOf(request));
      return answered(account);
    }),

    controllerEndpoint(
      place,
      'POST',
      ADMINISTRATOR_PATHS.password,
      'set_password',
      MAX_SIGN_IN_BYTES,
      async (request) => {
        const body = jsonBody(request.http);
        if (body instanceof AdminError) return body;
        const chosen = chosenPassword(body['password']);
        if (isProblem(chosen)) return invalid('password', chosen);
        const refused = await colleague.setPassword(idOf(request), chosen.password, askingOf(request));
        return refused ?? { data: null };
      },
    ),

    controllerEndpoint(
      place,
      'POST',
      ADMINISTRATOR_PATHS.passwordLink,
      'password_link',
      MAX_IGNORED_BYTES,
      async (request) => {
        const link = await colleague.issueLink(idOf(request), askingOf(request));
        if (link instanceof AdminError) return link;
        const body: PasswordLinkBody = {
          // A fragment: browsers send it to no server, and no log or Referer contains it.
          path: `${prefix}${SET_PASSWORD_PAGE}#${link.token}`,
          expires_at: new Date(link.expiresAt).toISOString(),
        };
        return { status: 201, data: body };
      },
    ),

    controllerEndpoint(
      place,
      'POST',
      ADMINISTRATOR_PATHS.endSessions,
      'end_sessions',
      MAX_IGNORED_BYTES,
      async (request) => (await colleague.endSessions(idOf(request), askingOf(request))) ?? { data: null },
    ),
  ];
}

/** POST /auth/set-password: `{"token","password"}`. Public, because the link is the only credential. */
function redeemEndpoint({ ports, passwords, passwordLinks, addresses }: AccountDependencies): Endpoint {
  const redeem = createRedeemPasswordLink(passwordLinks, { accounts: ports.accounts, passwords });
  return {
    name: 'admin.redeem_password_link',
    method: 'POST',
    path: PATHS.setPassword,
    access: 'public',
    maxBodyBytes: MAX_SIGN_IN_BYTES,
    async handle({ http, call }) {
      const body = jsonBody(http);
      if (body instanceof AdminError) return body;
      const { token } = body;
      if (typeof token !== 'string' || token === '') return new AdminError('link_invalid');
      const chosen = chosenPassword(body['password']);
      if (isProblem(chosen)) return invalid('password', chosen);
      const changed = await redeem({ token, ...chosen, clientAddress: addresses.of(http) }, call);
      return changed instanceof AdminError ? changed : { data: { login: changed.login } };
    },
  };
}
