import type { TransactRequest } from '../contract/generated/gatehouse/host/v1/TransactRequest.js';
import type { TransactResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactResponse.js';

/** A way for a transaction to reach the host: unary calls, or the stream. */
export interface Transport {
  /** Rejects with RpcStatus for what the unary rpc would fail with. */
  send(request: TransactRequest): Promise<TransactResponse__Output>;
  /**
   * Sends it so that its deadline has passed before a host can possibly commit, and does not care for the answer.
   * Resolves when the host has had it.
   */
  sendTooLate(request: TransactRequest): Promise<void>;
}

/** A gRPC status other than OK. */
export class RpcStatus extends Error {
  override readonly name = 'RpcStatus';

  constructor(
    readonly code: number,
    readonly details: string,
  ) {
    super(`gRPC status ${code}: ${details}`);
  }
}
