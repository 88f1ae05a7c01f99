import { BackendMissing, Unavailable } from '../../core/faults.js';
import { mediaType } from '../../http/headers.js';
import { parseForm, parseQuery } from '../../http/parameters.js';
import type { Request } from '../../http/request.js';
import { RETRY_AFTER_SECONDS } from '../../http/response.js';
import type { Response } from '../../http/response.js';
import type { HandlerRoute } from '../../http/router.js';
import type { ConsentForm } from '../consent-page/consent-form.js';
import { consentFormPage, FIELDS } from '../consent-page/consent-form.js';
import { chooseLanguage } from '../consent-page/language.js';
import type { NoticePage } from '../consent-page/layout.js';
import { noticePage } from '../consent-page/layout.js';
import { CATALOGS } from '../consent-page/messages.js';
import { CONSENT_PATH } from '../model/metadata.js';
import { Parameters } from '../model/parameters.js';
import { PendingRequestLost } from '../usecases/consent-operations.js';
import type { AnswerConsentPage, ConsentVisit, ShowConsentPage, ShownConsentPage } from '../usecases/consent-page.js';

/**
 * Whether a browser says that a POST came from a page of the issuer's origin. The CSRF token decides; this check comes
 * first, so that a leaked token alone is not enough. Current browsers send Sec-Fetch-Site, which no page can forge. An older
 * browser sends "null" as Origin, because of our pages' Referrer-Policy, which proves nothing. A POST without either comes
 * from no browser of the last decade, and is rejected.
 */
export function isFromOwnOrigin(headers: ReadonlyMap<string, string>, issuerOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === 'null' || origin === issuerOrigin;
}

/** A CSRF token, four scopes and a decision take less than 200 bytes. */
const MAX_BODY_BYTES = 4096;
/** The format of our request ids; any other text is no request. */
const REQUEST_ID = /^[A-Za-z0-9_-]{43}$/;

const NOT_FOUND: NoticePage = { status: 404, notice: 'notFound' };

/**
 * GET and POST {issuer}/connect: the built-in consent page (docs/decisions/consent-page.md). A missing, used or expired
 * request, or one of another user, gets the same page.
 */
export function consentPageRoutes(
  { issuer, applicationName }: { readonly issuer: string; readonly applicationName: string },
  show: ShowConsentPage,
  answer: AnswerConsentPage,
): HandlerRoute[] {
  const { origin, host, pathname, protocol } = new URL(issuer);
  const secure = protocol === 'https:' ? '; Secure' : '';
  const basePath = pathname === '/' ? '' : pathname;
  const application = applicationName || host + basePath;
  /**
   * Chrome keeps a page for Back although it is `no-store`, unless a cookie of the page has changed that scripts cannot read (bfcache).
   * The question would look open after its answer. The cookie says nothing, and ends after a second.
   */
  const answeredCookie = `gatehouse_answered=1; Path=${basePath}${CONSENT_PATH}; Max-Age=1; HttpOnly; SameSite=Lax${secure}`;
  const shared = { path: CONSENT_PATH, cors: false, fault, bodyRefused: badForm } as const;
  return [
    {
      ...shared,
      name: 'oauth.consent_page',
      method: 'GET',
      maxBodyBytes: 0,
      async handle(request, call) {
        const visit = visitOf(request);
        if (visit === undefined) return notice(request, NOT_FOUND);
        const shown = await show(visit, call);
        return shown.kind === 'form' ? form(request, visit, shown) : withoutForm(request, shown);
      },
    },
    {
      ...shared,
      name: 'oauth.consent_answer',
      method: 'POST',
      maxBodyBytes: MAX_BODY_BYTES,
      async handle(request, call) {
        const visit = visitOf(request);
        if (visit === undefined) return notice(request, NOT_FOUND);
        if (!isFromOwnOrigin(request.headers, origin)) return forged(request, visit);
        const answered = answerOf(request);
        if (answered === undefined) return badForm(undefined, request);
        const outcome = await answer({ ...visit, ...answered }, call);
        switch (outcome.kind) {
          case 'redirect':
            return answeredWith(outcome.location);
          case 'forged':
            return forged(request, visit);
          case 'try_again': {
            const { chosenScopes } = answered;
            return outcome.because === 'host_away'
              ? form(request, visit, outcome.shown, {
                  status: 503,
                  alert: 'hostAway',
                  retryAfterSeconds: RETRY_AFTER_SECONDS,
                  chosenScopes,
                })
              : form(request, visit, outcome.shown, { status: 422, alert: 'noScopeChosen', chosenScopes });
          }
          case 'sign_in':
          case 'pending_not_found':
            return withoutForm(request, outcome);
        }
      },
    },
  ];

  function form(
    request: Request,
    visit: ConsentVisit,
    { form: { view, csrfToken }, userName }: Extract<ShownConsentPage, { kind: 'form' }>,
    again: Partial<Pick<ConsentForm, 'status' | 'alert' | 'retryAfterSeconds' | 'chosenScopes'>> = {},
  ): Response {
    return consentFormPage(messagesFor(request), {
      status: 200,
      chosenScopes: view.scopes.map(({ scope }) => scope),
      ...again,
      view,
      userName,
      application,
      action: pathOf(visit.requestId),
      csrfToken,
    });
  }

  function answeredWith(location: string): Response {
    const redirect = seeOther(location);
    return { ...redirect, headers: [...redirect.headers, ['set-cookie', answeredCookie]] };
  }

  function withoutForm(request: Request, shown: Exclude<ShownConsentPage, { kind: 'form' }>): Response {
    return shown.kind === 'sign_in' ? seeOther(shown.location) : notice(request, NOT_FOUND);
  }

  function forged(request: Request, { requestId }: ConsentVisit): Response {
    return notice(request, { status: 403, notice: 'unverifiedForm', tryAgainAt: pathOf(requestId) });
  }

  function badForm(reason: 'too_large' | 'too_slow' | undefined, request: Request): Response {
    const status = reason === 'too_large' ? 413 : reason === 'too_slow' ? 408 : 400;
    return notice(request, { status, notice: 'badForm', ...tryAgain(request) });
  }

  function fault(error: unknown, request: Request): Response {
    // No retry link or time: there is nothing left to answer.
    if (error instanceof PendingRequestLost) return notice(request, { status: 503, notice: 'requestLost' });
    if (error instanceof Unavailable) {
      const retryAfterSeconds = RETRY_AFTER_SECONDS;
      return notice(request, { status: 503, notice: 'unavailable', retryAfterSeconds, ...tryAgain(request) });
    }
    return notice(request, { status: 500, notice: error instanceof BackendMissing ? 'notConnected' : 'fault' });
  }

  function tryAgain(request: Request): Pick<NoticePage, 'tryAgainAt'> {
    const visit = visitOf(request);
    return visit === undefined ? {} : { tryAgainAt: pathOf(visit.requestId) };
  }

  /** As the browser sees it: an application that mounts us below a path may have stripped it from the request. */
  function pathOf(requestId: string): string {
    return `${basePath}${CONSENT_PATH}?request=${requestId}`;
  }

  function notice(request: Request, page: NoticePage): Response {
    return noticePage(messagesFor(request), application, page);
  }
}

function messagesFor(request: Request) {
  return CATALOGS[chooseLanguage(request.headers.get('accept-language'))];
}

/** Undefined if the query names no request or several, or an id that cannot be ours. */
function visitOf({ query, headers }: Request): ConsentVisit | undefined {
  const requestId = new Parameters(parseQuery(query) ?? []).get('request') ?? '';
  if (!REQUEST_ID.test(requestId)) return undefined;
  return { requestId, cookie: headers.get('cookie') ?? '', authorization: headers.get('authorization') ?? '' };
}

/** The fields of the form; undefined if it is not ours. */
function answerOf({ headers, body }: Request) {
  if (mediaType(headers.get('content-type')) !== 'application/x-www-form-urlencoded') return undefined;
  const parameters = new Parameters(parseForm(body) ?? []);
  const decision = parameters.get(FIELDS.decision);
  if (decision !== 'grant' && decision !== 'deny') return undefined;
  const csrfToken = parameters.get(FIELDS.csrfToken) ?? '';
  return { decision, csrfToken, chosenScopes: parameters.all(FIELDS.scope) } as const;
}

/** RFC 9110 §15.4.4, and RFC 9700 §4.12: with 307 or 308 the browser would send the form on to the client. */
function seeOther(location: string): Response {
  return {
    status: 303,
    headers: [
      ['location', location],
      ['cache-control', 'no-store'],
      ['referrer-policy', 'no-referrer'],
    ],
  };
}
