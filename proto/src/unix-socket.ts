import { lstat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';

/** The file of an address like "unix:/run/notes/host.sock" or "unix:///run/notes/host.sock"; undefined for any other address. */
export function unixSocketPath(address: string): string | undefined {
  return /^unix:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];
}

/** Removes the Unix socket that a killed process left behind. Any other file, and one that cannot be tried, is left alone. */
export async function removeStaleSocket(address: string): Promise<void> {
  const path = unixSocketPath(address);
  if (path === undefined) return;
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
