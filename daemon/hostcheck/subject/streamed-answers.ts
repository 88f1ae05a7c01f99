import { grpcStreams } from '@gatehouse/proto/client-stream';
import type { StreamClientProtocol, StreamStatus, Waiting } from '@gatehouse/proto/stream-client';
import { StreamClient } from '@gatehouse/proto/stream-client';
import { status } from '@grpc/grpc-js';
import type { CallVariant, Connection } from './connection.js';
import { RpcStatus } from './connection.js';
import { CheckFailure, Unanswered } from './expectations.js';

interface StreamedAnswer<Answer> {
  readonly id: number;
  readonly response?: Answer | null;
  readonly fault?: { readonly code: number; readonly message: string } | null;
}

/** A stream. The first message opens it; if the host ended it, the next message opens a new one. */
export class StreamedAnswers<Message, Response, Item extends { readonly id?: number }, Answer> {
  readonly #protocol: StreamClientProtocol<Message, Response, Item, StreamedAnswer<Answer>>;
  readonly #connection: Connection;
  readonly #variant: CallVariant;
  #stream: StreamClient<Message, Response, Item, StreamedAnswer<Answer>> | undefined;
  #lastId = 0;
  #ending: ((status: StreamStatus) => void) | undefined;

  constructor(
    protocol: StreamClientProtocol<Message, Response, Item, StreamedAnswer<Answer>>,
    connection: Connection,
    variant: CallVariant,
  ) {
    this.#protocol = protocol;
    this.#connection = connection;
    this.#variant = variant;
  }

  /** Sends the items in one message and returns the answer to each. */
  send(items: readonly ((id: number) => Item)[]): Promise<Answer>[] {
    const stream = this.#open();
    const answers = items.map(
      (item) =>
        new Promise<Answer>((resolve, reject) => {
          let id = 0;
          stream.send(
            (given) => item((id = given)),
            this.#waiting(() => id, resolve, reject),
          );
        }),
    );
    stream.flush();
    return answers;
  }

  /** Ends our side. Resolves with the status with which the host ends the stream. */
  end(): Promise<StreamStatus> {
    const stream = this.#open();
    return new Promise((resolve) => {
      this.#ending = resolve;
      stream.end();
    });
  }

  close(): void {
    this.#stream?.cancel('the check is over');
  }

  #open(): StreamClient<Message, Response, Item, StreamedAnswer<Answer>> {
    this.#stream ??= new StreamClient(
      grpcStreams(this.#connection.client, this.#connection.metadata(this.#variant)),
      this.#protocol,
      {
        timeoutMs: this.#connection.timeoutMs,
        maxOverdue: Infinity,
        lastId: this.#lastId,
      },
      {
        unexpected: () => undefined,
        failed: (error) => `cannot read a message of the stream: ${String(error)}`,
        over: (ended) => {
          this.#lastId = this.#stream?.lastId ?? 0;
          this.#stream = undefined;
          if (ended !== undefined) this.#ending?.(ended);
          this.#ending = undefined;
        },
      },
    );
    return this.#stream;
  }

  #waiting(
    id: () => number,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ): Waiting<StreamedAnswer<Answer>> {
    return {
      answered({ response, fault }) {
        if (response !== undefined && response !== null) resolve(response);
        else if (fault) reject(new RpcStatus(fault.code, fault.message));
        else
          reject(new CheckFailure('a response or a fault', 'an outcome with neither of them', 'Set one of the two.'));
      },
      timedOut: () => {
        reject(
          new Unanswered(
            `a response to request ${id()} of the stream within ${this.#connection.timeoutMs} ms`,
            'none',
            'Respond to every request of the stream exactly once, with its own id.',
          ),
        );
      },
      lost: (why, _neverSent, ended) => {
        const { code, details } = ended ?? { code: status.CANCELLED, details: why };
        reject(new RpcStatus(code, `the stream ended before the response: ${details}`));
      },
    };
  }
}
