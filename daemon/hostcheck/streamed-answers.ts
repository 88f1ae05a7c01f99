import type { ClientDuplexStream, StatusObject } from '@grpc/grpc-js';
import type { Rpc } from '../contract/rpc.js';
import type { CallSettings, Connection } from './connection.js';
import { CheckFailure, Unanswered } from './failure.js';
import { RpcStatus } from './transport.js';

/** One rpc that carries many requests and answers. */
export interface StreamedRpc<Message, Response, Answer> {
  readonly rpc: Rpc<Message, Response>;
  answers(response: Response): readonly StreamedAnswer<Answer>[];
}

interface StreamedAnswer<Answer> {
  readonly id: number;
  readonly response?: Answer | null;
  readonly fault?: { readonly code: number; readonly message: string } | null;
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** One stream. Opened by the first message; a stream that the host ended is opened anew by the next one. */
export class StreamedAnswers<Message, Response, Answer> {
  private stream: ClientDuplexStream<Message, Buffer> | undefined;
  private readonly waiting = new Map<number, Waiting<Answer>>();
  private lastId = 0;
  private ending: ((status: StatusObject) => void) | undefined;

  constructor(
    private readonly protocol: StreamedRpc<Message, Response, Answer>,
    private readonly connection: Connection,
    private readonly settings: CallSettings,
  ) {}

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  /** Sends one message, and gives the answers to the requests in it, by these ids. */
  send(message: Message, ids: readonly number[]): Promise<Answer>[] {
    const answers = ids.map((id) => this.answerTo(id));
    this.open().write(message);
    return answers;
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

  private open(): ClientDuplexStream<Message, Buffer> {
    if (this.stream !== undefined) return this.stream;
    const { rpc } = this.protocol;
    const stream = this.connection.client.makeBidiStreamRequest(
      rpc.path,
      rpc.serialize,
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

  private answerTo(id: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(
          new Unanswered(
            `an answer to request ${id} of the stream within ${this.connection.timeoutMs} ms`,
            'none',
            'Answer every request of the stream exactly once, with its own id.',
          ),
        );
      }, this.connection.timeoutMs);
      this.waiting.set(id, { resolve, reject, timer });
    });
  }

  private received(bytes: Buffer): void {
    const { rpc, answers } = this.protocol;
    for (const answer of answers(rpc.deserialize(bytes))) this.settle(answer);
  }

  private settle({ id, response, fault }: StreamedAnswer<Answer>): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if (response !== undefined && response !== null) waiting.resolve(response);
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
}
