/**
 * Whether a host names this machine and nothing else: `localhost`, 127.0.0.0/8 literals, `[::1]` (RFC 8252 §7.3, §8.3).
 * `hostname` as URL gives it: lower case, addresses in normal form, IPv6 in brackets.
 */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
