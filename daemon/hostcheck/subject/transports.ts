import type { AdminStreamRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamRequest';
import type { AdminStreamResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamResponse';
import type { StreamedAnswer__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedAnswer';
import type { StreamedCall } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedCall';
import type { StreamedOutcome__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedOutcome';
import type { StreamedTransaction } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedTransaction';
import type { TransactRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import type { TransactStreamRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamRequest';
import type { TransactStreamResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamResponse';
import type { Duration } from '@gatehouse/proto/generated/google/protobuf/Duration';
import type { Rpc } from '@gatehouse/proto/rpc';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminStreamService, backendService } from '@gatehouse/proto/services';
import type { StreamClientProtocol, StreamStatus } from '@gatehouse/proto/stream-client';
import { toDuration } from '@gatehouse/proto/time';
import type { CallVariant, Connection, Transport } from './connection.js';
import { RpcStatus } from './connection.js';
import { CheckFailure } from './expectations.js';
import { StreamedAnswers } from './streamed-answers.js';

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

const TRANSACT_STREAM: StreamClientProtocol<
  TransactStreamRequest,
  TransactStreamResponse__Output,
  StreamedTransaction,
  StreamedOutcome__Output
> = {
  rpc: rpcOf(backendService.TransactStream),
  messages: (transactions) => (transactions.length === 0 ? [] : [{ transactions: [...transactions] }]),
  answers: ({ outcomes }) => outcomes,
};

/** A microsecond: no host can parse, run and commit a transaction in that time. */
const TOO_SHORT = { seconds: 0, nanos: 1000 };

/** Transactions over one stream. */
export class StreamTransport implements Transport {
  readonly #stream: StreamedAnswers<
    TransactStreamRequest,
    TransactStreamResponse__Output,
    StreamedTransaction,
    TransactResponse__Output
  >;

  constructor(
    private readonly connection: Connection,
    variant: CallVariant = {},
  ) {
    this.#stream = new StreamedAnswers(TRANSACT_STREAM, connection, variant);
  }

  async send(request: TransactRequest): Promise<TransactResponse__Output> {
    const [answer] = this.sendTogether([request]);
    if (answer === undefined) throw new Error('one request has one response');
    return answer;
  }

  /** All of them in one message. */
  sendTogether(requests: readonly TransactRequest[]): Promise<TransactResponse__Output>[] {
    const timeout = toDuration(this.connection.timeoutMs);
    return this.#stream.send(
      requests.map((request) => (id): StreamedTransaction => ({ id, request, timeout, requestId: 'check-host' })),
    );
  }

  async sendTooLate(request: TransactRequest): Promise<void> {
    const [answer] = this.#stream.send([(id) => ({ id, request, timeout: TOO_SHORT, requestId: 'check-host' })]);
    await answer?.catch((error: unknown) => {
      if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
    });
  }

  /** Ends our side. Resolves with the status with which the host ends the stream. */
  end(): Promise<StreamStatus> {
    return this.#stream.end();
  }

  close(): void {
    this.#stream.close();
  }
}

/** A transport for calls of the admin services. Rejects with RpcStatus for a failure that would fail the unary rpc. */
export interface AdminTransport {
  call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request> | Buffer,
    variant?: Pick<CallVariant, 'tooLate'>,
  ): Promise<Response>;
}

const ADMIN_STREAM: StreamClientProtocol<
  AdminStreamRequest,
  AdminStreamResponse__Output,
  StreamedCall,
  StreamedAnswer__Output
> = {
  rpc: rpcOf(adminStreamService.AdminStream),
  messages: (calls) => (calls.length === 0 ? [] : [{ calls: [...calls] }]),
  answers: ({ answers }) => answers,
};

/** Calls over AdminStreamService.AdminStream. */
export class AdminStreamTransport implements AdminTransport {
  readonly #stream: StreamedAnswers<AdminStreamRequest, AdminStreamResponse__Output, StreamedCall, Buffer>;

  constructor(
    private readonly connection: Connection,
    variant: CallVariant = {},
  ) {
    this.#stream = new StreamedAnswers(ADMIN_STREAM, connection, variant);
  }

  async call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request> | Buffer,
    { tooLate = false }: Pick<CallVariant, 'tooLate'> = {},
  ): Promise<Response> {
    const bytes = Buffer.isBuffer(request) ? request : rpc.serialize(request);
    return rpc.deserialize(await this.send(rpc.name, bytes, tooLate ? TOO_SHORT : undefined));
  }

  /** @param method service and rpc, which the host may not know */
  async send(method: string, request: Buffer, timeout?: Duration): Promise<Buffer> {
    const [answer] = this.sendTogether([{ method, request }], timeout);
    if (answer === undefined) throw new Error('one call has one response');
    return answer;
  }

  /** All of them in one message. */
  sendTogether(
    requests: readonly { readonly method: string; readonly request: Buffer }[],
    timeout: Duration = toDuration(this.connection.timeoutMs),
  ): Promise<Buffer>[] {
    const items = requests.map(({ method, request }) => (id: number): StreamedCall => ({
      id,
      method,
      request,
      timeout,
      requestId: 'check-host',
    }));
    return this.#stream.send(items);
  }

  close(): void {
    this.#stream.close();
  }
}
