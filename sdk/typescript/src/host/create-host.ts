import { Server, type ServerDuplexStream, type ServiceDefinition } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { serveDirectory } from '../admin/directory/serve-directory.js';
import { registryOf } from '../admin/records/registry.js';
import { serveRecords } from '../admin/records/serve-records.js';
import { unaryHandlers } from '../admin/wire/admin-rpc.js';
import { adminDirectoryService, adminRecordService, adminStreamService } from '../admin/wire/contract.js';
import { adminStreamProtocol } from '../admin/wire/serve-admin-stream.js';
import type { Address } from '../address.js';
import { milliseconds } from '../duration.js';
import { backendService, hostService, signInService } from '../wire/contract.js';
import { AnswerStream, type ServedStream, type StreamProtocol } from './answer-stream.js';
import { serverCredentials } from './credentials.js';
import { guardedLogger } from '../logging/guarded-logger.js';
import type { HostOptions } from './host-options.js';
import { loggedEncoding } from './logged-encoding.js';
import { removeStaleSocket } from './stale-socket.js';
import { requireToken } from './require-token.js';
import { describe } from './describe.js';
import { serveResolveUser } from './serve-sign-in.js';
import { serveTransact } from './serve-transact.js';
import { transactStreamProtocol } from './serve-transact-stream.js';
import { stderrLogger } from '../logging/stderr-logger.js';
import { Transactor } from './transactor.js';

/** A host that has been created, and is still to listen. */
export interface Host {
  /** Resolves when Gatehouse can be served, with the address in use. Rejects when the address cannot be bound. */
  listen(): Promise<{ readonly address: Address }>;
  /** Takes nothing new, answers what was taken, then closes. Afterwards the host cannot be started again. */
  close(): Promise<void>;
}

const MIN_TOKEN = 16;

/**
 * A gRPC server that makes an application a host of Gatehouse.
 *
 * @throws {Error} when an option is not valid, or when the address is reachable from other machines and neither `token`
 *   nor `tls.clientCa` says who may call
 */
export function createHost(options: HostOptions): Host {
  const { address, token, backend, signIn, admin } = options;
  if (token !== undefined && token.length < MIN_TOKEN)
    throw new Error(`token must have at least ${MIN_TOKEN} characters`);
  const logger = guardedLogger(options.logger ?? stderrLogger);
  const credentials = serverCredentials(address, token, options.tls);
  const drainMs = milliseconds(options.drainTimeout ?? '10s', 'drainTimeout');
  const server = new Server(token === undefined ? {} : { interceptors: [requireToken(token)] });
  const health = new HealthImplementation({ '': 'SERVING' });
  const streams = new Set<ServedStream>();

  const logged = (service: ServiceDefinition) => loggedEncoding(service, logger);

  health.addToServer(server);
  server.addService(logged(hostService), { describe: describe(options) });
  if (signIn) server.addService(logged(signInService), { resolveUser: serveResolveUser(signIn, logger) });
  if (admin) {
    const directory = serveDirectory(admin.directory, logger);
    const records = serveRecords(registryOf(admin), admin.database, logger);
    server.addService(logged(adminDirectoryService), unaryHandlers(directory));
    server.addService(logged(adminRecordService), unaryHandlers(records));
    const protocol = adminStreamProtocol({
      AdminDirectoryService: { definition: logged(adminDirectoryService), rpcs: directory },
      AdminRecordService: { definition: logged(adminRecordService), rpcs: records },
    });
    server.addService(logged(adminStreamService), { adminStream: stream(protocol) });
  }
  if (backend) {
    const transactor = new Transactor(backend, logger);
    server.addService(logged(backendService), {
      transact: serveTransact(transactor),
      transactStream: stream(transactStreamProtocol(transactor)),
    });
  }

  /** Serves an rpc of many answers, and remembers its streams until they are closed. */
  function stream<Request, Response, Item extends { readonly id: number }, Answer>(
    protocol: StreamProtocol<Request, Response, Item, Answer>,
  ) {
    return (call: ServerDuplexStream<Request, Response>): void => {
      const served = new AnswerStream(call, protocol, () => streams.delete(served));
      streams.add(served);
    };
  }

  return {
    async listen() {
      await removeStaleSocket(address);
      const port = await new Promise<number>((resolve, reject) => {
        server.bindAsync(address, credentials, (error, bound) => {
          if (error) reject(new Error(`cannot listen on ${address}: ${error.message}`, { cause: error }));
          else resolve(bound);
        });
      });
      const bound = address.startsWith('unix:') ? address : address.replace(/:\d+$/, `:${port}`);
      logger.info({ address: bound }, 'the host listens for Gatehouse');
      return { address: bound };
    },

    async close() {
      health.setStatus('', 'NOT_SERVING');
      const drained = new Promise<void>((resolve) => {
        server.tryShutdown(() => {
          resolve();
        });
      });
      for (const served of streams) served.shutDown();
      const timer = setTimeout(() => {
        server.forceShutdown();
      }, drainMs);
      await drained;
      clearTimeout(timer);
    },
  };
}
