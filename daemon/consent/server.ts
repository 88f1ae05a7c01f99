import type { ServerTls } from '@gatehouse/proto/channel';
import type { ConnectMethod } from '@gatehouse/proto/connect-server';
import { connectHandler } from '@gatehouse/proto/connect-server';
import { Health } from '@gatehouse/proto/health';
import { incomingToken } from '@gatehouse/proto/metadata';
import type { NamedMessages, ReceivedRequest, ServedRpc } from '@gatehouse/proto/rpc';
import { rpcName } from '@gatehouse/proto/rpc';
import { consentService } from '@gatehouse/proto/services';
import type {
  MethodDefinition,
  ServerInterceptor,
  ServiceDefinition,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { Server, ServerCredentials, ServerInterceptingCall } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import { InFlight } from '../core/in-flight.js';
import { exposureProblem } from '../core/network-addresses.js';
import type { Component, Logger } from '../core/runtime.js';
import type { ConsentOperations } from '../oauth/usecases/consent-operations.js';
import type { HandlerDependencies, Rpc } from './handler.js';
import { answerOf, connectMethodOf, handlerOf, MALFORMED, tokenCheck, UNAUTHENTICATED } from './handler.js';
import type { Listener } from './listener.js';
import { createListener } from './listener.js';
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
  /** Accepted beside `token`, while it is replaced. */
  readonly previousToken?: string;
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

/**
 * The consent operations, over gRPC and over HTTP on one port: the second way in to oauth/usecases, for the application
 * alone.
 */
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
/**
 * Of one HTTP/2 connection. Further ones wait at the client. People give the answers, so an application has few at a time, and RFC 9113
 * §6.5.2 recommends no less.
 */
const MAX_STREAMS = 100;
/** A connection whose other end has vanished, or never spoke HTTP/2, must not keep its place. */
const PINGS = { everyMs: 60_000, patienceMs: 20_000 };
/** Time for the last answer to leave while a health watcher keeps its connection open. */
const LAST_ANSWER_MS = 250;
const SERVICE_NAME = 'gatehouse.consent.v1.ConsentService';

/** Throws if the configuration would be insecure. */
export function createConsentServer(
  config: ConsentConfig,
  dependencies: ConsentServerDependencies,
  pings = PINGS,
): ConsentServer {
  const problem = consentConfigProblem(config);
  if (problem !== '') throw new Error(problem);
  const calls = new InFlight();
  let boundTo = config.address;
  const isAllowed = tokenCheck(config);
  const server = new Server({
    'grpc.max_receive_message_length': MAX_REQUEST_BYTES,
    'grpc.max_concurrent_streams': MAX_STREAMS,
    'grpc.keepalive_time_ms': pings.everyMs,
    'grpc.keepalive_timeout_ms': pings.patienceMs,
    interceptors: [tokenFirst(isAllowed)],
  });
  const health = new Health({ '': 'NOT_SERVING', [SERVICE_NAME]: 'NOT_SERVING' });
  const rpcs = rpcsOf({ ...dependencies, accepted: config, calls });
  server.addService(tolerant(consentService), rpcs.grpc);
  health.addToServer(server);
  // The listener does TLS for both transports.
  const { injectConnection } = server.createConnectionInjector(ServerCredentials.createInsecure());
  const overHttp = connectHandler({
    methods: rpcs.http,
    isAllowed,
    maxMessageBytes: MAX_REQUEST_BYTES,
    onError: (error) => dependencies.logger.error({ err: error }, 'failed to answer a consent operation'),
  });
  const listener = createListener(
    config,
    injectConnection,
    (request, response) => {
      if (!overHttp(request, response)) response.writeHead(404).end();
    },
    (connections) =>
      dependencies.logger.warn({ connections }, 'the consent listener closes new connections: too many are open'),
  );

  return {
    name: 'consent',
    address: () => boundTo,
    setServing: (serving) => {
      for (const name of ['', SERVICE_NAME]) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
    },
    start: async () => {
      const port = await listener.listen();
      boundTo = config.address.replace(/:0$/, `:${port}`);
      dependencies.logger.info({ address: boundTo }, 'listening for consent operations');
    },
    stop: async (timeoutMs) => {
      for (const name of ['', SERVICE_NAME]) health.setStatus(name, 'NOT_SERVING');
      // Health watchers keep their streams open permanently, so count calls rather than connections.
      const lost = await shutDown(server, listener, calls, timeoutMs);
      return lost === 0 ? undefined : `${lost} calls of the consent operations`;
    },
  };
}

/** Rejects a call by its head, as over HTTP: a message of a stranger is neither awaited nor kept. Health needs no token. */
function tokenFirst(isAllowed: (token: string | undefined) => boolean): ServerInterceptor {
  return ({ path }, call) => {
    if (!path.startsWith(`/${SERVICE_NAME}/`)) return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start(begin) {
        begin({
          onReceiveMetadata(metadata, pass) {
            if (isAllowed(incomingToken(metadata))) pass(metadata);
            else call.sendStatus(UNAUTHENTICATED);
          },
        });
      },
    });
  };
}

/** Every rpc over both transports. */
function rpcsOf(dependencies: HandlerDependencies): {
  readonly grpc: UntypedServiceImplementation;
  readonly http: readonly ConnectMethod[];
} {
  const grpc: UntypedServiceImplementation = {};
  const http: ConnectMethod[] = [];
  const serve = <Request, Response>(
    method: ServedRpc<Request, Response> & NamedMessages,
    rpc: Rpc<Request, Response>,
  ): void => {
    const name = rpcName(method.path);
    const answer = answerOf(name, rpc, dependencies);
    grpc[method.path.slice(method.path.lastIndexOf('/') + 1)] = handlerOf(name, answer, dependencies);
    http.push(connectMethodOf(tolerantMethod(method), answer, dependencies));
  };
  serve(consentService.PendingRequest, viewPendingRequest);
  serve(consentService.IssueCode, grantConsent);
  serve(consentService.DenyPending, denyConsent);
  serve(consentService.Revoke, revokeAccessToken);
  serve(consentService.GenerateCredentials, generateCredentials);
  serve(consentService.CheckRedirectUri, checkRedirectUri);
  return { grpc, http };
}

/**
 * grpc-js answers INTERNAL to bytes that it cannot parse, as if the error were ours. The handler returns the right status.
 */
function tolerant(service: ServiceDefinition): ServiceDefinition {
  const entries = Object.entries(service).map(([name, method]: [string, MethodDefinition<unknown, unknown>]) => [
    name,
    tolerantMethod(method),
  ]);
  return Object.fromEntries(entries) as ServiceDefinition;
}

function tolerantMethod<Method extends ServedRpc<unknown, never>>(
  method: Method,
): Method & { readonly requestDeserialize: (bytes: Buffer) => ReceivedRequest<Method> | typeof MALFORMED } {
  return {
    ...method,
    requestDeserialize: (bytes: Buffer): ReceivedRequest<Method> | typeof MALFORMED => {
      try {
        return method.requestDeserialize(bytes) as ReceivedRequest<Method>;
      } catch {
        return MALFORMED;
      }
    },
  };
}

/** Rejects new connections, lets the calls under way finish, and returns how many did not finish in time. */
async function shutDown(server: Server, listener: Listener, calls: InFlight, timeoutMs: number): Promise<number> {
  const closed = Promise.all([listener.close(), new Promise<void>((resolve) => server.tryShutdown(() => resolve()))]);
  const lost = await calls.settled(timeoutMs);
  if (lost === 0) await Promise.race([closed, sleep(LAST_ANSWER_MS, undefined, { ref: false })]);
  server.forceShutdown();
  listener.cut();
  await closed;
  return lost;
}
