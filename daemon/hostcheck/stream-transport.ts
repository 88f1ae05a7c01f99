import type { ClientDuplexStream, StatusObject } from '@grpc/grpc-js';
import type { StreamedOutcome__Output } from '../contract/generated/gatehouse/host/v1/StreamedOutcome.js';
import type { StreamedTransaction } from '../contract/generated/gatehouse/host/v1/StreamedTransaction.js';
import type { TransactRequest } from '../contract/generated/gatehouse/host/v1/TransactRequest.js';
import type { TransactResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactResponse.js';
import { backendService } from '../contract/load.js';
import { rpcOf } from '../contract/rpc.js';
import { toDuration } from '../contract/time.js';
import type { CallSettings, Connection } from './connection.js';
import { CheckFailure, Unanswered } from './failure.js';
import type { Transport } from './transport.js';
import { RpcStatus } from './transport.js';

const streamRpc = rpcOf(backendService.TransactStream);

/** A microsecond: no host parses, runs and commits a transaction in that. */
const TOO_SHORT = { seconds: 0, nanos: 1000 };

interface Waiting {
  readonly resolve: (response: TransactResponse__Output) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** One stream. Opened by its first transaction; a stream that the host ended is opened anew by the next one. */
export class StreamTransport implements Transport {
  private stream: ClientDuplexStream<{ transactions: StreamedTransaction[] }, Buffer> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private ending: ((status: StatusObject) => void) | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly settings: CallSettings = {},
  ) {}

  async send(request: TransactRequest): Promise<TransactResponse__Output> {
    const [answer] = this.sendTogether([request]);
    if (answer === undefined) throw new Error('one request has one answer');
    return answer;
  }

  /** All of them in one message. */
  sendTogether(requests: readonly TransactRequest[]): Promise<TransactResponse__Output>[] {
    const timeout = toDuration(this.connection.timeoutMs);
    const transactions = requests.map((request) => ({ id: this.nextId(), request, timeout, requestId: 'check-host' }));
    const answers = transactions.map(({ id }) => this.answerTo(id));
    this.open().write({ transactions });
    return answers;
  }

  async sendTooLate(request: TransactRequest): Promise<void> {
    const id = this.nextId();
    const answer = this.answerTo(id);
    this.open().write({ transactions: [{ id, request, timeout: TOO_SHORT, requestId: 'check-host' }] });
    await answer.catch((error: unknown) => {
      if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
    });
  }

  /** Says that no more will come. Resolves with the status with which the host ends the stream. */
  end(): Promise<StatusObject> {
    const stream = this.open();
    return new Promise((resolve) => {
      this.ending = resolve;
      stream.end();
    });
  }

  close(): void {
    this.stream?.cancel();
  }

  private open(): NonNullable<StreamTransport['stream']> {
    if (this.stream !== undefined) return this.stream;
    const stream = this.connection.client.makeBidiStreamRequest(
      streamRpc.path,
      streamRpc.serialize,
      (bytes: Buffer) => bytes,
      this.connection.metadata(this.settings),
    );
    this.stream = stream;
    stream.on('data', (bytes: Buffer) => this.received(bytes));
    // The status says the same; without a listener the error would end the process.
    stream.on('error', () => undefined);
    stream.on('status', (status: StatusObject) => this.ended(status));
    return stream;
  }

  private answerTo(id: number): Promise<TransactResponse__Output> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(
          new Unanswered(
            `an answer to transaction ${id} of the stream within ${this.connection.timeoutMs} ms`,
            'none',
            'Answer every transaction of the stream exactly once, with its own id.',
          ),
        );
      }, this.connection.timeoutMs);
      this.waiting.set(id, { resolve, reject, timer });
    });
  }

  private received(bytes: Buffer): void {
    for (const outcome of streamRpc.deserialize(bytes).outcomes) this.settle(outcome);
  }

  private settle({ id, response, fault }: StreamedOutcome__Output): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if (response) waiting.resolve(response);
    else if (fault) waiting.reject(new RpcStatus(fault.code, fault.message));
    else waiting.reject(new CheckFailure('a response or a fault', 'an outcome with neither', 'Set one of the two.'));
  }

  private ended(status: StatusObject): void {
    this.stream = undefined;
    this.ending?.(status);
    this.ending = undefined;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new RpcStatus(status.code, `the stream ended before the answer: ${status.details}`));
    }
    this.waiting.clear();
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}
