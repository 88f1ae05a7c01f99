import { once } from 'node:events';
import type { Client as GrpcClient, ClientDuplexStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { backendService } from '../wire/contract.js';
import type { WireStreamedOutcome, WireStreamResponse } from '../wire/messages.js';
import type { Backend } from '../ports/backend.js';
import type { Client } from '../ports/client-store.js';
import { backendOf } from './test-bundle.test.js';
import type { RunningHost } from './test-call.test.js';
import { client, startHost } from './test-call.test.js';

const findClient = (clientId: string): object => ({ operations: [{ findClient: { clientId } }] });

describe('TransactStream (backend.proto)', () => {
  let running: RunningHost;
  let connection: GrpcClient;
  let stream: ClientDuplexStream<object, WireStreamResponse>;
  let messages: WireStreamResponse[];
  /** Lets FindClient of that id answer. */
  let release: Map<string, () => void>;

  /** FindClient answers "no such client", for an id with "wait" in it only once it is released. */
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
    const method = backendService['TransactStream']!;
    stream = connection.makeBidiStreamRequest(
      method.path,
      (value: object) => method.requestSerialize(value),
      (bytes: Buffer) => method.responseDeserialize(bytes) as WireStreamResponse,
    );
    messages = [];
    release = new Map();
    stream.on('data', (message: WireStreamResponse) => messages.push(message));
    stream.on('error', () => undefined);
  }

  /** All outcomes, once there are so many of them. */
  async function outcomes(count: number): Promise<WireStreamedOutcome[]> {
    for (;;) {
      const all = messages.flatMap((message) => message.outcomes);
      if (all.length >= count) return all;
      await once(stream, 'data');
    }
  }

  const send = (...transactions: object[]): boolean => stream.write({ transactions });

  afterEach(async () => {
    stream.cancel();
    connection.close();
    await running.host.close();
  });

  it('answers what is ready in the same tick in one message', async () => {
    await open(backend);
    send(...Array.from({ length: 50 }, (_, id) => ({ id, request: findClient(`client-${id}`) })));
    const all = await outcomes(50);
    expect(messages).to.have.length(1);
    expect(all.map(({ id }) => id)).to.have.members(Array.from({ length: 50 }, (_, id) => id));
    expect(all.every(({ response }) => response?.committed?.results.length === 1)).to.equal(true);
  });

  it('keeps a message below what gRPC takes, however large the clients are (backend.proto: TransactStreamResponse)', async () => {
    const large = {
      clientId: 'large',
      clientName: 'x'.repeat(40_000),
      redirectUris: ['https://client.example/'],
      tokenEndpointAuthMethod: 'none',
      scopes: ['read'],
      grantTypes: ['authorization_code'],
      registeredAt: new Date(),
      selfRegistered: true,
      metadata: {},
    } as const;
    const all = new Set<() => void>();
    const find = (): Promise<Client> => new Promise((resolve) => all.add(() => resolve(large)));
    await open(backendOf({ clients: { find } }));
    send(...Array.from({ length: 200 }, (_, id) => ({ id, request: findClient('large') })));
    while (all.size < 200) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const release of all) release();
    expect(await outcomes(200)).to.have.length(200);
    expect(Math.max(...messages.map((message) => message.outcomes.length))).to.equal(64);
  });

  it('answers out of order: a slow transaction holds up none of the others', async () => {
    await open(backend);
    send({ id: 1, request: findClient('wait') }, { id: 2, request: findClient('quick') });
    expect((await outcomes(1)).map(({ id }) => id)).to.deep.equal([2]);
    release.get('wait')?.();
    expect((await outcomes(2)).map(({ id }) => id)).to.deep.equal([2, 1]);
  });

  it('a transaction fails by itself, with the status that the unary call would have had', async () => {
    await open(backend);
    send({ id: 1, request: { operations: [] } }, { id: 2, request: null }, { id: 3, request: findClient('quick') });
    const all = await outcomes(3);
    expect(all.map(({ id, fault }) => [id, fault?.code])).to.have.deep.members([
      [1, status.INVALID_ARGUMENT],
      [2, status.INVALID_ARGUMENT],
      [3, undefined],
    ]);
  });

  it('an id that is in flight already is refused, and the one in flight goes on', async () => {
    await open(backend);
    send({ id: 7, request: findClient('wait') }, { id: 7, request: findClient('quick') });
    expect((await outcomes(1))[0]?.fault).to.include({ code: status.INVALID_ARGUMENT });
    release.get('wait')?.();
    expect((await outcomes(2))[1]?.response).to.have.property('committed');
  });

  it('a transaction that is not committed within its timeout is rolled back', async () => {
    const slow = backendOf({ clients: { find: () => new Promise((resolve) => setTimeout(resolve, 60, undefined)) } });
    await open(slow);
    send({ id: 1, request: findClient('any'), timeout: { seconds: 0, nanos: 20_000_000 } });
    expect((await outcomes(1))[0]?.fault).to.include({ code: status.DEADLINE_EXCEEDED });
    expect(slow.ended).to.deep.equal(['rolled back']);
  });

  it('what was received whole is carried out although the stream breaks', async () => {
    const patient = backendOf({
      clients: { find: () => new Promise((resolve) => setTimeout(resolve, 60, undefined)) },
    });
    await open(patient);
    send({ id: 1, request: findClient('any') }, { id: 2, request: null });
    await outcomes(1);
    stream.cancel();
    while (patient.ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(patient.ended).to.deep.equal(['committed']);
  });

  it('closing answers what was taken, refuses what comes, and only then ends the stream', async () => {
    await open(backend);
    send({ id: 1, request: findClient('wait') }, { id: 2, request: findClient('quick') });
    await outcomes(1);
    const closed = running.host.close();
    send({ id: 3, request: findClient('quick') });
    const late = (await outcomes(2))[1];
    expect(late).to.deep.include({ id: 3 });
    expect(late?.fault).to.include({ code: status.UNAVAILABLE });
    const ended = once(stream, 'end');
    release.get('wait')?.();
    expect((await outcomes(3))[2]).to.include({ id: 1, outcome: 'response' });
    await Promise.all([ended, closed]);
  });

  it('the end of the request stream means that no more will come: what was taken is answered', async () => {
    await open(backend);
    send({ id: 1, request: findClient('wait') }, { id: 2, request: findClient('quick') });
    await outcomes(1);
    stream.end();
    const ended = once(stream, 'end');
    setTimeout(() => release.get('wait')?.(), 20);
    expect((await outcomes(2))[1]).to.include({ id: 1 });
    await ended;
  });

  it('thousands of transactions at once are all answered', async () => {
    await open(backend);
    for (let batch = 0; batch < 50; batch++) {
      send(...Array.from({ length: 100 }, (_, n) => ({ id: batch * 100 + n, request: findClient(`client-${n}`) })));
    }
    const all = await outcomes(5000);
    expect(new Set(all.map(({ id }) => id)).size).to.equal(5000);
  });
});
