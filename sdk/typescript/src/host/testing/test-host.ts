import { backendService, hostService, signInService } from '@gatehouse/proto/services';
import type { Client, ServiceDefinition, ServiceError } from '@grpc/grpc-js';
import { credentials, makeGenericClientConstructor, Metadata } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Backend, TransactionBundle } from '../../ports/backend.js';
import type { Logger } from '../../shared/logger.js';
import type { Host } from '../create-host.js';
import { createHost } from '../create-host.js';
import type { HostOptions } from '../host-options.js';

/** A gRPC client that does not use the SDK, for the tests of this folder. */

export interface LoggedLine {
  readonly level: keyof Logger;
  readonly fields: object;
  readonly message: string;
}

export interface RunningHost {
  readonly host: Host;
  readonly address: string;
  readonly log: readonly LoggedLine[];
}

export async function startHost(options: Partial<HostOptions>): Promise<RunningHost> {
  const log: LoggedLine[] = [];
  const host = createHost({
    applicationName: 'Test',
    address: '127.0.0.1:0',
    logger: {
      info: (fields, message) => log.push({ level: 'info', fields, message }),
      warn: (fields, message) => log.push({ level: 'warn', fields, message }),
      error: (fields, message) => log.push({ level: 'error', fields, message }),
    },
    ...options,
  });
  const { address } = await host.listen();
  return { host, address, log };
}

const SERVICES: Record<string, ServiceDefinition> = {
  Describe: hostService,
  Transact: backendService,
  TransactStream: backendService,
  ResolveUser: signInService,
};

export function client(address: string, rpc: string, channel = credentials.createInsecure()): Client {
  const Constructor = makeGenericClientConstructor(SERVICES[rpc]!, rpc);
  return new Constructor(address, channel);
}

export interface CallOptions {
  readonly metadata?: Metadata;
  readonly deadline?: number;
  readonly channel?: ReturnType<typeof credentials.createInsecure>;
}

/** Resolves with the answer, rejects with a ServiceError. */
export async function call(address: string, rpc: string, request: object, options: CallOptions = {}): Promise<object> {
  const made = client(address, rpc, options.channel);
  const method = SERVICES[rpc]![rpc]!;
  try {
    return await new Promise<object>((resolve, reject) => {
      made.makeUnaryRequest(
        method.path,
        (value: object) => method.requestSerialize(value),
        (bytes: Buffer) => method.responseDeserialize(bytes) as object,
        request,
        options.metadata ?? new Metadata(),
        { deadline: options.deadline ?? Date.now() + 60_000 },
        (error: ServiceError | null, response?: object) => (error ? reject(error) : resolve(response ?? {})),
      );
    });
  } finally {
    made.close();
  }
}

/**
 * Resolves once the server has received everything that this client sent, cancellations included, because frames of one
 * connection arrive in order. The first of two calls gives the client the turns of the event loop in which it writes
 * them.
 */
export async function everythingReceived(connection: Client): Promise<void> {
  const method = backendService.Transact;
  for (let call = 0; call < 2; call++) {
    await new Promise<void>((resolve) => {
      connection.makeUnaryRequest(
        method.path,
        (value: object) => method.requestSerialize(value),
        (bytes) => bytes,
        { operations: [] },
        () => resolve(),
      );
    });
  }
}

/** The error of a call that must fail. */
export async function failure(made: Promise<unknown>): Promise<ServiceError> {
  return made.then(
    (answer) => {
      throw new Error(`the call succeeded with ${JSON.stringify(answer)}`);
    },
    (error: unknown) => error as ServiceError,
  );
}

type Overrides = { [Port in keyof TransactionBundle]?: Partial<TransactionBundle[Port]> };

export interface TestBackend extends Backend {
  readonly ended: ('committed' | 'rolled back')[];
  /** Resolves once the first transaction has ended. */
  readonly firstEnded: Promise<void>;
  /** The deadline of the latest transaction. */
  deadline(): Date;
}

/**
 * A backend whose methods the test defines; methods that it does not define are not called. It records how transactions
 * end.
 */
export function backendOf(overrides: Overrides): TestBackend {
  const ended: ('committed' | 'rolled back')[] = [];
  const first = signal();
  let latest = new Date(Number.NaN);
  return {
    ended,
    firstEnded: first.raised,
    deadline: () => latest,
    async transaction(work, { deadline }) {
      latest = deadline;
      try {
        const result = await work({
          clients: {},
          codes: {},
          refreshTokens: {},
          accessTokens: {},
          ...overrides,
        } as TransactionBundle);
        ended.push('committed');
        return result;
      } catch (error) {
        ended.push('rolled back');
        throw error;
      } finally {
        first.raise();
      }
    },
  };
}

/** An event that happens once and that others can wait for. */
export function signal(): { readonly raised: Promise<void>; raise(): void } {
  let raise = (): void => undefined;
  const raised = new Promise<void>((resolve) => (raise = resolve));
  return { raised, raise: () => raise() };
}

/** Resolves once the clock has reached that time. A timer may fire a millisecond early. */
export async function clockReaches(time: Date): Promise<void> {
  while (Date.now() < time.getTime()) await sleep(time.getTime() - Date.now());
}
