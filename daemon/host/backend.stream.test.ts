import type { TransactStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamRequest';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { ContractViolation, Unavailable } from '../core/faults.js';
import type { HostStream, Recorded, SmallHost, SmallHostBehavior } from './testing/small-host.js';
import { breakStream, CALL, committedEmpty, linkTo, rejection, startHost, streaming } from './testing/small-host.js';

const SWEEP = [{ kind: 'sweepExpired', before: 1000 }] as const;
const FIND = [{ kind: 'findClient', clientId: 'client' }] as const;

for (const carrier of ['gRPC', 'a stream socket'] as const) {
  describe(`host: transact stream over ${carrier}`, () => {
    let host: SmallHost | undefined;
    let recorded: Recorded | undefined;
    let unaryCalls = 0;
    let opened = false;
    let ended: Set<HostStream>;

    beforeEach(() => {
      opened = false;
      ended = new Set();
    });

    afterEach(async () => {
      await recorded?.link.stop(0);
      host?.kill();
      recorded = host = undefined;
      unaryCalls = 0;
    });

    async function connected(stream: NonNullable<SmallHostBehavior['stream']>, overrides = {}): Promise<Recorded> {
      host = await startHost({
        offersSocket: carrier === 'a stream socket',
        describe: () => streaming(),
        transact: (request) => {
          unaryCalls += 1;
          return committedEmpty(request);
        },
        stream(call) {
          opened = true;
          call.on('end', () => ended.add(call));
          stream(call);
        },
      });
      const found = (recorded = await linkTo(host.port, overrides));
      await found.until(() => found.descriptions.length === 1);
      // Over gRPC, the stream is up with the description. Over a socket, the host must have accepted it.
      if (carrier === 'a stream socket') {
        await found.until(() => opened);
        for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
      }
      return found;
    }

    /** A host learns from a socket only that the daemon sends nothing more. */
    const isDropped = (stream: HostStream | undefined) =>
      stream !== undefined && (stream.cancelled || ended.has(stream));

    /** Collects `count` transactions, then passes them on. */
    function collecting(count: number, done: (stream: HostStream, messages: TransactStreamRequest__Output[]) => void) {
      const messages: TransactStreamRequest__Output[] = [];
      return (stream: HostStream): void => {
        stream.on('error', () => undefined);
        stream.on('data', (message: TransactStreamRequest__Output) => {
          messages.push(message);
          if (messages.flatMap(({ transactions }) => transactions).length === count) done(stream, messages);
        });
      };
    }

    const removed = (id: number, codesRemoved: number) => ({
      id,
      response: { committed: { results: [{ sweepExpired: { codesRemoved } }] } },
    });

    it('matches answers by id, in any order and grouping', async () => {
      const { link } = await connected(
        collecting(3, (stream, messages) => {
          const [a, b, c] = messages.flatMap(({ transactions }) => transactions).map(({ id }) => id);
          stream.write({ outcomes: [removed(c!, 3)] });
          stream.write({ outcomes: [removed(a!, 1), removed(b!, 2)] });
        }),
      );
      const outcomes = await Promise.all([1, 2, 3].map(() => link.backend.transact(SWEEP, CALL)));
      expect(outcomes.map((outcome) => outcome.committed && outcome.results[0].codesRemoved)).to.deep.equal([1, 2, 3]);
    });

    it('logs its own defect as one, and does not blame the host', async () => {
      let defects = 1;
      const onOutcome = (outcome: string): void => {
        if (outcome === 'BackendService.TransactStream ok' && defects-- > 0) throw new TypeError('a defect of ours');
        if (outcome.endsWith('contract_violation')) throw new TypeError('and another one');
      };
      const { link, log, violations } = await connected(
        collecting(1, (stream, messages) => {
          const [{ id } = { id: 0 }] = messages.flatMap(({ transactions }) => transactions);
          stream.write({ outcomes: [removed(id, 1)] });
        }),
        { onOutcome },
      );
      expect(await link.backend.transact(SWEEP, CALL)).to.have.property('committed', true);
      expect(log.filter((line) => line.includes('a bug in Gatehouse'))).to.have.length(1);
      expect(violations).to.deep.equal([]);
    });

    it('sends transactions that are ready in the same turn in one message, with timeout, request id and trace of each', async () => {
      let seen: TransactStreamRequest__Output[] = [];
      const { link } = await connected(
        collecting(3, (stream, messages) => {
          seen = messages;
          stream.write({
            outcomes: messages.flatMap(({ transactions }) => transactions).map(({ id }) => removed(id, 0)),
          });
        }),
      );
      await Promise.all([1, 2, 3].map((n) => link.backend.transact(SWEEP, { ...CALL, requestId: `r${n}` })));
      expect(seen).to.have.length(1);
      expect(seen[0]?.transactions.map(({ requestId }) => requestId)).to.deep.equal(['r1', 'r2', 'r3']);
      expect(seen[0]?.transactions[0]).to.deep.include({
        timeout: { seconds: '5', nanos: 0 },
        traceparent: CALL.traceparent,
        tracestate: CALL.tracestate,
      });
    });

    it('splits a batch that is too large for one message', async () => {
      let seen: TransactStreamRequest__Output[] = [];
      const { link } = await connected(
        collecting(150, (stream, messages) => {
          seen = messages;
          stream.write({
            outcomes: messages.flatMap(({ transactions }) => transactions).map(({ id }) => removed(id, 0)),
          });
        }),
        { maxInFlight: 200 },
      );
      await Promise.all(Array.from({ length: 150 }, () => link.backend.transact(SWEEP, CALL)));
      expect(seen.map(({ transactions }) => transactions.length)).to.deep.equal([64, 64, 22]);
    });

    it('fails the writes that a broken stream carried, and resends none of them', async () => {
      const { link } = await connected(collecting(2, (stream) => breakStream(stream)));
      const errors = await Promise.all([1, 2].map(() => rejection(link.backend.transact(SWEEP, CALL))));
      for (const error of errors) expect(error).to.be.instanceOf(Unavailable);
      expect(unaryCalls).to.equal(0);
    });

    it('retries reads that a broken stream carried once, over unary calls', async () => {
      const { link } = await connected(collecting(1, (stream) => breakStream(stream)));
      expect(await link.backend.transact(FIND, CALL)).to.deep.equal({ committed: true, results: [undefined] });
      expect(unaryCalls).to.equal(1);
    });

    it('resends calls that a closing host has not taken as unary calls, including writes, and waits for the rest (StreamClosing)', async () => {
      const { link } = await connected(
        collecting(3, (stream, messages) => {
          const [taken] = messages.flatMap(({ transactions }) => transactions).map(({ id }) => id);
          stream.write({ closing: { taken: [taken!] } });
          stream.on('end', () => {
            stream.write({ outcomes: [removed(taken!, 7)] });
            stream.end();
          });
        }),
      );
      const outcomes = await Promise.all([1, 2, 3].map(() => link.backend.transact(SWEEP, CALL)));
      expect(outcomes.map((outcome) => outcome.committed && outcome.results[0].codesRemoved)).to.deep.equal([7, 0, 0]);
      expect(unaryCalls).to.equal(2);
    });

    it('sends new requests on another stream while a host closes the current one', async () => {
      const streams: HostStream[] = [];
      const { link, until } = await connected((stream) => {
        streams.push(stream);
        stream.on('error', () => undefined);
        stream.on('end', () => undefined);
        stream.on('data', ({ transactions }: TransactStreamRequest__Output) => {
          stream.write({ outcomes: transactions.map(({ id }) => removed(id, 1)) });
          stream.write({ closing: { taken: [] } });
        });
      });
      await until(() => streams.length === 1);
      await link.backend.transact(SWEEP, CALL);
      while (unaryCalls === 0) await link.backend.transact(SWEEP, CALL);
      expect(streams).to.have.length(1);
    });

    it('does not resend a call that a host listed as taken and never answered', async () => {
      const { link } = await connected(
        collecting(1, (stream, messages) => {
          stream.write({ closing: { taken: messages[0]!.transactions.map(({ id }) => id) } });
          stream.end();
        }),
      );
      expect(await rejection(link.backend.transact(SWEEP, CALL))).to.be.instanceOf(Unavailable);
      expect(unaryCalls).to.equal(0);
    });

    it('falls back to unary calls while the stream is down, and reopens it automatically', async () => {
      const streams: HostStream[] = [];
      const { link, until, outcomes } = await connected((stream) => {
        streams.push(stream);
        stream.on('error', () => undefined);
        if (streams.length === 1) stream.end();
        stream.on('data', ({ transactions }: TransactStreamRequest__Output) =>
          stream.write({ outcomes: transactions.map(({ id }) => removed(id, 0)) }),
        );
      });
      await until(() => streams.length === 1);
      while (!outcomes.includes('BackendService.Transact ok')) {
        await link.backend.transact(SWEEP, CALL).catch(() => undefined);
      }
      await until(() => streams.length === 2);
      while (!outcomes.includes('BackendService.TransactStream ok')) await link.backend.transact(SWEEP, CALL);
    });

    it('asks for the description again when the stream ends while the connection stays up, as behind a proxy', async () => {
      let name = 'Before';
      const streams: HostStream[] = [];
      host = await startHost({
        offersSocket: carrier === 'a stream socket',
        describe: () => streaming({ applicationName: name }),
        stream: (stream) => {
          streams.push(stream);
          stream.on('error', () => undefined);
        },
      });
      const { until, descriptions } = (recorded = await linkTo(host.port));
      await until(() => streams.length === 1);
      name = 'After';
      streams[0]?.end();
      await until(() => descriptions.at(-1)?.applicationName === 'After');
      await until(() => streams.length === 2);
    });

    it('keeps using unary calls when the host does not implement the stream it offers', async () => {
      const { link, until, violations } = await connected((stream) => breakStream(stream, status.UNIMPLEMENTED));
      await until(() => violations.length === 1);
      await link.backend.transact(SWEEP, CALL);
      expect(unaryCalls).to.equal(1);
      expect(violations).to.deep.equal(['BackendService.TransactStream']);
    });

    it('ignores a late answer and keeps the stream', async () => {
      let streams = 0;
      let late = (): unknown => undefined;
      const { link, violations } = await connected(
        (stream) => {
          streams++;
          stream.on('error', () => undefined);
          stream.on('data', ({ transactions }: TransactStreamRequest__Output) => {
            const { id } = transactions[0]!;
            const answer = (): unknown => stream.write({ outcomes: [removed(id, id)] });
            if (id === 1) late = answer;
            else answer();
          });
        },
        { timeoutMs: 1000 },
      );
      expect((await rejection(link.backend.transact(SWEEP, CALL))).message).to.contain('DEADLINE_EXCEEDED');
      late();
      const next = await link.backend.transact(SWEEP, CALL);
      expect(next.committed && next.results[0].codesRemoved).to.equal(2);
      expect([violations, streams, unaryCalls]).to.deep.equal([[], 1, 0]);
    });

    for (const [what, confused] of [
      ['an id that was never sent', (id: number) => [removed(4711, 4711), removed(id, 4711)]],
      ['an id that was answered before', (id: number) => [removed(id, id), removed(id, 4711), removed(id + 1, 4711)]],
      ['the id 0', (id: number) => [removed(0, 4711), removed(id, 4711)]],
    ] as const) {
      it(`drops the stream on an answer to ${what}, and delivers nothing that follows it`, async () => {
        const streams: HostStream[] = [];
        const { link, until, violations } = await connected((stream) => {
          streams.push(stream);
          stream.on('error', () => undefined);
          stream.on('data', ({ transactions }: TransactStreamRequest__Output) => {
            const ids = transactions.map(({ id }) => id);
            const sound = streams.length > 1;
            stream.write({ outcomes: sound ? ids.map((id) => removed(id, id)) : confused(ids[0]!) });
          });
        });
        const both = await Promise.allSettled([1, 2].map(() => link.backend.transact(SWEEP, CALL)));
        expect(JSON.stringify(both)).not.to.contain('4711');
        expect(both[1]?.status).to.equal('rejected');
        expect(violations).to.deep.equal(['BackendService.TransactStream']);
        await until(() => streams.length === 2 && isDropped(streams[0]));
        const next = await link.backend.transact(SWEEP, CALL);
        expect(next.committed && next.results[0].codesRemoved).to.be.oneOf([0, 3]);
      });
    }

    it('drops a stream on which no answers arrive', async () => {
      const streams: HostStream[] = [];
      const { link, until } = await connected(
        (stream) => {
          streams.push(stream);
          stream.on('error', () => undefined);
          stream.resume();
        },
        { timeoutMs: 50, maxInFlight: 3 },
      );
      while (streams.length < 2) await link.backend.transact(SWEEP, CALL).catch(() => undefined);
      await until(() => isDropped(streams[0]));
    });

    it('reports unparsable bytes as a contract violation, and opens another stream', async () => {
      const streams: HostStream[] = [];
      const { link, until, violations } = await connected((stream) => {
        streams.push(stream);
        stream.on('error', () => undefined);
        stream.on('data', () => stream.write(Buffer.from([0xff, 0xff, 0xff]) as object));
      });
      expect(await rejection(link.backend.transact(SWEEP, CALL))).to.be.instanceOf(Unavailable);
      expect(violations).to.deep.equal(['BackendService.TransactStream']);
      await until(() => streams.length === 2);
    });

    it('reports an outcome that is neither response nor fault as a contract violation', async () => {
      const { link, log } = await connected(
        collecting(1, (stream, messages) => stream.write({ outcomes: [{ id: messages[0]!.transactions[0]!.id }] })),
      );
      expect(await rejection(link.backend.transact(SWEEP, CALL))).to.be.instanceOf(ContractViolation);
      const [line = ''] = log.filter((text) => text.includes('neither response nor fault'));
      expect(line).not.to.contain('TypeError');
    });
  });
}
