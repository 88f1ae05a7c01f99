import type { TransactRequest } from '../contract/generated/gatehouse/host/v1/TransactRequest.js';
import type { TransactResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactResponse.js';
import { backendService } from '../contract/load.js';
import { rpcOf } from '../contract/rpc.js';
import type { Connection } from './connection.js';
import { RpcStatus } from './transport.js';
import type { Transport } from './transport.js';

export const transactRpc = rpcOf(backendService.Transact);

export class UnaryTransport implements Transport {
  constructor(private readonly connection: Connection) {}

  send(request: TransactRequest): Promise<TransactResponse__Output> {
    return this.connection.call(transactRpc, request);
  }

  async sendTooLate(request: TransactRequest): Promise<void> {
    await this.connection.call(transactRpc, request, { tooLate: true }).catch((error: unknown) => {
      if (!(error instanceof RpcStatus)) throw error;
    });
  }
}
