import { lstat, unlink } from 'node:fs/promises';
import { connect, isIPv4 } from 'node:net';

/** "127.0.0.1:50051", "[::1]:50051", "notes.internal:50051", or "unix:/run/notes/host.sock". */
export type Address = string;

/** Whether only this machine can reach the address, so that the kernel vouches for who connects. */
export function isLocal(address: Address): boolean {
  if (address.startsWith('unix:')) return true;
  const host = address.slice(0, address.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Removes the Unix socket that a killed process left behind. Any other file, and one that cannot be tried, is left alone. */
export async function removeStaleSocket(address: Address): Promise<void> {
  if (!address.startsWith('unix:')) return;
  const path = address.slice('unix:'.length).replace(/^\/\/(?=\/)/, '');
  const isSocket = await lstat(path).then(
    (file) => file.isSocket(),
    () => false,
  );
  // A file that is no socket refuses connections as well.
  if (isSocket && (await isAbandoned(path))) await unlink(path);
}

/** A listener whose queue is full refuses as well, with EAGAIN: only ECONNREFUSED says that there is none. */
function isAbandoned(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });
}
