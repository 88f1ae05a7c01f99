import type { AdminStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamRequest';
import type { AdminStreamResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamResponse';
import type { DescribeResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { OperationResult } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { ResolveUserRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ResolveUserRequest';
import type { ResolveUserResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ResolveUserResponse';
import type { TransactRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import type { TransactStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamRequest';
import type { TransactStreamResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamResponse';
import type { ServedRpc } from '@gatehouse/proto/rpc';
import {
  adminDirectoryService,
  adminRecordService,
  adminStreamService,
  backendService,
  hostService,
  signInService,
} from '@gatehouse/proto/services';
import { StreamSocketServer } from '@gatehouse/proto/stream-socket-server';
import type { Metadata, ServerDuplexStream, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Logger } from '../../core/runtime.js';
import type { HostConfig, HostTarget } from '../channel/connection.js';
import type { HostDescription } from '../from-proto/description.js';
import type { HostLink } from '../link.js';
import { connectHost } from '../link.js';
import type { HttpHandlers } from './http-host.js';
import { startHttpHost } from './http-host.js';
import { OWN_ADDRESS } from './own-address.js';

/** A handmade host for the tests of this folder: a real server, of gRPC or HTTP, whose every answer the test decides. */

/** Ends a stream of the host with a status other than OK. */
export function breakStream(stream: HostStream, code = status.INTERNAL): void {
  if ('fail' in stream) (stream.fail as (code: status, message: string) => void)(code, 'broken by the test');
  else stream.emit('error', { code, details: 'broken by the test' });
}

export type HostStream = ServerDuplexStream<TransactStreamRequest__Output, TransactStreamResponse>;

export type AdminStream = ServerDuplexStream<AdminStreamRequest__Output, AdminStreamResponse>;

export interface SmallHostBehavior {
  describe?: (metadata: Metadata) => Answer<DescribeResponse>;
  transact?: (request: TransactRequest__Output, metadata: Metadata) => Answer<TransactResponse>;
  /** By default, answers transactions one by one with `transact`. */
  stream?: (stream: HostStream) => void;
  resolveUser?: (request: ResolveUserRequest__Output) => Answer<ResolveUserResponse>;
  /** Rpcs of the admin services, by name; all others return UNIMPLEMENTED. */
  admin?: Readonly<Record<string, (request: object) => Answer<object>>>;
  /** By default, the host has no such service. */
  adminStream?: (stream: AdminStream) => void;
  health?: 'SERVING' | 'NOT_SERVING';
  /** Also serves the streams on a stream socket, and describes it. */
  offersSocket?: boolean;
}

/** A Buffer goes over the wire unchanged, valid or not. */
type Answer<Message> = Message | Buffer | Promise<Message | Buffer>;

/** Thrown by a behavior: the call ends with this status. */
export class Refusal extends Error {
  constructor(
    readonly code: status,
    readonly details = 'refused by the test',
  ) {
    super(details);
  }
}

export interface SmallHost {
  /** With the port. */
  readonly address: string;
  readonly port: number;
  /** Ends every connection immediately, like a kill. */
  kill(): void;
}

/** The transports of the contract. Over HTTP there are no streams and no grpc.health.v1. */
export const TRANSPORTS = ['gRPC', 'HTTP', 'HTTP with JSON'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export async function startHost(
  behavior: SmallHostBehavior,
  port = 0,
  transport: Transport = 'gRPC',
): Promise<SmallHost> {
  const socket = behavior.offersSocket === true ? new StreamSocketServer() : undefined;
  const handlers = handlersOf(behavior, socket);
  if (transport !== 'gRPC') return startHttpHost(handlers, port);
  const host = await startGrpcHost(behavior, handlers, port, socket);
  await socket?.listen();
  return host;
}

/** The unary rpcs that the behavior has, by path. */
function handlersOf(behavior: SmallHostBehavior, socket: StreamSocketServer | undefined): HttpHandlers {
  const { describe = () => description(), transact = committedEmpty, resolveUser, admin = {} } = behavior;
  const handlers: (readonly [ServedRpc<unknown, never>, AnyHandler])[] = [
    [hostService.Describe, async (_request, metadata) => withSocket(await describe(metadata), socket)],
    [backendService.Transact, (request, metadata) => transact(request as TransactRequest__Output, metadata)],
  ];
  if (resolveUser) {
    handlers.push([signInService.ResolveUser, (request) => resolveUser(request as ResolveUserRequest__Output)]);
  }
  for (const service of [adminDirectoryService, adminRecordService]) {
    const methods = new Map(Object.entries(service as ServiceDefinition));
    for (const [rpc, handler] of Object.entries(admin)) {
      const method = methods.get(rpc);
      if (method !== undefined) handlers.push([method, (request) => handler(request as object)]);
    }
  }
  return new Map(
    handlers.map(([method, handler]) => [
      method.path,
      { method, handle: async (request, metadata) => handler(request, metadata) },
    ]),
  );
}

function withSocket(described: DescribeResponse | Buffer, socket: StreamSocketServer | undefined) {
  return Buffer.isBuffer(described) || socket === undefined ? described : { streamSocket: socket.socket, ...described };
}

async function startGrpcHost(
  behavior: SmallHostBehavior,
  handlers: HttpHandlers,
  port: number,
  socket: StreamSocketServer | undefined,
): Promise<SmallHost> {
  const server = new Server();
  const stream = behavior.stream ?? answering(behavior.transact ?? committedEmpty);
  const streams = new Map<string, unknown>([
    [backendService.TransactStream.path, (call: HostStream) => stream(call)],
    ...(behavior.adminStream === undefined
      ? []
      : [[adminStreamService.AdminStream.path, behavior.adminStream] as const]),
  ]);
  for (const service of [
    hostService,
    backendService,
    signInService,
    adminDirectoryService,
    adminRecordService,
    adminStreamService,
  ]) {
    for (const method of Object.values(raw(service))) {
      const open = streams.get(method.path) as ((call: unknown) => void) | undefined;
      if (open !== undefined) socket?.add({ method, open });
    }
    const implementation = Object.entries(service as ServiceDefinition).flatMap(([rpc, { path }]) => {
      const unaryHandler = handlers.get(path);
      const handler = unaryHandler === undefined ? streams.get(path) : unary(unaryHandler.handle);
      return handler === undefined ? [] : [[rpc, handler] as const];
    });
    if (implementation.length > 0) {
      server.addService(raw(service), Object.fromEntries(implementation) as UntypedServiceImplementation);
    }
  }
  if (behavior.health !== undefined) new HealthImplementation({ '': behavior.health }).addToServer(server);
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${OWN_ADDRESS}:${port}`, ServerCredentials.createInsecure(), (error, actual) =>
      error === null ? resolve(actual) : reject(error),
    ),
  );
  return {
    address: `${OWN_ADDRESS}:${bound}`,
    port: bound,
    kill() {
      server.forceShutdown();
      void socket?.close();
      socket?.destroy();
    },
  };
}

export function description(overrides: DescribeResponse = {}): DescribeResponse {
  return {
    protocolVersion: 1,
    applicationName: 'Small host',
    capabilities: ['CAPABILITY_BACKEND'],
    oauth: { issuer: 'https://notes.example', resource: 'https://notes.example/mcp' },
    ...overrides,
  };
}

export function streaming(overrides: DescribeResponse = {}): DescribeResponse {
  return description({ capabilities: ['CAPABILITY_BACKEND', 'CAPABILITY_TRANSACT_STREAM'], ...overrides });
}

/** Commits with an empty result of the right kind for each operation. */
export function committedEmpty(request: TransactRequest__Output): TransactResponse {
  return committed(request.operations.map(({ operation }) => ({ [operation ?? 'findClient']: {} })));
}

export function committed(results: OperationResult[]): TransactResponse {
  return { committed: { results } };
}

function answering(transact: NonNullable<SmallHostBehavior['transact']>): (stream: HostStream) => void {
  return (stream) => {
    stream.on('data', ({ transactions }: TransactStreamRequest__Output) => {
      for (const { id, request } of transactions) {
        if (request === null) throw new Error('a transaction came without a request');
        Promise.resolve()
          .then(() => transact(request, stream.metadata))
          .then(
            (response) => ({ id, response: response as TransactResponse }),
            (error: unknown) => ({
              id,
              fault: { code: error instanceof Refusal ? error.code : 13, message: 'refused' },
            }),
          )
          .then((outcome) => stream.write({ outcomes: [outcome] }))
          .catch(() => undefined);
      }
    });
    stream.on('end', () => stream.end());
    stream.on('error', () => undefined);
  };
}

type AnyHandler = (request: unknown, metadata: Metadata) => unknown;

function unary(handler: AnyHandler): UntypedServiceImplementation[string] {
  return (
    call: { request: unknown; metadata: Metadata },
    callback: (error: object | null, answer?: unknown) => void,
  ) => {
    Promise.resolve()
      .then(() => handler(call.request, call.metadata))
      .then(
        (answer) => callback(null, answer),
        (error: unknown) =>
          callback(
            error instanceof Refusal
              ? { code: error.code, details: error.details }
              : { code: 13, details: String(error) },
          ),
      );
  };
}

function raw(service: object): ServiceDefinition {
  const methods = Object.entries(service as ServiceDefinition).map(([name, method]) => {
    const serialize = (message: unknown): Buffer =>
      Buffer.isBuffer(message) ? message : method.responseSerialize(message);
    return [name, { ...method, responseSerialize: serialize }];
  });
  return Object.fromEntries(methods) as ServiceDefinition;
}

export interface Recorded {
  readonly link: HostLink;
  readonly descriptions: HostDescription[];
  readonly outcomes: string[];
  readonly violations: string[];
  readonly log: string[];
  /** Resolves when the condition is true; polls frequently. The test's own timeout limits it. */
  until: (condition: () => boolean) => Promise<void>;
}

export interface LinkOverrides extends Partial<HostConfig> {
  onDescription?: (description: HostDescription) => void;
  furtherProblems?: () => readonly string[];
  transport?: Transport;
  /** Called with each outcome that is counted. */
  onOutcome?: (outcome: string) => void;
}

/** A started link to the port that records everything it reports. */
export async function linkTo(port: number, overrides: LinkOverrides = {}): Promise<Recorded> {
  const { onDescription, furtherProblems, onOutcome, transport = 'gRPC', ...config } = overrides;
  const recorded = {
    descriptions: [] as HostDescription[],
    outcomes: [] as string[],
    violations: [] as string[],
    log: [] as string[],
  };
  const note = (fields: object, message: string): void =>
    void recorded.log.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const link = connectHost(
    { at: targetOf(transport, port), timeoutMs: 5000, maxInFlight: 100, ...config },
    {
      logger,
      gatehouseVersion: '0.0.0-test',
      telemetry: {
        rpcFinished: (rpc, outcome) => {
          recorded.outcomes.push(`${rpc} ${outcome}`);
          onOutcome?.(`${rpc} ${outcome}`);
        },
        contractViolation: (rpc) => void recorded.violations.push(rpc),
      },
      ...(furtherProblems && { furtherProblems }),
      onDescription: (described) => {
        onDescription?.(described);
        recorded.descriptions.push(described);
      },
    },
  );
  await link.start();
  return { link, ...recorded, until };
}

export function targetOf(transport: Transport, port: number): HostTarget {
  if (transport === 'gRPC') return { address: `${OWN_ADDRESS}:${port}` };
  return { url: `http://${OWN_ADDRESS}:${port}`, encoding: transport === 'HTTP' ? 'proto' : 'json' };
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The error that a promise rejects with. The test fails if the promise resolves. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { rpc?: string }> {
  return promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error: unknown) => error as Error,
  );
}

/** A port of OWN_ADDRESS on which nothing listens, for a host that is not up yet. */
export async function freePort(): Promise<number> {
  const host = await startHost({});
  host.kill();
  return host.port;
}

export const CALL = {
  requestId: 'request-1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'vendor=1',
};
