import { isLoopbackRedirect } from './redirect-uri.js';

/**
 * Whether a redirect URI is one of the registered ones, as exact strings (RFC 9700 §2.1). With `portFlexible`, the port of
 * an http loopback URI may differ (RFC 8252 §7.3): same literal host, same path, same query.
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[], portFlexible: boolean): boolean {
  if (registered.includes(uri)) return true;
  if (!portFlexible) return false;
  const wanted = withoutLoopbackPort(uri);
  return wanted !== undefined && registered.some((candidate) => withoutLoopbackPort(candidate) === wanted);
}

/** The port is cut out of the string itself: comparison stays one of strings, and nothing else is normalised. */
function withoutLoopbackPort(uri: string): string | undefined {
  const match = /^(http:\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]))(?::(\d{1,5}))?((?:[/?].*)?)$/.exec(
    uri,
  );
  if (match === null || !URL.canParse(uri) || !isLoopbackRedirect(uri)) return undefined;
  return `${match[1] ?? ''}${match[3] ?? ''}`;
}
