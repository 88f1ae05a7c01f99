import { oauthError, type OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';

/** RFC 3986 characters only, and an authority: what a browser's lenient URL parser would mend is not an absolute URI. */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[!-~]+$/;
const NOT_IN_A_URI = /["<>\\^`{|}]/;

/**
 * RFC 8707 §2. Returns a check of every `resource` that was sent against the configured one; omitted means the configured
 * one. Real clients differ in one trailing slash and in the case of scheme and host, so those do not count.
 */
export function resourceCheck(configured: string): (parameters: Parameters) => OAuthError | undefined {
  const ours = normalise(configured) ?? configured;
  return (parameters) =>
    parameters.all('resource').every((value) => value === configured || normalise(value) === ours)
      ? undefined
      : oauthError('invalid_target', 'resource must be the absolute URL of this resource, without fragment.');
}

/** Undefined when it is not an absolute URI without fragment. */
function normalise(resource: string): string | undefined {
  if (!ABSOLUTE.test(resource) || NOT_IN_A_URI.test(resource) || resource.includes('#')) return undefined;
  if (!URL.canParse(resource)) return undefined;
  const { href } = new URL(resource);
  return href.endsWith('/') ? href.slice(0, -1) : href;
}
