import type { CallContext } from '../../core/call-context.js';
import type { PendingRequestView } from '../model/pending-request-view.js';
import { CONSENT_PATH } from '../model/metadata.js';
import { requestIdHash } from './authorize.js';
import { consentCsrfToken } from './consent-csrf-token.js';
import type { Dependencies } from './dependencies.js';
import { pendingRequestView } from './pending-request.js';

/** What a browser sent to the built-in consent page. */
export interface ConsentVisit {
  readonly requestId: string;
  /** The headers as received; empty when there were none. The host tells by them who is signed in. */
  readonly cookie: string;
  readonly authorization: string;
}

export type ShownConsentPage =
  | { readonly kind: 'sign_in'; readonly location: string }
  | { readonly kind: 'pending_not_found' }
  | { readonly kind: 'form'; readonly userId: string; readonly userName: string; readonly form: OpenForm };

/** A pending request as its owner may see it, with the token that an answer to it must carry. */
export interface OpenForm {
  readonly view: PendingRequestView;
  readonly csrfToken: string;
}

export type ShowConsentPage = (visit: ConsentVisit, call: CallContext) => Promise<ShownConsentPage>;

/** The built-in consent page for whoever sits at the browser: one host call, one look at the pending requests. */
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
