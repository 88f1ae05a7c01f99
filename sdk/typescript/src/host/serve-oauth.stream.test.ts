import type { StreamedOutcome__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedOutcome';
import type { TransactStreamResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamResponse';
import { backendService } from '@gatehouse/proto/services';
import type { ClientDuplexStream, Client as GrpcClient, StatusObject } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { once } from 'node:events';
import type { Backend, Client } from '../ports/backend.js';
import type { RunningHost, TestBackend } from './testing/test-host.js';
import { backendOf, client, clockReaches, everythingReceived, signal, startHost } from './testing/test-host.js';

const findClient = (clientId: string): object => ({ operations: [{ findClient: { clientId } }] });

const CLIENT: Client = {
  clientId: 'large',
  clientName: 'Notes',
  redirectUris: ['https://client.example/'],
  tokenEndpointAuthMethod: 'none',
  scopes: ['read'],
  grantTypes: ['authorization_code'],
  registeredAt: new Date(),
  selfRegistered: true,
  metadata: {},
};

const UNREADABLE: readonly [string, unknown][] = [
  ['nothing', undefined],
  ['a frozen object', Object.freeze({ code: 'SQLITE_FULL' })],
  ['an object without toString', Object.create(null)],
  ['an Error whose message cannot be read', Object.defineProperty(new Error(), 'message', { get: unreadable })],
];

function unreadable(): never {
  throw new TypeError('no');
}

describe('TransactStream (backend.proto)', () => {
  let running: RunningHost;
  let connection: GrpcClient;
  let stream: ClientDuplexStream<object, TransactStreamResponse__Output>;
  let messages: TransactStreamResponse__Output[];
  /** Lets FindClient for that id answer. */
  let release: Map<string, () => void>;

  /** FindClient returns no client; for an id that contains "wait", only after its release. */
  const backend = backendOf({
    clients: {
      find: (id) => {
        if (!id.includes('wait')) return Promise.resolve(undefined);
        return new Promise((resolve) => release.set(id, () => resolve(undefined)));
      },
    },
  });

  async function open(served: Backend): Promise<void> {
    running = await startHost({ backend: served });
    connection = client(running.address, 'TransactStream');
    const method = backendService.TransactStream;
    stream = connection.makeBidiStreamRequest(
      method.path,
      (value: object) => method.requestSerialize(value),
      (bytes: Buffer) => method.responseDeserialize(bytes),
    );
    messages = [];
    release = new Map();
    stream.on('data', (message: TransactStreamResponse__Output) => messages.push(message));
    stream.on('error', () => undefined);
  }

  /** Resolves with all outcomes once there are that many. */
  async function outcomes(count: number): Promise<StreamedOutcome__Output[]> {
    for (;;) {
      const all = messages.flatMap((message) => message.outcomes);
      if (all.length >= count) return all;
      await once(stream, 'data');
    }
  }

  const announcements = (): (readonly number[])[] =>
    messages.flatMap(({ closing }) => (closing ? [closing.taken] : []));

  const send = (...transactions: object[]): boolean => stream.write({ transactions });

  afterEach(async () => {
    stream.cancel();
    connection.close();
    await running.host.close();
  });

  it('puts answers of the same tick in one message', async () => {
    await open(backend);
    send(...Array.from({ length: 50 }, (_, id) => ({ id, request: findClient(`client-${id}`) })));
    const all = await outcomes(50);
    expect(messages).to.have.length(1);
    expect(all.map(({ id }) => id)).to.have.members(Array.from({ length: 50 }, (_, id) => id));
    expect(all.every(({ response }) => response?.committed?.results.length === 1)).to.equal(true);
  });

  it("keeps messages below gRPC's limit for clients of any size (backend.proto: TransactStreamResponse)", async () => {
    const large = { ...CLIENT, clientName: 'x'.repeat(40_000) };
    const all = new Set<() => void>();
    const allWait = signal();
    const find = (): Promise<Client> =>
      new Promise((resolve) => {
        all.add(() => resolve(large));
        if (all.size === 200) allWait.raise();
      });
    await open(backendOf({ clients: { find } }));
    send(...Array.from({ length: 200 }, (_, id) => ({ id, request: findClient('large') })));
    await allWait.raised;
    for (const release of all) release();
    expect(await outcomes(200)).to.have.length(200);
    expect(Math.max(...messages.map((message) => message.outcomes.length))).to.equal(64);
  });

  it('answers out of order: a slow transaction does not delay others', async () => {
    await open(backend);
    send({ id: 1, request: findClient('wait') }, { id: 2, request: findClient('quick') });
    expect((await outcomes(1)).map(({ id }) => id)).to.deep.equal([2]);
    release.get('wait')?.();
    expect((await outcomes(2)).map(({ id }) => id)).to.deep.equal([2, 1]);
  });

  it('fails only one transaction, with the status of the unary call', async () => {
    await open(backend);
    send({ id: 1, request: { operations: [] } }, { id: 2, request: null }, { id: 3, request: findClient('quick') });
    const all = await outcomes(3);
    expect(all.map(({ id, fault }) => [id, fault?.code])).to.have.deep.members([
      [1, status.INVALID_ARGUMENT],
      [2, status.INVALID_ARGUMENT],
      [3, undefined],
    ]);
  });

  it('fails only the transaction whose answer has no encoding, and logs it (HC-95)', async () => {
    const find = (id: string): Promise<Client> =>
      Promise.resolve({ ...CLIENT, redirectUris: id === 'odd' ? ('none' as never) : [] });
    await open(backendOf({ clients: { find } }));
    send(...['a', 'odd', 'b'].map((clientId, id) => ({ id, request: findClient(clientId) })));
    const all = await outcomes(3);
    expect(all.map(({ id, fault }) => [id, fault?.code])).to.deep.equal([
      [0, undefined],
      [1, status.INTERNAL],
      [2, undefined],
    ]);
    expect(running.log.filter(({ level }) => level === 'error')).to.have.length(1);
    send({ id: 3, request: findClient('c') });
    expect((await outcomes(4))[3]?.response).to.have.property('committed');
  });

  for (const [what, value] of UNREADABLE) {
    it(`fails only the transaction in which the application throws ${what} (HC-95)`, async () => {
      const find = async (id: string): Promise<undefined> => {
        if (id === 'odd') throw value;
      };
      await open(backendOf({ clients: { find } }));
      send(...['a', 'odd', 'b'].map((clientId, id) => ({ id, request: findClient(clientId) })));
      const all = await outcomes(3);
      expect(all.map(({ id, fault }) => [id, fault?.code])).to.have.deep.members([
        [0, undefined],
        [1, status.INTERNAL],
        [2, undefined],
      ]);
    });
  }

  it('rejects an id that is in flight, whose transaction continues', async () => {
    await open(backend);
    send({ id: 7, request: findClient('wait') }, { id: 7, request: findClient('quick') });
    expect((await outcomes(1))[0]?.fault).to.include({ code: status.INVALID_ARGUMENT });
    release.get('wait')?.();
    expect((await outcomes(2))[1]?.response).to.have.property('committed');
  });

  it('rolls back a transaction that has not committed within its timeout', async () => {
    let begun = 0;
    const find = async (): Promise<undefined> => {
      begun += 1;
      await clockReaches(slow.deadline());
    };
    const slow: TestBackend = backendOf({ clients: { find } });
    await open(slow);
    // On a busy machine, its time may be over before it begins.
    for (let [id, ms] = [1, 20]; begun === 0 && ms < 1000; id += 1, ms *= 2) {
      send({ id, request: findClient('any'), timeout: { seconds: 0, nanos: ms * 1_000_000 } });
      expect((await outcomes(id)).at(-1)?.fault).to.include({ code: status.DEADLINE_EXCEEDED });
    }
    expect(slow.ended).to.deep.equal(['rolled back']);
  });

  it('runs a transaction that was received in full even if the stream breaks', async () => {
    const goOn = signal();
    const patient = backendOf({ clients: { find: () => goOn.raised.then(() => undefined) } });
    await open(patient);
    send({ id: 1, request: findClient('any') }, { id: 2, request: null });
    await outcomes(1);
    stream.cancel();
    await everythingReceived(connection);
    goOn.raise();
    await patient.firstEnded;
    expect(patient.ended).to.deep.equal(['committed']);
  });

  it('announces the transactions it has taken before it ends, answers them, and ignores later ones (StreamClosing)', async () => {
    await open(backend);
    send({ id: 1, request: findClient('wait') }, { id: 2, request: findClient('quick') });
    await outcomes(1);
    const closed = running.host.close();
    while (announcements().length === 0) await once(stream, 'data');
    expect(announcements()).to.deep.equal([[1]]);
    send({ id: 3, request: findClient('quick') });
    const ended = once(stream, 'end');
    release.get('wait')?.();
    await Promise.all([ended, closed]);
    expect(messages.flatMap((message) => message.outcomes).map(({ id }) => id)).to.deep.equal([2, 1]);
  });

  it('sends ready answers before it announces the end, so that none of them counts as not taken', async () => {
    let answer: (() => void) | undefined;
    await open(backendOf({ clients: { find: () => new Promise((resolve) => (answer = () => resolve(undefined))) } }));
    send({ id: 1, request: findClient('any') });
    while (answer === undefined) await new Promise((resolve) => setImmediate(resolve));
    const ended = once(stream, 'end');
    answer();
    // Only promise reactions run in between: the answer is ready then, and waits for the end of the tick to be written.
    for (let reaction = 0; reaction < 100; reaction++) await Promise.resolve();
    await Promise.all([running.host.close(), ended]);
    expect(messages.map((message) => [message.outcomes.map(({ id }) => id), message.closing?.taken])).to.deep.equal([
      [[1], undefined],
      [[], []],
    ]);
  });

  it('writes nothing after the end, even if more requests arrive', async () => {
    for (let round = 0; round < 100; round++) {
      await open(backend);
      let id = 0;
      const flood = setInterval(() =>
        send(...Array.from({ length: 20 }, () => ({ id: (id += 1), request: findClient('any') }))),
      );
      try {
        await outcomes(1);
        const [[ended]] = await Promise.all([once(stream, 'status') as Promise<[StatusObject]>, running.host.close()]);
        expect(ended.code, ended.details).to.equal(status.OK);
        expect(announcements()).to.have.length(1);
      } finally {
        clearInterval(flood);
        connection.close();
      }
    }
  });

  it('after the end of the request stream, still answers the transactions it has taken', async () => {
    await open(backend);
    send({ id: 1, request: findClient('wait') }, { id: 2, request: findClient('quick') });
    await outcomes(1);
    stream.end();
    const ended = once(stream, 'end');
    await everythingReceived(connection);
    release.get('wait')?.();
    expect((await outcomes(2))[1]).to.include({ id: 1 });
    await ended;
  });

  it('answers thousands of simultaneous transactions', async () => {
    await open(backend);
    for (let batch = 0; batch < 50; batch++) {
      send(...Array.from({ length: 100 }, (_, n) => ({ id: batch * 100 + n, request: findClient(`client-${n}`) })));
    }
    const all = await outcomes(5000);
    expect(new Set(all.map(({ id }) => id)).size).to.equal(5000);
  });
});
