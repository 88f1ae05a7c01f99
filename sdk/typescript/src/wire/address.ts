import { isIPv4 } from 'node:net';

/** "127.0.0.1:50051", "[::1]:50051", "notes.internal:50051", or "unix:/run/notes/host.sock". */
export type Address = string;

/** Whether only this machine can reach the address, so that the kernel vouches for who connects. */
export function isLocal(address: Address): boolean {
  if (address.startsWith('unix:')) return true;
  const host = address.slice(0, address.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
