import type { ServerTls } from '@gatehouse/proto/channel';
import { serverCredentials } from '@gatehouse/proto/channel';
import { rpcName } from '@gatehouse/proto/rpc';
import { consentService } from '@gatehouse/proto/services';
import { removeStaleSocket, unixSocketPath } from '@gatehouse/proto/unix-socket';
import type { MethodDefinition, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { Server } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { chmod } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { InFlight } from '../core/in-flight.js';
import { exposureProblem } from '../core/network-addresses.js';
import type { Component, Logger } from '../core/runtime.js';
import type { ConsentOperations } from '../oauth/usecases/consent-operations.js';
import type { HandlerDependencies, Rpc } from './handler.js';
import { handlerOf, MALFORMED } from './handler.js';
import {
  checkRedirectUri,
  denyConsent,
  generateCredentials,
  grantConsent,
  revokeAccessToken,
  viewPendingRequest,
} from './rpcs.js';
import '../host/silence-grpc.js';

/** Where and how the consent operations are served. Certificates and keys are PEM. */
export interface ConsentConfig {
  /** "127.0.0.1:9091", "unix:/run/gatehouse/consent.sock"; port 0 lets the system choose. */
  readonly address: string;
  /** Shared token that callers send as `authorization: Bearer <token>`. */
  readonly token?: string;
  /** Absent: plain text. */
  readonly tls?: ServerTls;
}

/**
 * The reason not to serve the operations there; an empty string if none. Any caller can grant access as any user, so no
 * listener may be reachable by others without authentication.
 */
function consentConfigProblem({ address, token, tls }: ConsentConfig): string {
  return exposureProblem('consent.address', address, {
    clientCertificates: tls?.clientCertificates !== undefined,
    token: token !== undefined && token !== '',
  });
}

/** The consent operations over gRPC: the second way in to oauth/usecases, for the application alone. */
export interface ConsentServer extends Component {
  /** The address it listens on, with the port that the system chose. Only after start(). */
  address(): string;
  /** The answer of grpc.health.v1, for "" and for the service. Not serving until set. */
  setServing(serving: boolean): void;
}

export interface ConsentServerDependencies {
  /** Undefined: FAILED_PRECONDITION. Evaluated for each call, so that a new description takes effect immediately. */
  readonly operations: () => ConsentOperations | undefined;
  readonly logger: Logger;
}

/** A request is a few hundred bytes plus up to 4 KiB of grant context. */
const MAX_REQUEST_BYTES = 64 * 1024;
/** Time for the last answer to leave while a health watcher keeps its connection open. */
const LAST_ANSWER_MS = 250;
const SERVICE_NAME = 'gatehouse.consent.v1.ConsentService';

/** Throws if the configuration would be insecure. */
export function createConsentServer(config: ConsentConfig, dependencies: ConsentServerDependencies): ConsentServer {
  const problem = consentConfigProblem(config);
  if (problem !== '') throw new Error(problem);
  const calls = new InFlight();
  let boundTo = config.address;
  const server = new Server({ 'grpc.max_receive_message_length': MAX_REQUEST_BYTES });
  const health = new HealthImplementation({ '': 'NOT_SERVING', [SERVICE_NAME]: 'NOT_SERVING' });
  server.addService(tolerant(consentService), implementation({ ...dependencies, token: config.token, calls }));
  health.addToServer(server);

  return {
    name: 'consent',
    address: () => boundTo,
    setServing: (serving) => {
      for (const name of ['', SERVICE_NAME]) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
    },
    start: async () => {
      const port = await bind(server, config);
      boundTo = config.address.replace(/:0$/, `:${port}`);
    },
    stop: async (timeoutMs) => {
      for (const name of ['', SERVICE_NAME]) health.setStatus(name, 'NOT_SERVING');
      // Health watchers keep their streams open permanently, so count calls rather than connections.
      const lost = await shutDown(server, calls, timeoutMs);
      return lost === 0 ? undefined : `${lost} calls of the consent operations`;
    },
  };
}

function implementation(dependencies: HandlerDependencies): UntypedServiceImplementation {
  const handle = <Request, Response>(method: { path: string }, rpc: Rpc<Request, Response>) =>
    handlerOf(rpcName(method.path), rpc, dependencies);
  return {
    PendingRequest: handle(consentService.PendingRequest, viewPendingRequest),
    IssueCode: handle(consentService.IssueCode, grantConsent),
    DenyPending: handle(consentService.DenyPending, denyConsent),
    Revoke: handle(consentService.Revoke, revokeAccessToken),
    GenerateCredentials: handle(consentService.GenerateCredentials, generateCredentials),
    CheckRedirectUri: handle(consentService.CheckRedirectUri, checkRedirectUri),
  };
}

/**
 * grpc-js answers INTERNAL to bytes that it cannot parse, as if the error were ours. The handler returns the right status.
 */
function tolerant(service: ServiceDefinition): ServiceDefinition {
  const entries = Object.entries(service).map(([name, method]: [string, MethodDefinition<unknown, unknown>]) => {
    const requestDeserialize = (bytes: Buffer): unknown => {
      try {
        return method.requestDeserialize(bytes);
      } catch {
        return MALFORMED;
      }
    };
    return [name, { ...method, requestDeserialize }] as const;
  });
  return Object.fromEntries(entries);
}

async function bind(server: Server, config: ConsentConfig): Promise<number> {
  await removeStaleSocket(config.address);
  try {
    const port = await bindOnce(server, config);
    // The application usually runs as another user of the same group. No other user may connect.
    const path = unixSocketPath(config.address);
    if (path !== undefined) await chmod(path, 0o660);
    return port;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot listen on consent.address ${config.address}: ${reason}`, { cause });
  }
}

function bindOnce(server: Server, { address, tls }: ConsentConfig): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, serverCredentials(tls), (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });
}

/** Rejects new connections, lets the calls under way finish, and returns how many did not finish in time. */
async function shutDown(server: Server, calls: InFlight, timeoutMs: number): Promise<number> {
  const closed = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  const lost = await calls.settled(timeoutMs);
  if (lost === 0) await Promise.race([closed, sleep(LAST_ANSWER_MS, undefined, { ref: false })]);
  server.forceShutdown();
  await closed;
  return lost;
}
