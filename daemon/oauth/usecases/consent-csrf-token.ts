import { createHmac } from 'node:crypto';

/**
 * The CSRF token of the built-in consent page: bound to the pending request, by its secret, and to the user who was shown
 * it. Computed rather than stored, so any daemon can check what any other has shown.
 */
export function consentCsrfToken(csrfSecret: string, requestId: string, userId: string): string {
  return createHmac('sha256', csrfSecret).update(`${requestId}\n${userId}`).digest('base64url');
}
