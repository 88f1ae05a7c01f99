import type { Server } from '@grpc/grpc-js';
import type { Server as NetServer, Socket } from 'node:net';

/**
 * The open connections of a server of grpc-js, to destroy them. Its forceShutdown() only ends its own half of a connection that
 * tryShutdown() has begun to close, and then both wait for the peer: forever, if that is frozen, or a stranger.
 */
export class Connections {
  readonly #open = new Set<Socket>();

  /** Call it when the server is bound, before it can have accepted a connection. */
  watch(server: Server): void {
    // Its only place where the listeners are found.
    const { http2Servers = new Map<NetServer, unknown>() } = server as unknown as {
      readonly http2Servers?: ReadonlyMap<NetServer, unknown>;
    };
    for (const listener of http2Servers.keys()) {
      listener.on('connection', (connection) => {
        this.#open.add(connection);
        connection.once('close', () => this.#open.delete(connection));
      });
    }
  }

  destroy(): void {
    for (const connection of this.#open) connection.destroy();
  }
}
