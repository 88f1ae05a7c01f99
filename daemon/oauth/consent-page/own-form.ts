/**
 * Whether a browser says that a POST came from a page of the issuer's origin. The CSRF token decides; this stands before
 * it, so that a leaked token alone is not enough. Sec-Fetch-Site is what current browsers send and no page can forge; an
 * older browser's Origin is "null" here, as our pages' Referrer-Policy makes it, and then tells nothing. A POST with
 * neither comes from no browser of the last decade, and is rejected.
 */
export function isFromOwnOrigin(headers: ReadonlyMap<string, string>, issuerOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === 'null' || origin === issuerOrigin;
}
