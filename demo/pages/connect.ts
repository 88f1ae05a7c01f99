import type { ConsentClient, Pending, PendingRequestView, RequestedScope } from '@gatehouse/host';
import { GatehouseError, GatehouseUnavailable } from '@gatehouse/host';
import type { Request, Response } from 'express';
import { Router } from 'express';
import type { User } from '../db/users.js';
import type { Html } from '../web/html.js';
import { field, html, ticked } from '../web/html.js';
import { allowFormsTo, formActionSource } from '../web/security-headers.js';
import type { SignedIn, SignedInHandler, Visitor } from '../web/visitor.js';
import type { Page } from './layout.js';
import { csrfField, day, meaningOf, sendPage, timeLeft } from './layout.js';

/** Missing, another user's, used or expired: the page must not reveal which, so the text fits all four. */
const REQUEST_GONE: Page = {
  title: 'This request is no longer open',
  width: 'narrow',
  body: html`<div class="card">
    <h1>This request is no longer open</h1>
    <p class="lead">It may have expired, been answered already, or belong to another account.</p>
    <ol class="steps">
      <li>Go back to the app that you want to connect.</li>
      <li>Select “connect” or “sign in” there again.</li>
      <li>Answer the new request within ten minutes, signed in with the same account.</li>
    </ol>
    <p class="actions">
      <a class="button primary" href="/">Go to your notes</a>
      <a class="button secondary" href="/apps">Connected apps</a>
    </p>
  </div>`,
};

/** The daemon or one of its peers does not respond. Trying again leads to the request, or to REQUEST_GONE. */
function tryAgainPage(path: string): Page {
  return {
    title: 'Please try again',
    width: 'narrow',
    body: html`<div class="card">
      <h1>You can’t connect apps right now</h1>
      <p class="lead">The service behind this page is not responding. Try again in a moment.</p>
      <p><a class="button primary" href="${path}">Try again</a></p>
    </div>`,
  };
}

interface ConsentForm {
  readonly visitor: Visitor;
  readonly user: User;
  readonly requestId: string;
  readonly view: PendingRequestView;
  /** Whether the user pressed Allow with nothing ticked. */
  readonly nothingTicked: boolean;
}

/**
 * The only page where a user decides about a client. The client's description of itself is a claim; the destination of the
 * code is a fact, so the page shows it first. Enter presses the first button of a form, so that is the safe choice.
 */
function consentPage({ visitor, user, requestId, view, nothingTicked }: ConsentForm): Page {
  return {
    title: `Connect ${view.redirectHost}`,
    width: 'narrow',
    body: html`<div class="card consent">
      <div class="pair">
        <img src="/assets/client.svg" alt="" width="44" height="44" />
        <img src="/assets/icon.svg" alt="" width="44" height="44" />
      </div>
      <h1>Connect <span class="host">${view.redirectHost}</span> to your notes?</h1>
      <p class="lead">If you allow it, ${destination(view)}</p>
      ${identity(view)}
      <form method="post" action="/connect" class="stack">
        ${csrfField(visitor)}
        <input type="hidden" name="request" value="${requestId}" />
        ${
          nothingTicked
            ? html`<p class="notice bad" role="alert" id="problem">Select at least one permission, or deny access.</p>`
            : undefined
        }
        <fieldset${nothingTicked ? html` aria-describedby="problem"` : undefined}>
          <legend>It may</legend>
          ${view.scopes.map((scope) => checkbox(scope, !nothingTicked))}
        </fieldset>
        <div class="decide">
          <button class="secondary" type="submit" name="decision" value="deny">Deny</button>
          <button class="primary" type="submit" name="decision" value="allow">Allow</button>
        </div>
      </form>
      <p class="hint">
        Signed in as <strong>${user.name}</strong> (${user.email}). You can disconnect the app at any time under
        <a href="/apps">Connected apps</a>.
      </p>
      ${details(view)}
    </div>`,
  };
}

/** The kind of destination that gets the code. */
function destination({ redirectIsLoopback, redirectUri }: PendingRequestView): string {
  if (redirectIsLoopback) return 'a program on this computer will get access.';
  if (/^https?:/.test(redirectUri)) return 'this website will get access.';
  return 'the app on this device that opens such addresses will get access.';
}

function checkbox({ scope, description }: RequestedScope, ticked: boolean): Html {
  const { heading, text } = meaningOf(scope, description);
  return html`<label class="check">
    <input type="checkbox" name="scope" value="${scope}" ${ticked ? html` checked` : undefined} />
    <span><strong>${heading}</strong><br />${text}</span>
  </label>`;
}

function identity(view: PendingRequestView): Html {
  const name =
    view.clientName === '' ? html`It did not provide a name.` : html`It calls itself <b>“${view.clientName}”</b>.`;
  return view.clientSelfRegistered
    ? html`<p class="notice warn">
        ${name} The app registered itself on ${day(view.clientRegisteredAt)}. We have not checked who runs it. Allow it
        only if <strong>you</strong> started this just now.
      </p>`
    : html`<p class="notice good">${name} It was set up by the people who run Acme Notes.</p>`;
}

function details(view: PendingRequestView): Html {
  return html`<details>
    <summary>Technical details</summary>
    <dl>
      <dt>Return address</dt>
      <dd>${view.redirectUri}</dd>
      <dt>Client id</dt>
      <dd>${view.clientId}</dd>
      <dt>Access to</dt>
      <dd>${view.resource}</dd>
      <dt>This request expires</dt>
      <dd>${timeLeft(view.expiresAt)}</dd>
    </dl>
  </details>`;
}

/**
 * The consent page: Gatehouse sends the browser to `/connect?request=…`, the signed-in user decides, and the consent
 * operations turn the decision into the address to send the browser back to.
 */
export function connectRoutes(consent: ConsentClient, signedIn: SignedIn): Router {
  const router = Router();

  router.get(
    '/connect',
    signedIn(
      explained(async (request, response, user, visitor) => {
        const requestId = field(request.query, 'request');
        await show(consent, response, { visitor, user, requestId, nothingTicked: false });
      }),
    ),
  );

  router.post(
    '/connect',
    signedIn(
      explained(async (request, response, user, visitor) => {
        const requestId = field(request.body, 'request');
        const decided = await decide(consent, request, { requestId, userId: user.id });
        switch (decided.outcome) {
          case 'granted':
          case 'denied':
            response.redirect(303, decided.redirectUrl);
            break;
          case 'pending_not_found':
            gone(response, visitor);
            break;
          case 'no_grantable_scopes':
            await show(consent, response, { visitor, user, requestId, nothingTicked: true });
        }
      }),
    ),
  );

  return router;
}

/** Shows the consent page for a request that waits for this user. Viewing does not use the request up. */
async function show(consent: ConsentClient, response: Response, form: Omit<ConsentForm, 'view'>): Promise<void> {
  const found = await consent.pendingRequest({ requestId: form.requestId, userId: form.user.id });
  if (found.outcome === 'pending') {
    const view = found.pendingRequest;
    allowFormsTo(response, [formActionSource(view.redirectUri)]);
    sendPage(response, form.nothingTicked ? 400 : 200, form.visitor, consentPage({ ...form, view }));
  } else gone(response, form.visitor);
}

/** Denies unless the user pressed Allow. */
function decide(consent: ConsentClient, request: Request, pending: Pending) {
  return field(request.body, 'decision') === 'allow'
    ? consent.issueCode({ ...pending, grantedScopes: ticked(request, 'scope') })
    : consent.denyPending(pending);
}

/** Turns expected errors into pages with advice. */
function explained(handler: SignedInHandler): SignedInHandler {
  return async (request, response, user, visitor) => {
    try {
      await handler(request, response, user, visitor);
    } catch (error) {
      // The daemon or one of its peers is unavailable. The next try shows whether the request still exists.
      if (error instanceof GatehouseUnavailable) sendPage(response, 503, visitor, tryAgainPage(askedFor(request)));
      // A mistyped address: no request has such an id.
      else if (error instanceof GatehouseError && error.code === 'INVALID_ARGUMENT') gone(response, visitor);
      else throw error;
    }
  };
}

function gone(response: Response, visitor: Visitor): void {
  sendPage(response, 404, visitor, REQUEST_GONE);
}

/** The consent page's own address, which "Try again" leads to. */
function askedFor(request: Request): string {
  const requestId = field(request.query, 'request') || field(request.body, 'request');
  return `/connect?${new URLSearchParams({ request: requestId }).toString()}`;
}
