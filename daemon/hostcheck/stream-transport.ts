import type { StatusObject } from '@grpc/grpc-js';
import type { TransactRequest } from '../contract/generated/gatehouse/host/v1/TransactRequest.js';
import type { TransactResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactResponse.js';
import type { TransactStreamRequest } from '../contract/generated/gatehouse/host/v1/TransactStreamRequest.js';
import type { TransactStreamResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactStreamResponse.js';
import { backendService } from '../contract/load.js';
import { rpcOf } from '../contract/rpc.js';
import { toDuration } from '../contract/time.js';
import type { CallSettings, Connection } from './connection.js';
import { CheckFailure } from './failure.js';
import { StreamedAnswers, type StreamedRpc } from './streamed-answers.js';
import type { Transport } from './transport.js';
import { RpcStatus } from './transport.js';

const TRANSACT_STREAM: StreamedRpc<TransactStreamRequest, TransactStreamResponse__Output, TransactResponse__Output> = {
  rpc: rpcOf(backendService.TransactStream),
  answers: ({ outcomes }) => outcomes,
};

/** A microsecond: no host parses, runs and commits a transaction in that. */
const TOO_SHORT = { seconds: 0, nanos: 1000 };

/** Transactions over one stream. */
export class StreamTransport implements Transport {
  private readonly stream: StreamedAnswers<
    TransactStreamRequest,
    TransactStreamResponse__Output,
    TransactResponse__Output
  >;

  constructor(
    private readonly connection: Connection,
    settings: CallSettings = {},
  ) {
    this.stream = new StreamedAnswers(TRANSACT_STREAM, connection, settings);
  }

  async send(request: TransactRequest): Promise<TransactResponse__Output> {
    const [answer] = this.sendTogether([request]);
    if (answer === undefined) throw new Error('one request has one answer');
    return answer;
  }

  /** All of them in one message. */
  sendTogether(requests: readonly TransactRequest[]): Promise<TransactResponse__Output>[] {
    const timeout = toDuration(this.connection.timeoutMs);
    const transactions = requests.map((request) => ({
      id: this.stream.nextId(),
      request,
      timeout,
      requestId: 'check-host',
    }));
    return this.stream.send(
      { transactions },
      transactions.map(({ id }) => id),
    );
  }

  async sendTooLate(request: TransactRequest): Promise<void> {
    const id = this.stream.nextId();
    const transactions = [{ id, request, timeout: TOO_SHORT, requestId: 'check-host' }];
    const [answer] = this.stream.send({ transactions }, [id]);
    await answer?.catch((error: unknown) => {
      if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
    });
  }

  /** Says that no more will come. Resolves with the status with which the host ends the stream. */
  end(): Promise<StatusObject> {
    return this.stream.end();
  }

  close(): void {
    this.stream.close();
  }
}
