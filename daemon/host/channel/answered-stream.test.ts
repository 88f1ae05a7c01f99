import type { TransactStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamRequest';
import { SocketCall, StreamSocketServer } from '@gatehouse/proto/stream-socket-server';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { HostStream, Recorded, SmallHost, SmallHostBehavior } from '../testing/small-host.js';
import { breakStream, CALL, linkTo, startHost, streaming, until } from '../testing/small-host.js';

const SWEEP = [{ kind: 'sweepExpired', before: 1000 }] as const;

describe('host: the carrier of a stream (HC-76)', () => {
  let host: SmallHost | undefined;
  let recorded: Recorded | undefined;
  /** The carrier of each stream, in the order in which the host got them. */
  let carriers: string[];
  let streams: HostStream[];

  beforeEach(() => ([carriers, streams] = [[], []]));
  afterEach(async () => {
    await recorded?.link.stop(0);
    host?.kill();
    recorded = host = undefined;
  });

  const behavior = (overrides: SmallHostBehavior = {}): SmallHostBehavior => ({
    offersSocket: true,
    describe: () => streaming(),
    stream(stream) {
      carriers.push(stream instanceof SocketCall ? 'socket' : 'gRPC');
      streams.push(stream);
      stream.on('error', () => undefined);
      stream.on('data', ({ transactions }: TransactStreamRequest__Output) => {
        const response = { committed: { results: [{ sweepExpired: {} }] } };
        stream.write({ outcomes: transactions.map(({ id }) => ({ id, response })) });
      });
    },
    ...overrides,
  });

  async function streamed(): Promise<void> {
    const { link, outcomes } = recorded!;
    const before = outcomes.length;
    await until(() => link.status().connected);
    while (!outcomes.slice(before).includes('BackendService.TransactStream ok')) {
      await link.backend.transact(SWEEP, CALL).catch(() => undefined);
      await new Promise(setImmediate);
    }
  }

  it('is the stream socket that the host offers', async () => {
    host = await startHost(behavior());
    recorded = await linkTo(host.port);
    await streamed();
    expect(carriers).to.deep.equal(['socket']);
    expect(recorded.log.join()).not.to.contain('stream socket');
  });

  it('is gRPC if the socket cannot be reached, as in another container, and nothing is lost', async () => {
    const { socket: streamSocket } = new StreamSocketServer();
    host = await startHost(behavior({ offersSocket: false, describe: () => streaming({ streamSocket }) }));
    recorded = await linkTo(host.port);
    await streamed();
    expect(carriers).to.deep.equal(['gRPC']);
    expect(recorded.log.join()).to.match(/cannot use the host's stream socket; using gRPC instead/);
    expect(recorded.log.join()).not.to.contain(streamSocket.key.toString('base64'));
  });

  it('is gRPC if the socket does not have the stream', async () => {
    const other = new StreamSocketServer();
    await other.listen();
    host = await startHost(
      behavior({ offersSocket: false, describe: () => streaming({ streamSocket: other.socket }) }),
    );
    recorded = await linkTo(host.port);
    await streamed();
    await other.close();
    expect(carriers).to.deep.equal(['gRPC']);
  });

  it('is the socket of the host that came back, and never that of the one before', async () => {
    host = await startHost(behavior());
    recorded = await linkTo(host.port);
    await streamed();
    host.kill();
    host = await startHost(behavior(), host.port);
    await streamed();
    expect(carriers).to.deep.equal(['socket', 'socket']);
    expect(recorded.descriptions).to.have.length(1);
  });

  it('is the socket of the next description when only the stream broke', async () => {
    host = await startHost(behavior());
    recorded = await linkTo(host.port);
    await streamed();
    breakStream(streams[0]!, status.UNAVAILABLE);
    await until(() => streams.length === 2);
    await streamed();
    expect(carriers).to.deep.equal(['socket', 'socket']);
  });

  for (const [name, problem] of [
    ['gatehouse test'.padEnd(107, 'x'), 'must match [!-~]*'],
    ['gatehouse-test', 'must have 107 bytes'],
  ] as const) {
    it(`must be described by the rules of the contract: its name ${problem} (HC-4)`, async () => {
      const streamSocket = { name, key: Buffer.alloc(32), network: 'none' };
      host = await startHost(behavior({ offersSocket: false, describe: () => streaming({ streamSocket }) }));
      recorded = await linkTo(host.port);
      await until(() => recorded?.link.status().problem.includes('stream_socket') === true);
      expect(recorded.link.status().problem).to.contain(`stream_socket.name: ${problem}`);
    });
  }
});
