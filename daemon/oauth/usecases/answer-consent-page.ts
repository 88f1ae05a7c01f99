import type { CallContext } from '../../core/call-context.js';
import { Unavailable } from '../../core/faults.js';
import { equalHashes, sha256 } from '../../core/hash.js';
import { PendingRequestLost, type ConsentOperations } from './consent-operations.js';
import type { Dependencies } from './dependencies.js';
import type { ConsentVisit, ShowConsentPage, ShownConsentPage } from './show-consent-page.js';

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
 * An answer to the built-in consent page. Who answers is asked of the host anew, so a form that was shown to one user is
 * worth nothing to the next; the CSRF token is checked before anything is granted or denied.
 */
export function createAnswerConsentPage(
  { logger }: Pick<Dependencies, 'logger'>,
  show: ShowConsentPage,
  { issueCode, denyPending }: Pick<ConsentOperations, 'issueCode' | 'denyPending'>,
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
      logger.warn({ ...call, err: fault }, 'consent page: the host could not take the answer; the user may try again');
      return { kind: 'try_again', because: 'host_away', shown };
    }
  };

  function decide({ decision, requestId, chosenScopes }: ConsentAnswer, userId: string, call: CallContext) {
    return decision === 'deny'
      ? denyPending(requestId, userId, call)
      : issueCode({ requestId, userId, grantedScopes: chosenScopes, grantContext: Buffer.alloc(0) }, call);
  }
}
