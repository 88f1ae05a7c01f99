import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DescribeResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { StreamSocket__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamSocket';
import type { TransactStreamResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamResponse';
import { backendService } from '@gatehouse/proto/services';
import { connectStreamSocket } from '@gatehouse/proto/stream-socket-client';
import { StreamSocketServer } from '@gatehouse/proto/stream-socket-server';
import { Metadata, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Backend } from '../ports/backend.js';
import { Unavailable } from '../ports/errors.js';
import type { HostOptions } from './host-options.js';
import type { RunningHost } from './testing/test-host.js';
import { call, startHost } from './testing/test-host.js';

const backend: Backend = { transaction: () => Promise.reject(new Error('never called')) };
const TOKEN = 'a-shared-token-of-some-length';

describe('the stream socket of a host (HC-76)', () => {
  let running: RunningHost | undefined;
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-'));
  });
  afterEach(async () => {
    await running?.host.close();
    running = undefined;
    rmSync(directory, { recursive: true });
  });

  it('is offered on a local address, with a name and a key of its own at each start', async () => {
    const offered = async (options: Partial<HostOptions>): Promise<StreamSocket__Output | null> => {
      running = await startHost({ backend, token: TOKEN, ...options });
      const metadata = new Metadata();
      metadata.set('authorization', `Bearer ${TOKEN}`);
      const described = (await call(running.address, 'Describe', {}, { metadata })) as DescribeResponse__Output;
      await running.host.close();
      running = undefined;
      return described.streamSocket;
    };
    const local = [await offered({}), await offered({ address: `unix:${join(directory, 'host.sock')}` })];
    expect(new Set(local.map((socket) => socket?.name)).size).to.equal(2);
    expect(new Set(local.map((socket) => socket?.key.toString('hex'))).size).to.equal(2);
    expect(local[0]?.name).to.match(/^gatehouse-[0-9a-f]{97}$/);
    expect(await offered({ streamSocket: false })).to.equal(null);
    // The description has only the port.
    expect(await offered({ address: '0.0.0.0:0' })).to.equal(null);
  });

  it('is not offered where it cannot be opened, and the host starts, and says why', async () => {
    const { listen } = StreamSocketServer.prototype;
    const err = new Error('listen EAFNOSUPPORT');
    StreamSocketServer.prototype.listen = () => Promise.reject(err);
    try {
      running = await startHost({ backend });
    } finally {
      StreamSocketServer.prototype.listen = listen;
    }
    expect(await call(running.address, 'Describe', {})).to.include({ streamSocket: null });
    // As the default logger writes it.
    expect(JSON.stringify(running.log)).to.contain('listen EAFNOSUPPORT');
    expect(running.log[0]).to.include({
      level: 'warn',
      message: 'cannot open a stream socket; Gatehouse uses gRPC for its streams',
    });
  });

  it('does not keep the process alive if the host cannot bind its address', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const program = `
      import { createHost } from '${new URL('create-host.js', import.meta.url).href}';
      const backend = { transaction: () => Promise.reject(new Error('never called')) };
      const host = createHost({ applicationName: 'Test', address: '127.0.0.1:${port}', backend });
      await host.listen().catch(({ message }) => console.log(message));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    let output = '';
    child.stdout.on('data', (text) => (output += String(text)));
    await once(child, 'close');
    taken.close();
    expect(output).to.match(/^cannot listen on 127\.0\.0\.1/);
  });

  it('answers what it has taken before it closes (backend.proto: StreamClosing)', async () => {
    let finish = (): void => undefined;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const transaction = (): Promise<never> => {
      begin();
      return new Promise((_, reject) => (finish = () => reject(new Unavailable('gone'))));
    };
    running = await startHost({ backend: { transaction } });
    const { streamSocket } = (await call(running.address, 'Describe', {})) as DescribeResponse__Output;
    const { path, requestSerialize, responseDeserialize } = backendService.TransactStream;
    const open = await connectStreamSocket(streamSocket!, path, 10_000);
    const messages: TransactStreamResponse__Output[] = [];
    const ended = new Promise<number>((resolve) => {
      const request = { operations: [{ findClient: { clientId: 'client' } }] };
      const stream = open(path, {
        received(message) {
          messages.push(responseDeserialize(message));
          finish();
        },
        ended: ({ code }) => resolve(code),
      });
      stream.write(requestSerialize({ transactions: [{ id: 7, request }] }));
    });
    await begun;
    const closed = running.host.close();
    expect(await ended).to.equal(status.OK);
    await closed;
    running = undefined;
    expect(messages.map(({ outcomes, closing }) => closing?.taken ?? outcomes.map(({ id }) => id))).to.deep.equal([
      [7],
      [7],
    ]);
  });

  it('takes requests until the daemon ends the stream, since gRPC announces the end elsewhere', async () => {
    running = await startHost({ backend: { transaction: () => Promise.reject(new Unavailable('gone')) } });
    const { streamSocket } = (await call(running.address, 'Describe', {})) as DescribeResponse__Output;
    const { path, requestSerialize, responseDeserialize } = backendService.TransactStream;
    const open = await connectStreamSocket(streamSocket!, path, 10_000);
    const answered: number[] = [];
    const ended = new Promise<number>((resolve) => {
      const stream = open(path, {
        received(message) {
          answered.push(...responseDeserialize(message).outcomes.map(({ id }) => id));
          stream.end();
        },
        ended: ({ code }) => resolve(code),
      });
      void running!.host.close();
      running = undefined;
      const request = { operations: [{ findClient: { clientId: 'client' } }] };
      stream.write(requestSerialize({ transactions: [{ id: 8, request }] }));
    });
    expect(await ended).to.equal(status.OK);
    expect(answered).to.deep.equal([8]);
  });
});
