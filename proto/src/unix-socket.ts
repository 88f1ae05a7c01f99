import { lstat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';

/** The file of an address like "unix:/run/notes/host.sock" or "unix:///run/notes/host.sock"; undefined for any other address. */
export function unixSocketPath(address: string): string | undefined {
  return /^unix:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];
}

/** Removes a Unix socket that a killed process left behind. Keeps any other file, and any socket that it cannot test. */
export async function removeStaleSocket(address: string): Promise<void> {
  const path = unixSocketPath(address);
  if (path === undefined) return;
  const isSocket = await lstat(path).then(
    (file) => file.isSocket(),
    () => false,
  );
  // A file that is not a socket refuses connections as well.
  if (isSocket && (await isAbandoned(path))) await unlink(path);
}

/** A listener with a full queue refuses as well, with EAGAIN: only ECONNREFUSED means that there is no listener. */
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
