import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { frame } from './frames.js';
import { adminStreamService } from './services.js';
import type { StreamSocket } from './stream-socket.js';
import { pathOf, proofOf, streamAccepted, streamOpening } from './stream-socket.js';
import { connectStreamSocket } from './stream-socket-client.js';
import { SocketCall, StreamSocketServer } from './stream-socket-server.js';

const METHOD = adminStreamService.AdminStream;

describe('proto/stream-socket (host.proto: StreamSocket)', () => {
  let server: StreamSocketServer;
  let opened: number;

  beforeEach(async () => {
    opened = 0;
    server = new StreamSocketServer();
    server.add({
      method: METHOD,
      open: (call) => {
        opened += 1;
        call.on('data', () => undefined);
      },
    });
    await server.listen();
  });

  afterEach(async () => {
    server.destroy();
    // A second time does nothing.
    await server.close();
  });

  /** The frames that a peer gets which first sends these, until the host ends the connection. */
  async function answersTo(...messages: readonly Buffer[]): Promise<Buffer> {
    const peer = connect(pathOf(server.socket));
    const received: Buffer[] = [];
    peer.on('data', (piece: Buffer) => received.push(piece));
    peer.on('error', () => undefined);
    for (const message of messages) peer.write(frame(0, message));
    await once(peer, 'close');
    return Buffer.concat(received);
  }

  const opening = (socket: StreamSocket, path: string = METHOD.path) =>
    streamOpening.encode({ path, proof: proofOf(socket, 'daemon') });

  it('opens no stream for a peer that does not know the key, and closes its connection', async () => {
    const stranger = { ...server.socket, key: Buffer.alloc(32) };
    const ofHost = streamOpening.encode({ path: METHOD.path, proof: proofOf(server.socket, 'host') });
    const malformed = [Buffer.alloc(0), Buffer.from([0xff]), opening(stranger), ofHost];
    for (const message of malformed) {
      // Nor for a second frame, which would be right.
      expect(await answersTo(message, opening(server.socket))).to.have.length(0);
    }
    expect(opened).to.equal(0);
  });

  it('ends a stream of an rpc that is not served with UNIMPLEMENTED', async () => {
    const refused = await connectStreamSocket(server.socket, '/no.Service/Rpc', 10_000).catch(String);
    expect(refused).to.match(/is not usable: UNIMPLEMENTED: the stream socket has no rpc \/no.Service\/Rpc$/);
  });

  it('ends a stream with a message that cannot be read, or is too long', async () => {
    const end = async (bytes: Buffer): Promise<number> => {
      const open = await connectStreamSocket(server.socket, METHOD.path, 10_000);
      return new Promise((resolve) => {
        open(METHOD.path, { received: () => undefined, ended: ({ code }) => resolve(code) }).write(bytes);
      });
    };
    expect(await end(Buffer.from([0xff]))).to.equal(status.INTERNAL);
    expect(await end(Buffer.alloc(4 * 1024 * 1024 + 1))).to.equal(status.RESOURCE_EXHAUSTED);
  });

  it('ends a stream with an answer that cannot be written', async () => {
    let wantsMore: boolean | undefined;
    server.add({ method: METHOD, open: (call) => void (wantsMore = call.write({ answers: [1 as never] })) });
    const open = await connectStreamSocket(server.socket, METHOD.path, 10_000);
    const ended = new Promise((resolve) => open(METHOD.path, { received: () => undefined, ended: resolve }));
    expect(await ended).to.include({ code: status.INTERNAL });
    expect(wantsMore).to.equal(false);
  });

  it('tells the server that the client is gone', async () => {
    const call = new Promise<SocketCall>((resolve) => {
      server.add({ method: METHOD, open: (given) => given instanceof SocketCall && resolve(given) });
    });
    const open = await connectStreamSocket(server.socket, METHOD.path, 10_000);
    const stream = open(METHOD.path, { received: () => undefined, ended: () => undefined });
    const served = await call;
    const [ended, cancelled] = [once(served, 'end'), once(served, 'cancelled')];
    stream.cancel();
    await ended;
    expect(served.destroyed, 'it can still be written to').to.equal(false);
    while (!served.cancelled) {
      served.write({});
      await new Promise(setImmediate);
    }
    await cancelled;
    expect(served.destroyed).to.equal(true);
  });

  it('takes no answer after the end of the stream', async () => {
    const call = new Promise<SocketCall>((resolve) => {
      server.add({ method: METHOD, open: (given) => given instanceof SocketCall && resolve(given) });
    });
    const open = await connectStreamSocket(server.socket, METHOD.path, 10_000);
    const received: Buffer[] = [];
    const ended = new Promise((resolve) =>
      open(METHOD.path, { received: (message) => received.push(message), ended: resolve }),
    );
    const served = await call;
    served.write({});
    served.end();
    expect(served.destroyed).to.equal(true);
    served.end();
    expect(await ended).to.deep.equal({ code: status.OK, details: '' });
    expect(received).to.have.length(1);
    expect(served.cancelled).to.equal(false);
  });

  it('is refused to a daemon if nothing listens', async () => {
    const { socket: nowhere } = new StreamSocketServer();
    expect(await connectStreamSocket(nowhere, METHOD.path, 10_000).catch(String)).to.match(
      /UNAVAILABLE: .*ECONNREFUSED/,
    );
  });

  describe('a process that took the name of a host', () => {
    async function pretending(answer: (peer: Socket) => void, patienceMs: number): Promise<string> {
      const { socket } = new StreamSocketServer();
      const impostor = createServer((peer) => {
        peer.on('error', () => undefined);
        peer.once('data', () => answer(peer));
      }).listen(pathOf(socket));
      await once(impostor, 'listening');
      const outcome = await connectStreamSocket(socket, METHOD.path, patienceMs).then(() => 'accepted', String);
      impostor.close();
      return outcome;
    }

    it('gets no request without the proof of the host', async () => {
      const proof = proofOf(server.socket, 'daemon');
      const accept = (peer: Socket): void => void peer.write(frame(0, streamAccepted.encode({ proof })));
      expect(await pretending(accept, 10_000)).to.match(/UNAUTHENTICATED: the peer is not the host$/);
    });

    it('does not keep a daemon waiting', async () => {
      expect(await pretending(() => undefined, 50)).to.match(/is not usable/);
    });
  });

  it('is refused to a daemon in another network namespace, where any process can have the name', async () => {
    const elsewhere = { ...server.socket, network: `${server.socket.network}0` };
    expect(await connectStreamSocket(elsewhere, METHOD.path, 10_000).catch(String)).to.match(
      /is in another network namespace$/,
    );
  });

  it('has an address without room for another form of it', async () => {
    // libuv before 1.48 pads an address with NULs, later ones do not.
    expect(Buffer.byteLength(pathOf(server.socket))).to.equal(108);
    const taken = createServer().listen(`${pathOf(server.socket)}\0`);
    const [error] = (await once(taken, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).to.be.oneOf(['EADDRINUSE', 'ENAMETOOLONG', 'EINVAL']);
  });

  it('takes no more than an opening from a peer that has not proved that it knows the key', async () => {
    expect(await answersTo(Buffer.alloc(257), opening(server.socket))).to.have.length(0);
    const endless = connect(pathOf(server.socket));
    endless.on('error', () => undefined);
    const closed = new Promise((resolve) => endless.on('close', resolve));
    // A header that announces 4 MiB.
    endless.write(Buffer.from([0, 0, 0x40, 0, 0]));
    await closed;
  });

  it('keeps sixteen of such peers, and the streams of others', async () => {
    const open = await connectStreamSocket(server.socket, METHOD.path, 10_000);
    const strangers = Array.from({ length: 20 }, () => connect(pathOf(server.socket)));
    const closed: number[] = [];
    for (const [index, peer] of strangers.entries()) {
      peer.on('error', () => undefined);
      peer.on('close', () => closed.push(index));
    }
    while (closed.length < 4) await new Promise(setImmediate);
    expect(closed).to.deep.equal([0, 1, 2, 3]);
    let isOver = false;
    open(METHOD.path, { received: () => undefined, ended: () => (isOver = true) }).write(Buffer.alloc(0));
    // Nor do they delay the end of the host.
    const rest = strangers.slice(4).map((peer) => once(peer, 'close'));
    void server.close();
    await Promise.all(rest);
    expect(isOver).to.equal(false);
  });

  it('passes on what is held back before the end of the daemon’s half', async () => {
    const call = new Promise<SocketCall>((resolve) => {
      server.add({ method: METHOD, open: (given) => given instanceof SocketCall && resolve(given) });
    });
    const open = await connectStreamSocket(server.socket, METHOD.path, 10_000);
    const stream = open(METHOD.path, { received: () => undefined, ended: () => undefined });
    const served = await call;
    const events: string[] = [];
    served.on('data', () => {
      events.push('data');
      if (events.length === 1) served.pause();
    });
    served.on('end', () => events.push('end'));
    for (let count = 0; count < 3; count++) stream.write(Buffer.alloc(0));
    stream.end();
    while (events.length === 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(events).to.deep.equal(['data']);
    served.resume();
    expect(events).to.deep.equal(['data', 'data', 'data', 'end']);
  });

  it('leaves no connection behind after a failure, although it was paused and the daemon goes on sending', async () => {
    const call = new Promise<SocketCall>((resolve) => {
      server.add({ method: METHOD, open: (given) => given instanceof SocketCall && resolve(given) });
    });
    const peer = connect({ path: pathOf(server.socket), allowHalfOpen: true });
    const closed = new Promise((resolve) => peer.on('close', resolve));
    peer.on('error', () => undefined);
    peer.resume();
    peer.write(frame(0, opening(server.socket)));
    const served = await call;
    served.pause();
    const sending = setInterval(() => peer.write(frame(0, Buffer.alloc(1000))), 1);
    served.fail(status.INTERNAL, 'for the test');
    await closed;
    clearInterval(sending);
    await server.close();
  });

  it('reports the end of a host that accepted a stream and was gone before it began', async () => {
    const open = await connectStreamSocket(server.socket, METHOD.path, 10_000);
    server.destroy();
    await server.close();
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    const ended = new Promise((resolve) => open(METHOD.path, { received: () => undefined, ended: resolve }));
    expect(await ended).to.include({ code: status.UNAVAILABLE });
  });
});
