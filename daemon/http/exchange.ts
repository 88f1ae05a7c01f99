import type { InFlight } from '../core/in-flight.js';
import type { AnswerableBody, BodyOutcome } from './body-reader.js';
import { BodyReader } from './body-reader.js';
import type { BodyRoom } from './body-room.js';
import type { Framing } from './framing.js';
import { TOO_MANY_PIECES } from './framing.js';
import type { IncomingRequest } from './request.js';
import type { Response } from './response.js';
import { INTERNAL_ERROR, PreparedResponse } from './response.js';
import type { Handling, ServerOptions } from './server.js';

/** The part of an engine that one request needs. Called only while the exchange is open. */
export interface Wire {
  /** Passes on the body piece by piece; the last call has `last` set. */
  readBody(push: (chunk: Uint8Array, last: boolean) => void): void;
  /**
   * Writes the whole answer, as fast as the client reads it.
   * @param close whether to close the connection afterwards, even with unread input
   * @param flushed called once the answer has left, immediately or later
   */
  write(answer: PreparedResponse, close: boolean, flushed: () => void): void;
  /** Closes the connection immediately, without an answer; the engine then calls `aborted`. */
  drop(): void;
}

/**
 * One request and its answer, over either engine: reads the body, runs the handler, and gives exactly one answer, even if
 * something throws. After the engine has called `aborted`, the wire is not touched again.
 */
export class Exchange {
  #open = true;
  #answered = false;
  #request: IncomingRequest | undefined;
  #reader: BodyReader | undefined;

  constructor(
    private readonly wire: Wire,
    private readonly options: ServerOptions,
    private readonly inFlight: InFlight,
    private readonly room: BodyRoom,
  ) {
    inFlight.add();
  }

  get answered(): boolean {
    return this.#answered;
  }

  /** Called by the engine: the connection is gone. */
  aborted(): void {
    this.#reader?.cancel();
    if (this.#open && !this.#answered) this.#request?.abandon();
    this.#close();
  }

  /** Answers a malformed request, and closes. */
  refuse(answer: PreparedResponse): void {
    this.#send(answer, true);
  }

  /** Gives an answer that does not depend on the body, after the body has been read or discarded. */
  answerInsteadOfBody(answer: PreparedResponse, framing: Framing): void {
    this.#discardBody(framing, 0, (close) => {
      this.#send(answer, close);
    });
  }

  run(handling: Handling, request: IncomingRequest, framing: Framing): void {
    this.#request = request;
    if (framing.body === 'none') {
      this.#handle(handling, request);
      return;
    }
    const refusal = handling.refusedByHead(request);
    if (refusal !== undefined) {
      // Reads a body that the route would accept to its end: an answer in the middle of it may not arrive (body-reader.ts).
      this.#discardBody(framing, handling.maxBodyBytes, (close) => {
        this.#answer(refusal, close);
      });
      return;
    }
    this.#readBody(framing, handling.maxBodyBytes, (outcome) => {
      if (outcome.refused !== undefined) {
        this.#answer(handling.bodyRefused(outcome.refused, request), !outcome.exhausted);
        return;
      }
      request.body = outcome.body;
      this.#handle(handling, request);
    });
  }

  /** Reads the body and keeps none of it. `close`: it was not read to its end, so the connection has to close. */
  #discardBody(framing: Framing, wantedBytes: number, done: (close: boolean) => void): void {
    const settle = (outcome: AnswerableBody): void => {
      done(outcome.refused !== undefined && !outcome.exhausted);
    };
    this.#readBody(framing, 0, settle, wantedBytes);
  }

  #readBody(framing: Framing, maxBytes: number, done: (outcome: AnswerableBody) => void, wantedBytes = maxBytes): void {
    const guarded = (outcome: BodyOutcome): void => {
      try {
        if (outcome.refused === 'too_many_pieces') this.#drop();
        else done(outcome);
      } catch (error) {
        this.#fault(error);
      }
    };
    if (framing.body === 'none') {
      guarded({ refused: undefined, body: Buffer.alloc(0) });
      return;
    }
    if (framing.body === 'length' && BodyReader.isHopeless(framing.length, wantedBytes)) {
      guarded({ refused: 'too_large', exhausted: false });
      return;
    }
    const declared = framing.body === 'length' ? framing.length : 0;
    const { bodyTimeoutMs } = this.options;
    const reader = new BodyReader(maxBytes, bodyTimeoutMs, guarded, this.room, declared, wantedBytes);
    this.#reader = reader;
    this.wire.readBody((chunk, last) => {
      reader.push(chunk, last);
    });
  }

  #handle(handling: Handling, request: IncomingRequest): void {
    try {
      const answer = handling.handle(request);
      if (answer instanceof Promise) {
        answer.then(
          (response) => {
            this.#answer(response, false);
          },
          (error: unknown) => {
            this.#fault(error);
          },
        );
      } else this.#answer(answer, false);
    } catch (error) {
      this.#fault(error);
    }
  }

  #answer(response: Response, close: boolean): void {
    let prepared: PreparedResponse;
    try {
      prepared = new PreparedResponse(response);
    } catch (violation) {
      this.#fault(violation);
      return;
    }
    this.#send(prepared, close);
  }

  #fault(error: unknown): void {
    this.options.events.faulted(error);
    this.#send(INTERNAL_ERROR, true);
  }

  #send(answer: PreparedResponse, close: boolean): void {
    if (!this.#open || this.#answered) return;
    this.#answered = true;
    try {
      this.wire.write(answer, close, () => {
        this.#close();
      });
    } catch (error) {
      // Part of it may have left: no other answer can follow, and nothing may wait for this one.
      this.options.events.faulted(error);
      this.wire.drop();
      this.#close();
    }
  }

  /** No answer: an engine that gets one still passes on all the pieces that it has received. */
  #drop(): void {
    this.options.events.refused(TOO_MANY_PIECES);
    this.wire.drop();
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.inFlight.remove();
  }
}
