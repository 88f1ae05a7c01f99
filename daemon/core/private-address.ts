import { isLoopbackHost } from './loopback.js';

/**
 * Where a gRPC connection may go, or be listened for. Both of ours trust the peer's word (who the user is; who may have an
 * access token), so whatever leaves this machine needs TLS client certificates or a shared token.
 */

export interface Guards {
  readonly clientCertificates: boolean;
  readonly token: boolean;
}

/** Why the address must not be used like that, naming the configuration key; an empty string when it may. */
export function exposureProblem(key: string, address: string, guards: Guards): string {
  if (!/^unix:.+$/.test(address) && !/^(?:\[[\da-f:.]+\]|[^\s:/[\]]+):\d{1,5}$/i.test(address)) {
    return `${key}: "${address}" is neither "host:port" nor "unix:/path"`;
  }
  if (isPrivateAddress(address) || guards.clientCertificates || guards.token) return '';
  return `${key}: "${address}" is not a Unix socket or loopback address, so it needs TLS client certificates or a shared token`;
}

/**
 * A Unix socket or a loopback address. Only literals and `localhost` count: a name that resolves to loopback today may
 * resolve elsewhere tomorrow.
 */
export function isPrivateAddress(address: string): boolean {
  if (address.startsWith('unix:')) return true;
  const host = /^(.*):\d+$/.exec(address)?.[1];
  return host !== undefined && isLoopbackHost(host) && URL.canParse(`http://${host}`);
}
