import { isLoopbackHost } from './loopback.js';

/**
 * Whether what is sent to, or listened for on, a gRPC address stays on this machine: a Unix socket, or a loopback
 * address. Both gRPC connections trust their peer's word, so every other address needs client certificates or a token.
 *
 * Only literals and `localhost` count: a name that resolves to loopback today may resolve elsewhere tomorrow.
 */
export function isPrivateAddress(address: string): boolean {
  if (address.startsWith('unix:')) return true;
  const host = /^(.*):\d+$/.exec(address)?.[1];
  return host !== undefined && isLoopbackHost(host) && URL.canParse(`http://${host}`);
}
