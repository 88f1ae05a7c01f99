import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a client and a server on loopback. It forwards everything and reports what it saw. */
export interface TcpProxy {
  readonly port: number;
  /** The bytes from clients since the last call. */
  received(): string;
  /** Sends bytes to every client, as if from the server. Resolves when all of these clients have disconnected. */
  inject(bytes: string): Promise<void>;
  /** Cuts every connection abruptly. New ones are accepted. */
  cut(): void;
  /** Forwards nothing more on the present connections, and does not end them: like a server whose machine is off. */
  silence(): void;
  /** New connections go to that port from now on; existing ones are not affected. */
  retarget(port: number): void;
  close(): Promise<void>;
}

export async function startTcpProxy(port: number): Promise<TcpProxy> {
  let targetPort = port;
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let received = '';

  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    clients.add(client);
    client.on('close', () => clients.delete(client));
    client.on('data', (bytes) => {
      received += bytes.toString('latin1');
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => client.write(bytes));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };

  return {
    port: (server.address() as AddressInfo).port,
    received: () => {
      const since = received;
      received = '';
      return since;
    },
    inject: async (bytes) => {
      const gone = [...clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
      for (const client of clients) client.write(bytes, 'latin1');
      await Promise.all(gone);
    },
    cut,
    silence: () => {
      for (const socket of sockets) {
        socket.removeAllListeners('data');
        socket.resume();
      }
    },
    retarget: (to) => {
      targetPort = to;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
