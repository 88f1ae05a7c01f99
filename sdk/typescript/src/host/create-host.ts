import { Health } from '@gatehouse/proto/health';
import type { Methods, ReceivedRequest, SentResponse, ServedRpc } from '@gatehouse/proto/rpc';
import { rpcName } from '@gatehouse/proto/rpc';
import { adminStreamService, backendService, hostService, signInService } from '@gatehouse/proto/services';
import type { StreamCall, StreamServerProtocol } from '@gatehouse/proto/stream-server';
import { AnswerStream } from '@gatehouse/proto/stream-server';
import type { StreamSocket } from '@gatehouse/proto/stream-socket';
import { StreamSocketServer } from '@gatehouse/proto/stream-socket-server';
import { removeStaleSocket } from '@gatehouse/proto/unix-socket';
import type { handleBidiStreamingCall, handleUnaryCall, ServiceDefinition } from '@grpc/grpc-js';
import { Server } from '@grpc/grpc-js';
import { unaryHandlers } from '../admin/rpc/admin-rpc.js';
import { adminServices } from '../admin/rpc/admin-services.js';
import { adminStreamProtocol } from '../admin/rpc/serve-admin-stream.js';
import { milliseconds } from '../shared/duration.js';
import { guardedLogger, stderrLogger } from '../shared/logger.js';
import { textOf } from '../shared/thrown.js';
import type { Address } from '../wire/address.js';
import { isLocal } from '../wire/address.js';
import { encodedMessages } from '../wire/encoded-messages.js';
import { loggedEncoding, loggedSerialize } from '../wire/logged-encoding.js';
import { requireToken, hostCredentials } from './authentication.js';
import { Connections } from './connections.js';
import { describe } from './describe.js';
import type { HostOptions } from './host-options.js';
import { acceptedTokens } from './host-options.js';
import { OpenStreams } from './open-streams.js';
import { serveResolveUser, serveTransact, transactStreamProtocol } from './serve-oauth.js';
import { Transactor } from './transactor.js';

/** How long a daemon may take to end its streams over the socket after gRPC has announced the end. */
const LEAVING_MS = 1000;
/** How long connections may take to end after they were destroyed. */
const CUT_MS = 250;

/** A host that was created but does not listen yet. */
export interface Host {
  /** Resolves with the actual address when the host is ready for Gatehouse. Rejects if it cannot bind the address. */
  listen(): Promise<{ readonly address: Address }>;
  /**
   * Accepts no new calls, answers those in progress, then closes, within `drainTimeout` and a moment. The host cannot be
   * restarted afterwards.
   */
  close(): Promise<void>;
}

/** A handler for each rpc of a service; a missing handler, or one with the wrong messages, is a compile error. */
type Handlers<Service> = {
  readonly [Name in keyof Methods<Service>]:
    | handleUnaryCall<ReceivedRequest<Service[Name]>, SentResponse<Service[Name]>>
    | handleBidiStreamingCall<ReceivedRequest<Service[Name]>, SentResponse<Service[Name]>>;
};

/**
 * A gRPC server that makes an application a host of Gatehouse.
 *
 * @throws {Error} if an option is not valid, or if other machines can reach the address and neither `token` nor
 *   `tls.clientCa` is set
 */
export function createHost(options: HostOptions): Host {
  const { address, token, backend, signIn, admin } = options;
  const tokens = acceptedTokens(options);
  const logger = guardedLogger(options.logger ?? stderrLogger);
  const credentials = hostCredentials(address, token, options.tls);
  const drainMs = milliseconds(options.drainTimeout ?? '10s', 'drainTimeout');
  const server = new Server(tokens.length === 0 ? {} : { interceptors: [requireToken(tokens)] });
  const connections = new Connections();
  const health = new Health({ '': 'SERVING' });
  const [overGrpc, overSocket] = [new OpenStreams(), new OpenStreams()];
  // Only Linux has such sockets, and no other machine could connect to one.
  const hasSocket = (options.streamSocket ?? true) && process.platform === 'linux' && isLocal(address);
  const streamSocket = hasSocket && (backend ?? admin) ? new StreamSocketServer() : undefined;

  /** grpc-js accepts any handlers for any service; this lets the compiler check them. */
  const serve = <Service extends ServiceDefinition>(service: Service, handlers: Handlers<Service>): void =>
    server.addService(loggedEncoding(service, logger), handlers);

  health.addToServer(server);
  const description = describe(options, 'gRPC');
  let offeredSocket: StreamSocket | null = null;
  serve(hostService, {
    Describe: (_call, callback) => {
      callback(null, { ...description, streamSocket: offeredSocket });
    },
  });
  if (signIn) serve(signInService, { ResolveUser: serveResolveUser(signIn, logger) });
  if (admin) {
    const services = adminServices(admin, logger);
    for (const { definition, rpcs } of services) {
      server.addService(loggedEncoding(definition, logger), unaryHandlers(rpcs));
    }
    const protocol = adminStreamProtocol(services.flatMap(({ rpcs }) => Object.values(rpcs)));
    const { AdminStream: method } = adminStreamService;
    serve({ AdminStream: { ...method, responseSerialize: asItIs } }, { AdminStream: stream(method, protocol) });
  }
  if (backend) {
    const transactor = new Transactor(backend, logger);
    const { Transact, TransactStream } = backendService;
    serve(
      { Transact, TransactStream: { ...TransactStream, responseSerialize: asItIs } },
      {
        Transact: serveTransact(transactor),
        TransactStream: stream(TransactStream, transactStreamProtocol(transactor)),
      },
    );
  }

  /** Serves a streaming rpc, also on the stream socket, and keeps track of its open streams. */
  function stream<
    Request,
    Response,
    Item extends { readonly id: number },
    Answer extends { readonly id?: number | undefined },
  >(method: ServedRpc<Request, Response>, protocol: StreamServerProtocol<Request, Response, Item, Answer>) {
    const encode = method.responseSerialize;
    const encoded = encodedMessages(protocol, encode, loggedSerialize(rpcName(method.path), encode, logger));
    const openIn =
      (open: OpenStreams) =>
      (call: StreamCall<Request, Buffer>): void => {
        const served = new AnswerStream(call, encoded, () => open.delete(served));
        open.add(served);
      };
    streamSocket?.add({ method: { ...method, responseSerialize: asItIs }, open: openIn(overSocket) });
    return openIn(overGrpc);
  }

  /** Null if there is none: its purpose is speed, so that the host starts without it. */
  async function openSocket(): Promise<StreamSocket | null> {
    try {
      await streamSocket?.listen();
      return streamSocket?.socket ?? null;
    } catch (error) {
      logger.warn({ error: textOf(error) }, 'cannot open a stream socket; Gatehouse uses gRPC for its streams');
      return null;
    }
  }

  function bind(): Promise<number> {
    return new Promise((resolve, reject) => {
      server.bindAsync(address, credentials, (error, bound) => {
        if (error) reject(new Error(`cannot listen on ${address}: ${error.message}`, { cause: error }));
        else {
          connections.watch(server);
          resolve(bound);
        }
      });
    });
  }

  return {
    async listen() {
      await removeStaleSocket(address);
      offeredSocket = await openSocket();
      const port = await bind().catch(async (error: unknown) => {
        // It would keep the process alive.
        await streamSocket?.close();
        throw error;
      });
      const bound = address.startsWith('unix:') ? address : address.replace(/:\d+$/, `:${port}`);
      logger.info({ address: bound }, 'host listening for Gatehouse');
      return { address: bound };
    },

    async close() {
      health.shutDown();
      const drained = new Promise<void>((resolve) => {
        server.tryShutdown(() => {
          resolve();
        });
      });
      const streamsEnded = streamSocket?.close();
      overGrpc.shutDown();
      let timer: NodeJS.Timeout | undefined;
      const cut = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          server.forceShutdown();
          connections.destroy();
          streamSocket?.destroy();
          // gRPC waits forever for a connection that fails while gRPC closes it, such as one that speaks TLS to a plain host.
          timer = setTimeout(resolve, CUT_MS);
        }, drainMs);
      });
      // gRPC announces the end on a connection of its own, and a daemon that has received it ends its streams. If it learned
      // it from a stream first, it would send the next calls to this host.
      await overSocket.emptied(Math.min(LEAVING_MS, drainMs / 2));
      overSocket.shutDown();
      await Promise.race([Promise.all([drained, streamsEnded]), cut]);
      clearTimeout(timer);
    },
  };
}

/** Of messages that are encoded. */
function asItIs(message: Buffer): Buffer {
  return message;
}
