import { GatehouseError, GatehouseUnavailable, type ConsentClient, type Pending } from '@gatehouse/host';
import type { Request, Response } from 'express';
import { Router } from 'express';
import { REQUEST_GONE, tryAgainPage } from '../pages/connect-problems.js';
import { consentPage, type ConsentForm } from '../pages/consent.js';
import { sendPage } from '../pages/layout.js';
import { field, ticked } from '../web/form.js';
import { allowFormsTo, formActionSource } from '../web/security-headers.js';
import type { SignedIn, SignedInHandler } from '../web/signed-in.js';
import type { Visitor } from '../web/visitor.js';

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

/** Shows the consent page for a request that waits for this user. Looking at it consumes nothing. */
async function show(consent: ConsentClient, response: Response, form: Omit<ConsentForm, 'view'>): Promise<void> {
  const found = await consent.pendingRequest({ requestId: form.requestId, userId: form.user.id });
  if (found.outcome === 'pending') {
    const view = found.pendingRequest;
    allowFormsTo(response, [formActionSource(view.redirectUri)]);
    sendPage(response, form.nothingTicked ? 400 : 200, form.visitor, consentPage({ ...form, view }));
  } else gone(response, form.visitor);
}

/** Anything but a pressed Allow denies. */
function decide(consent: ConsentClient, request: Request, pending: Pending) {
  return field(request.body, 'decision') === 'allow'
    ? consent.issueCode({ ...pending, grantedScopes: ticked(request, 'scope') })
    : consent.denyPending(pending);
}

/** Turns what may happen to anybody into pages that say what to do. */
function explained(handler: SignedInHandler): SignedInHandler {
  return async (request, response, user, visitor) => {
    try {
      await handler(request, response, user, visitor);
    } catch (error) {
      // The daemon or a peer of it is away: the next try tells what has become of the request.
      if (error instanceof GatehouseUnavailable) sendPage(response, 503, visitor, tryAgainPage(askedFor(request)));
      // An address that somebody has mistyped: no request has such an id.
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
