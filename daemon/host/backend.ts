import type { TransactResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactResponse.js';
import { backendService } from '../contract/load.js';
import { rpcOf } from '../contract/rpc.js';
import type { CallContext } from '../core/call-context.js';
import { BackendMissing } from '../core/faults.js';
import type { Backend, Operation, OperationKind, Outcome } from '../oauth/ports/backend.js';
import type { Caller } from './call.js';
import { fromTransactResponse } from './from-proto/outcome.js';
import type { InFlight } from './in-flight.js';
import { HostUnreachable } from './reporter.js';
import { toTransactRequest } from './to-proto/operation.js';
import type { TransactStream } from './transact-stream.js';

const transactRpc = rpcOf(backendService.Transact);

const READS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  'findClient',
  'findCode',
  'findRefreshToken',
  'findAccessToken',
]);

export interface HostBackendOptions {
  /** Whether the host offers CAPABILITY_BACKEND, as far as is known. */
  readonly isAttached: () => boolean;
  readonly inFlight: InFlight;
}

/**
 * The host's transactions, over the stream while it is up and over unary calls otherwise. A write is sent at most once; a
 * transaction that only reads is tried once more, and always over a unary call.
 */
export class HostBackend implements Backend {
  constructor(
    private readonly caller: Caller,
    private readonly stream: TransactStream,
    private readonly options: HostBackendOptions,
  ) {}

  async transact<const T extends readonly Operation[]>(operations: T, call: CallContext): Promise<Outcome<T>> {
    if (!this.options.isAttached()) throw new BackendMissing();
    return this.options.inFlight.run(() => this.send(operations, call));
  }

  private async send<const T extends readonly Operation[]>(operations: T, call: CallContext): Promise<Outcome<T>> {
    const request = toTransactRequest(operations);
    const read = operations.every(({ kind }) => READS.has(kind));
    const decode = (rpc: string, response: TransactResponse__Output): Outcome<T> =>
      fromTransactResponse(rpc, operations, response);
    const unary = (retry: boolean): Promise<Outcome<T>> =>
      this.caller.unary(transactRpc, request, (response) => decode(transactRpc.name, response), { call, read: retry });
    if (!this.stream.isUp()) return unary(read);
    try {
      return await this.stream.transact(request, decode, call);
    } catch (error) {
      if (!(error instanceof HostUnreachable)) throw error;
      if (error.neverSent) return unary(read);
      if (read) return unary(false);
      throw error;
    }
  }
}
