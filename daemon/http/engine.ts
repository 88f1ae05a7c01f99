import { messageOf } from '../core/message-of.js';
import { startNodeServer } from './node-adapter.js';
import type { StartServer } from './server.js';

/**
 * The engine of that name. The one on uWebSockets.js is loaded only when it is chosen: its binary does not load everywhere,
 * and there the other one must still start. Rejects with what to do instead.
 */
export async function loadEngine(name: 'uws' | 'node'): Promise<StartServer> {
  if (name === 'node') return startNodeServer;
  try {
    return (await import('./uws-adapter.js')).startUwsServer;
  } catch (cause) {
    const [reason] = messageOf(cause).split('\n');
    throw new Error(`uWebSockets.js cannot be loaded here (${reason ?? ''}); set http.engine to "node"`, { cause });
  }
}
