import type { ConsentError as ProtoConsentError } from '../../contract/generated/gatehouse/consent/v1/ConsentError.js';
import type { ConsentError, Redirect } from '../../oauth/usecases/consent-operations.js';

export const CONSENT_ERRORS = {
  pending_not_found: 'CONSENT_ERROR_PENDING_NOT_FOUND',
  no_grantable_scopes: 'CONSENT_ERROR_NO_GRANTABLE_SCOPES',
} as const satisfies Record<ConsentError, ProtoConsentError>;

/** What IssueCode and DenyPending answer alike. */
export function toRedirectResponse(
  outcome: Redirect | ConsentError,
): { redirectUrl: string } | { error: ProtoConsentError } {
  return typeof outcome === 'string' ? { error: CONSENT_ERRORS[outcome] } : { redirectUrl: outcome.redirectUrl };
}
