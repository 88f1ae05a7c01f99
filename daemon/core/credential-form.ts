/**
 * The form that identifiers and tokens have by their RFCs. What does not have it names nothing anywhere, so it is not
 * worth a call to the host: some databases fail on it (PostgreSQL refuses U+0000 in a text), and a failure of the host
 * would then be in the hands of whoever sends a request.
 */

/** RFC 6749 appendix A.1, and the longest one that the contract allows. */
export function isClientIdForm(text: string): boolean {
  return /^[ -~]{1,2048}$/.test(text);
}

/** RFC 6750 §2.1 `b64token`, and the longest one that the contract allows. */
export function isBearerTokenForm(text: string): boolean {
  return text.length <= 8192 && /^[A-Za-z0-9._~+/-]+=*$/.test(text);
}
