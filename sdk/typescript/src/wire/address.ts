import { isIPv4 } from 'node:net';

/** "127.0.0.1:50051", "[::1]:50051", "notes.internal:50051", or "unix:/run/notes/host.sock". */
export type Address = string;

/** Whether only this machine can reach the address, so that the kernel keeps other machines out. */
export function isLocal(address: Address): boolean {
  if (address.startsWith('unix:')) return true;
  return isLoopback(address.slice(0, address.lastIndexOf(':')));
}

/** The same for a URL. */
export function isLocalUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
