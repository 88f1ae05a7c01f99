import { createHmac } from 'node:crypto';
import { equalHashes, sha256 } from '../../core/crypto.js';
import { Unavailable } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import { CONSENT_PATH } from '../model/metadata.js';
import type { PendingRequestView } from '../model/pending-request.js';
import type { Dependencies } from '../ports/dependencies.js';
import { requestIdHash } from './authorize.js';
import type { ConsentOperations } from './consent-operations.js';
import { PendingRequestLost } from './consent-operations.js';
import { pendingRequestView } from './view-pending-request.js';

/**
 * The CSRF token of the built-in consent page: bound to the pending request, through its secret, and to the user who saw it.
 * Computed instead of stored, so that any daemon can verify a page from any other daemon.
 */
function consentCsrfToken(csrfSecret: string, requestId: string, userId: string): string {
  return createHmac('sha256', csrfSecret).update(`${requestId}\n${userId}`).digest('base64url');
}

/** The request of a browser to the built-in consent page. */
export interface ConsentVisit {
  readonly requestId: string;
  /** The headers as received; empty if there were none. The host uses them to identify the signed-in user. */
  readonly cookie: string;
  readonly authorization: string;
}

export type ShownConsentPage =
  | { readonly kind: 'sign_in'; readonly location: string }
  | { readonly kind: 'pending_not_found' }
  | { readonly kind: 'form'; readonly userId: string; readonly userName: string; readonly form: OpenForm };

/** A pending request as its owner may see it, with the token that an answer to it must contain. */
export interface OpenForm {
  readonly view: PendingRequestView;
  readonly csrfToken: string;
}

export type ShowConsentPage = (visit: ConsentVisit, call: CallContext) => Promise<ShownConsentPage>;

/** The built-in consent page for the user at the browser: one host call, one read of the pending requests. */
export function createShowConsentPage({
  options,
  signIn,
  pendingRequests,
  telemetry,
}: Pick<Dependencies, 'options' | 'signIn' | 'pendingRequests' | 'telemetry'>): ShowConsentPage {
  return async ({ requestId, cookie, authorization }, call) => {
    const returnTo = `${options.issuer}${CONSENT_PATH}?request=${requestId}`;
    const user = await signIn.resolveUser({ cookie, authorization, returnTo }, call);
    if (!user.signedIn) return { kind: 'sign_in', location: new URL(user.signInUrl, options.issuer).href };
    const pending = await pendingRequests.view(requestIdHash(requestId), user.userId);
    telemetry.pendingRequest(pending === undefined ? 'not_found' : 'viewed');
    if (pending === undefined) return { kind: 'pending_not_found' };
    return {
      kind: 'form',
      userId: user.userId,
      userName: user.displayName,
      form: {
        view: pendingRequestView(pending),
        csrfToken: consentCsrfToken(pending.csrfSecret, requestId, user.userId),
      },
    };
  };
}

export interface ConsentAnswer extends ConsentVisit {
  readonly csrfToken: string;
  readonly decision: 'grant' | 'deny';
  readonly chosenScopes: readonly string[];
}

export type AnsweredConsentPage =
  | Exclude<ShownConsentPage, { kind: 'form' }>
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'forged' }
  | {
      /** The request is open, and the user may answer again. */
      readonly kind: 'try_again';
      readonly because: 'no_scope_chosen' | 'host_away';
      readonly shown: Extract<ShownConsentPage, { kind: 'form' }>;
    };

export type AnswerConsentPage = (answer: ConsentAnswer, call: CallContext) => Promise<AnsweredConsentPage>;

/**
 * An answer to the built-in consent page. Asks the host again who the user is, so that a form shown to one user is worthless
 * to the next; verifies the CSRF token before granting or denying anything.
 */
export function createAnswerConsentPage(
  { logger }: Pick<Dependencies, 'logger'>,
  show: ShowConsentPage,
  { grantConsent, denyConsent }: Pick<ConsentOperations, 'grantConsent' | 'denyConsent'>,
): AnswerConsentPage {
  return async (answer, call) => {
    const shown = await show(answer, call);
    if (shown.kind !== 'form') return shown;
    if (!equalHashes(sha256(answer.csrfToken), sha256(shown.form.csrfToken))) return { kind: 'forged' };
    try {
      const outcome = await decide(answer, shown.userId, call);
      if (outcome === 'pending_not_found') return { kind: 'pending_not_found' };
      if (outcome === 'no_grantable_scopes') return { kind: 'try_again', because: 'no_scope_chosen', shown };
      return { kind: 'redirect', location: outcome.redirectUrl };
    } catch (fault) {
      const isOpen = fault instanceof Unavailable && fault.peer === 'host' && !(fault instanceof PendingRequestLost);
      if (!isOpen) throw fault;
      logger.warn(
        { ...call, err: fault },
        "consent page: the host could not process the user's decision; the user can try again",
      );
      return { kind: 'try_again', because: 'host_away', shown };
    }
  };

  function decide({ decision, requestId, chosenScopes }: ConsentAnswer, userId: string, call: CallContext) {
    return decision === 'deny'
      ? denyConsent(requestId, userId, call)
      : grantConsent({ requestId, userId, grantedScopes: chosenScopes, grantContext: Buffer.alloc(0) }, call);
  }
}
