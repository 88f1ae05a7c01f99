import { unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Address } from '../address.js';

/** Removes the Unix socket that a killed process left behind; one that somebody listens on is left alone. */
export async function removeStaleSocket(address: Address): Promise<void> {
  if (!address.startsWith('unix:')) return;
  const path = address.slice('unix:'.length).replace(/^\/\/(?=\/)/, '');
  if (await isAbandoned(path)) await unlink(path);
}

function isAbandoned(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED');
    });
  });
}
