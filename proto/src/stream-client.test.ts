import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { EventEmitter } from 'node:events';
import type {
  AdminStreamRequest,
  AdminStreamRequest__Output,
} from './generated/gatehouse/host/v1/AdminStreamRequest.js';
import type {
  AdminStreamResponse,
  AdminStreamResponse__Output,
} from './generated/gatehouse/host/v1/AdminStreamResponse.js';
import type { StreamedAnswer__Output } from './generated/gatehouse/host/v1/StreamedAnswer.js';
import type { StreamedCall } from './generated/gatehouse/host/v1/StreamedCall.js';
import type { CancelSignal } from './cancel-signal.js';
import { rpcOf } from './rpc.js';
import { adminStreamService } from './services.js';
import type { StreamClientOptions, StreamClientProtocol } from './stream-client.js';
import { StreamClient } from './stream-client.js';
import type { StreamCall } from './stream-server.js';
import { SocketCall } from './stream-socket-server.js';
import type { ServedStreams } from './testing/carriers.js';
import { CARRIERS, serveStreams } from './testing/carriers.js';

const PROTOCOL: StreamClientProtocol<
  AdminStreamRequest,
  AdminStreamResponse__Output,
  StreamedCall,
  StreamedAnswer__Output
> = {
  rpc: rpcOf(adminStreamService.AdminStream),
  messages: (calls) => (calls.length === 0 ? [] : [{ calls: [...calls] }]),
  answers: ({ answers }) => answers,
  cancellation: (ids) => ({ cancelled: [...ids] }),
  closing: ({ closing }) => closing?.taken,
};

type RawCall = StreamCall<AdminStreamRequest__Output, Buffer>;

/** Ends the stream with that status. */
function breakStream(call: RawCall, code: status, details: string): void {
  if (call instanceof SocketCall) call.fail(code, details);
  else (call as unknown as EventEmitter).emit('error', { code, details });
}

/** The server sends raw bytes, so that a test can send bytes that are not a message. */
const RAW_SERVICE = {
  AdminStream: { ...adminStreamService.AdminStream, responseSerialize: (bytes: Buffer) => bytes },
};

/** A signal that tells who listens to it. */
function countedSignal() {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  return { signal, listeners, abort: () => void (signal.aborted = true) };
}

for (const carrier of CARRIERS) {
  describe(`proto/stream-client over ${carrier}`, () => {
    let streams: ServedStreams;
    let served: Promise<RawCall>;
    let stream: StreamClient<AdminStreamRequest, AdminStreamResponse__Output, StreamedCall, StreamedAnswer__Output>;
    /** The messages that the server received and the events at the client, each in order. */
    let received: { calls: number[]; cancelled: number[] }[];
    let events: string[];

    beforeEach(async () => {
      received = [];
      events = [];
      let take: (call: RawCall) => void = () => undefined;
      served = new Promise((resolve) => (take = resolve));
      streams = await serveStreams(carrier, RAW_SERVICE, (call: RawCall) => {
        call.on('data', ({ calls, cancelled }) => received.push({ calls: calls.map(({ id }) => id), cancelled }));
        call.on('error', () => undefined);
        take(call);
      });
    });

    afterEach(() => {
      stream.cancel('the test is over');
      streams.close();
    });

    function open(
      options: Partial<StreamClientOptions> = {},
      unexpected: (id: number) => void = () => undefined,
    ): void {
      stream = new StreamClient(
        streams.open,
        PROTOCOL,
        { timeoutMs: 10_000, maxOverdue: 10, ...options },
        {
          unexpected,
          failed: (error) => (error as Error).message,
          over: (ended) => events.push(`over ${ended === undefined ? 'by us' : status[ended.code]}`),
        },
      );
    }

    /** Sends a call, and resolves with its id and its outcome. */
    function send(signal?: CancelSignal): Promise<string> {
      return new Promise((resolve) => {
        let id = 0;
        const end = (what: string): void => {
          events.push(`${id} ${what}`);
          resolve(`${id} ${what}`);
        };
        stream.send(
          (given) => {
            id = given;
            return { id, method: 'AdminRecordService.GetRecord', request: Buffer.alloc(0) };
          },
          {
            answered: ({ response }) => end(`answered ${String(response)}`),
            timedOut: () => end('timed out'),
            cancelled: () => end('cancelled'),
            lost: (why, neverSent, ended) => end(`lost: ${why}, ${neverSent ? 'never sent' : 'sent'}, ${ended?.code}`),
          },
          signal,
        );
      });
    }

    async function answer(response: AdminStreamResponse): Promise<void> {
      (await served).write(adminStreamService.AdminStream.responseSerialize(response));
    }

    async function receivedMessages(count: number): Promise<void> {
      while (received.length < count) await new Promise(setImmediate);
    }

    const ok = (id: number) => ({ id, response: Buffer.from('yes') });

    it('sends calls of the same turn in one message, and matches answers by id, in any order', async () => {
      open();
      const first = [send(), send()];
      await receivedMessages(1);
      const third = send();
      await receivedMessages(2);
      expect(received.map(({ calls }) => calls)).to.deep.equal([[1, 2], [3]]);
      await answer({ answers: [ok(3), ok(1)] });
      await answer({ answers: [ok(2)] });
      await Promise.all([...first, third]);
      expect(events).to.deep.equal(['3 answered yes', '1 answered yes', '2 answered yes']);
    });

    it('sends immediately on flush, and continues the ids of an earlier stream', async () => {
      open({ lastId: 0xffff_fffe });
      void send();
      stream.flush();
      void send();
      await receivedMessages(2);
      expect(received.map(({ calls }) => calls)).to.deep.equal([[0xffff_ffff], [1]]);
      expect(stream.lastId).to.equal(1);
    });

    it('ignores a late answer, and keeps the stream', async () => {
      open({ timeoutMs: 500 });
      expect(await send()).to.equal('1 timed out');
      await answer({ answers: [ok(1)] });
      const next = send();
      await receivedMessages(2);
      await answer({ answers: [ok(2)] });
      expect(await next).to.equal('2 answered yes');
      expect(stream.isUp()).to.equal(true);
    });

    it('abandons the stream when too many answers are overdue', async () => {
      open({ timeoutMs: 50, maxOverdue: 1 });
      expect(await Promise.all([send(), send()])).to.deep.equal(['1 timed out', '2 timed out']);
      expect(events.at(-1)).to.equal('over by us');
      expect(stream.isUp()).to.equal(false);
    });

    it('cancels sent calls at the server, and never sends cancelled calls that had not left', async () => {
      open();
      const [sent, unsent] = [new AbortController(), new AbortController()];
      const first = send(sent.signal);
      await receivedMessages(1);
      const second = send(unsent.signal);
      unsent.abort();
      sent.abort();
      expect(await Promise.all([first, second])).to.deep.equal(['1 cancelled', '2 cancelled']);
      await receivedMessages(2);
      expect(received).to.deep.equal([
        { calls: [1], cancelled: [] },
        { calls: [], cancelled: [1] },
      ]);
    });

    it('listens to a signal until the call has ended, and sends nothing for one that has', async () => {
      open();
      const { signal, listeners, abort } = countedSignal();
      const call = send(signal);
      await receivedMessages(1);
      expect(listeners.size).to.equal(1);
      const [listener] = listeners;
      await answer({ answers: [ok(1)] });
      expect(await call).to.equal('1 answered yes');
      expect(listeners.size).to.equal(0);
      abort();
      listener?.();
      const next = send();
      await receivedMessages(2);
      expect(received[1]).to.deep.equal({ calls: [2], cancelled: [] });
      await answer({ answers: [ok(2)] });
      expect(await next).to.equal('2 answered yes');
      expect(events).to.deep.equal(['1 answered yes', '2 answered yes']);
    });

    it('cancels calls of the same turn with one message', async () => {
      open();
      const given = [new AbortController(), new AbortController()];
      const calls = given.map(({ signal }) => send(signal));
      await receivedMessages(1);
      for (const one of given) one.abort();
      await Promise.all(calls);
      await receivedMessages(2);
      expect(received[1]).to.deep.equal({ calls: [], cancelled: [1, 2] });
    });

    it('cancels exactly the call whose signal was aborted, sent or not', async () => {
      open();
      const given = [1, 2, 3, 4].map(() => new AbortController());
      const [sent, ...unsent] = given.map(({ signal }) => signal);
      const calls = [send(sent)];
      await receivedMessages(1);
      calls.push(...unsent.map((signal) => send(signal)));
      given[0]?.abort();
      given[2]?.abort();
      expect(await Promise.all([calls[0], calls[2]])).to.deep.equal(['1 cancelled', '3 cancelled']);
      await receivedMessages(3);
      expect(received.slice(1)).to.deep.equal([
        { calls: [2, 4], cancelled: [] },
        { calls: [], cancelled: [1] },
      ]);
    });

    it('counts cancelled calls without an answer as overdue', async () => {
      open({ maxOverdue: 1 });
      const given = [new AbortController(), new AbortController()];
      const calls = given.map(({ signal }) => send(signal));
      await receivedMessages(1);
      given[0]?.abort();
      expect(stream.isUp()).to.equal(true);
      given[1]?.abort();
      await Promise.all(calls);
      expect(stream.isUp()).to.equal(false);
    });

    it('abandons the stream for a call that cannot be written', async () => {
      open();
      const sent = send();
      await receivedMessages(1);
      const lost = new Promise<string>((resolve) => {
        const ignore = (): void => undefined;
        stream.send((id) => ({ id, method: 'x', request: 7 as never }), {
          answered: ignore,
          timedOut: ignore,
          lost: (why, neverSent) => resolve(`${why}, ${neverSent}`),
        });
      });
      expect(await lost).to.match(/^a request cannot be written: .*, false$/);
      expect(await sent).to.match(/^1 lost: a request cannot be written: /);
      expect(events.at(-1)).to.equal('over by us');
    });

    it('tells no more than 500 characters of the reason why the stream ended', async () => {
      open();
      const call = send();
      await receivedMessages(1);
      breakStream(await served, status.UNAVAILABLE, 'x'.repeat(600));
      expect(await call).to.equal(`1 lost: UNAVAILABLE: ${'x'.repeat(500)}, sent, ${status.UNAVAILABLE}`);
    });

    it('takes no more calls after its end was announced, and still receives answers', async () => {
      open();
      const call = send();
      await receivedMessages(1);
      stream.end();
      expect(stream.isUp()).to.equal(false);
      expect(await send()).to.equal('2 lost: the stream is down, never sent, undefined');
      await answer({ answers: [ok(1)] });
      expect(await call).to.equal('1 answered yes');
    });

    it('reports its end once', async () => {
      open();
      stream.close('closed');
      stream.close('again');
      stream.cancel('and again');
      expect(events).to.deep.equal(['over by us']);
    });

    it('reports an answer that nothing waits for, and continues', async () => {
      const unexpected: number[] = [];
      open({}, (id) => unexpected.push(id));
      const call = send();
      await receivedMessages(1);
      await answer({ answers: [ok(7), ok(1), ok(1)] });
      expect(await call).to.equal('1 answered yes');
      expect(unexpected).to.deep.equal([7, 1]);
    });

    it('abandons the stream if such an answer counts as a fault, and delivers nothing that follows it', async () => {
      open({}, (id) => {
        throw new Error(`unexpected ${id}`);
      });
      const calls = [send(), send()];
      await receivedMessages(1);
      await answer({ answers: [ok(1), ok(7), ok(2)] });
      expect(await Promise.all(calls)).to.deep.equal(['1 answered yes', '2 lost: unexpected 7, sent, undefined']);
      expect(events.at(-1)).to.equal('over by us');
    });

    it('abandons the stream on bytes that are not a message', async () => {
      open();
      const call = send();
      await receivedMessages(1);
      (await served).write(Buffer.from([0x0f]));
      expect(await call).to.match(/^1 lost: .+, sent, undefined$/);
    });

    it('reports calls that a closing server has not taken as never sent, and still receives the other answers', async () => {
      open();
      const calls = [send(), send()];
      await receivedMessages(1);
      await answer({ closing: { taken: [2] } });
      expect(await calls[0]).to.equal('1 lost: the host is shutting down, never sent, undefined');
      expect(stream.isUp()).to.equal(false);
      await answer({ answers: [ok(2)] });
      expect(await calls[1]).to.equal('2 answered yes');
      (await served).end();
      while (events.at(-1) !== 'over OK') await new Promise(setImmediate);
    });

    it('passes the status with which the server ends the stream to every call, then reports the end', async () => {
      open();
      const call = send();
      await receivedMessages(1);
      breakStream(await served, status.UNAVAILABLE, 'going away');
      expect(await call).to.equal(`1 lost: UNAVAILABLE: going away, sent, ${status.UNAVAILABLE}`);
      expect(events.at(-1)).to.equal('over UNAVAILABLE');
    });

    it('distinguishes sent from unsent calls when it is closed', async () => {
      open();
      const first = send();
      await receivedMessages(1);
      const second = send();
      stream.close('closed');
      expect(await Promise.all([first, second])).to.deep.equal([
        '1 lost: closed, sent, undefined',
        '2 lost: the stream is down, never sent, undefined',
      ]);
    });
  });
}
