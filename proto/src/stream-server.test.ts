import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { EventEmitter } from 'node:events';
import type { ClientStream } from './client-stream.js';
import type {
  AdminStreamRequest,
  AdminStreamRequest__Output,
} from './generated/gatehouse/host/v1/AdminStreamRequest.js';
import type {
  AdminStreamResponse,
  AdminStreamResponse__Output,
} from './generated/gatehouse/host/v1/AdminStreamResponse.js';
import type { StreamedAnswer } from './generated/gatehouse/host/v1/StreamedAnswer.js';
import type { StreamedCall__Output } from './generated/gatehouse/host/v1/StreamedCall.js';
import { adminStreamService } from './services.js';
import type { StreamServerProtocol } from './stream-server.js';
import { AnswerStream, Cancellation } from './stream-server.js';
import type { ServedStreams } from './testing/carriers.js';
import { CARRIERS, serveStreams } from './testing/carriers.js';

for (const carrier of CARRIERS) {
  describe(`proto/stream-server over ${carrier}`, () => {
    let streams: ServedStreams;
    let stream: ClientStream;
    /** The status of the stream, when it has ended. */
    let ended: Promise<status>;
    let messages: AdminStreamResponse__Output[];
    let served: AnswerStream<AdminStreamRequest__Output, AdminStreamResponse, StreamedCall__Output, StreamedAnswer>;
    /** Functions that let a call answer, by its id. */
    let running: Map<number, () => void>;
    let aborted: number[];
    let closed: number;

    const protocol: StreamServerProtocol<
      AdminStreamRequest__Output,
      AdminStreamResponse,
      StreamedCall__Output,
      StreamedAnswer
    > = {
      items: ({ calls }) => calls,
      cancelled: ({ cancelled }) => cancelled,
      messages: (answers) => (answers.length === 0 ? [] : [{ answers: [...answers] }]),
      closing: (taken) => ({ closing: { taken: [...taken] } }),
      run: ({ id }, { signal }) =>
        new Promise((resolve) => {
          running.set(id, () => resolve({ id, response: Buffer.from('yes') }));
          signal.addEventListener('abort', () => aborted.push(id));
        }),
      fault: (id, code, message) => ({ id, fault: { code, message } }),
    };

    const { path, requestSerialize, responseDeserialize } = adminStreamService.AdminStream;

    beforeEach(async () => {
      [messages, running, aborted, closed] = [[], new Map(), [], 0];
      streams = await serveStreams<AdminStreamRequest__Output, AdminStreamResponse>(
        carrier,
        adminStreamService,
        (call) => {
          served = new AnswerStream(call, protocol, () => (closed += 1));
        },
      );
      ended = new Promise((resolve) => {
        stream = streams.open(path, {
          received: (message) => messages.push(responseDeserialize(message)),
          ended: ({ code }) => resolve(code),
        });
      });
    });

    afterEach(() => {
      stream.cancel();
      streams.close();
    });

    const write = (message: AdminStreamRequest) => stream.write(requestSerialize(message));
    const send = (...ids: number[]) => write({ calls: ids.map((id) => ({ id })) });
    const answered = () => messages.map(({ answers }) => answers.map(({ id }) => id));

    async function until(holds: () => boolean): Promise<void> {
      while (!holds()) await new Promise(setImmediate);
    }

    it('answers in any order, and puts answers of the same tick in one message', async () => {
      send(1, 2, 3);
      await until(() => running.size === 3);
      running.get(3)?.();
      await until(() => messages.length === 1);
      running.get(1)?.();
      running.get(2)?.();
      await until(() => messages.length === 2);
      expect(answered()).to.deep.equal([[3], [1, 2]]);
    });

    it('rejects an id that is in flight, and accepts it again after the answer', async () => {
      send(1, 1);
      await until(() => messages.length === 1);
      expect(messages[0]?.answers[0]?.fault?.code).to.equal(status.INVALID_ARGUMENT);
      running.get(1)?.();
      await until(() => messages.length === 2);
      running.delete(1);
      send(1);
      await until(() => running.has(1));
    });

    it('aborts only the request that the client cancels', async () => {
      send(1, 2);
      await until(() => running.size === 2);
      write({ cancelled: [2, 7] });
      await until(() => aborted.length > 0);
      expect(aborted).to.deep.equal([2]);
    });

    it('ends when the client has ended and all requests are answered', async () => {
      send(1);
      await until(() => running.size === 1);
      stream.end();
      running.get(1)?.();
      expect(await ended).to.equal(status.OK);
      expect(answered()).to.deep.equal([[1]]);
      expect(closed).to.be.greaterThan(0);
    });

    it('on shutdown, announces the requests it has taken, answers them, and ignores later ones', async () => {
      send(1, 2);
      await until(() => running.size === 2);
      running.get(1)?.();
      await until(() => messages.length === 1);
      served.shutDown();
      await until(() => messages.length === 2);
      expect(messages[1]?.closing).to.deep.equal({ taken: [2] });
      send(3);
      running.get(2)?.();
      expect(await ended).to.equal(status.OK);
      expect(answered()).to.deep.equal([[1], [], [2]]);
      expect(running.has(3)).to.equal(false);
    });

    it('announces its end once, with what it has not answered, after all answers that are ready', async () => {
      send(1, 2);
      await until(() => running.size === 2);
      running.get(1)?.();
      // The answer is ready, and not yet sent.
      await Promise.resolve();
      served.shutDown();
      served.shutDown();
      await until(() => messages.length >= 2);
      running.get(2)?.();
      expect(await ended).to.equal(status.OK);
      const announced = messages.flatMap(({ closing }) => closing?.taken ?? []);
      const all = answered().flat();
      expect(all).to.deep.equal([1, 2]);
      expect(messages.filter(({ closing }) => closing !== null)).to.have.length(1);
      expect(announced).to.deep.equal([2]);
    });

    it('ends at once on shutdown if nothing is running', async () => {
      send(1);
      await until(() => running.size === 1);
      running.get(1)?.();
      await until(() => messages.length === 1);
      served.shutDown();
      expect(await ended).to.equal(status.OK);
      expect(messages[1]?.closing).to.deep.equal({ taken: [] });
      expect(closed).to.be.greaterThan(0);
    });

    it('goes on with what it has taken when the client is gone, and runs nothing that follows', async () => {
      send(1);
      await until(() => running.size === 1);
      stream.cancel();
      if (carrier === 'gRPC') await until(() => closed > 0);
      expect(aborted).to.deep.equal([]);
      running.get(1)?.();
      // The socket notices it by the write.
      await until(() => closed > 0);
      served.shutDown();
      expect(running.size).to.equal(1);
    });

    it('ends on shutdown at capacity, without running the requests it has not read', async () => {
      send(...Array.from({ length: 1024 }, (_, index) => index + 1));
      send(2000);
      await until(() => running.size === 1024);
      served.shutDown();
      await until(() => messages.length === 1);
      expect(messages[0]?.closing?.taken).to.have.length(1024);
      for (const answer of running.values()) answer();
      expect(await ended).to.equal(status.OK);
      expect(running.has(2000)).to.equal(false);
    });

    it('stops reading while 1024 requests are running', async () => {
      send(...Array.from({ length: 1024 }, (_, index) => index + 1));
      send(2000);
      await until(() => running.size === 1024);
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
      expect(running.has(2000)).to.equal(false);
      running.get(1)?.();
      await until(() => running.has(2000));
    });
  });
}

describe('a stream whose peer is gone', () => {
  for (const event of ['error', 'cancelled'] as const) {
    it(`is closed: ${event}`, () => {
      const quiet = { cancelled: false, destroyed: false, write: () => true, end: () => undefined };
      const flow = { isPaused: () => false, pause: () => undefined, resume: () => undefined };
      const call = Object.assign(new EventEmitter(), quiet, flow);
      const protocol = {
        items: () => [],
        messages: () => [],
        closing: () => undefined,
        run: () => Promise.reject(new Error('never called')),
        fault: (id: number) => ({ id }),
      };
      let closed = 0;
      new AnswerStream(call, protocol, () => (closed += 1));
      call.emit(event);
      expect(closed).to.equal(1);
    });
  }
});

describe('whether a peer has cancelled a request', () => {
  it('reaches readers of the signal from before the cancellation, and later ones', () => {
    const cancellation = new Cancellation();
    const { signal } = cancellation;
    expect([cancellation.isCancelled, signal.aborted]).to.deep.equal([false, false]);
    cancellation.cancel();
    expect([cancellation.isCancelled, signal.aborted, cancellation.signal === signal]).to.deep.equal([
      true,
      true,
      true,
    ]);

    const unread = new Cancellation();
    unread.cancel();
    expect([unread.isCancelled, unread.signal.aborted]).to.deep.equal([true, true]);
  });
});
