import { frame } from '@gatehouse/proto/frames';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminDirectoryService, adminStreamService, backendService } from '@gatehouse/proto/services';
import type { StreamSocket } from '@gatehouse/proto/stream-socket';
import { pathOf, proofOf, streamOpening } from '@gatehouse/proto/stream-socket';
import { connectStreamSocket } from '@gatehouse/proto/stream-socket-client';
import { status } from '@grpc/grpc-js';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { statusName } from '../subject/backend.js';
import type { Check } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { CheckFailure, expectSame, expectThat } from '../subject/expectations.js';
import {
  createClient,
  createCode,
  findClient,
  findCode,
  newClient,
  newHash,
  newId,
  spendCode,
} from '../subject/operations.js';
import { AdminStreamTransport, StreamTransport } from '../subject/transports.js';

const TOGETHER = 50;

/** Each transaction asks for a different client, so that a misrouted answer shows. */
const streamIds: Check = {
  name: 'stream/answers-by-id',
  citation: 'backend.proto: TransactStream, "matched by id"',
  on: 'stream',
  run: async ({ backend, connection }) => {
    const clients = Array.from({ length: TOGETHER }, (_, n) => newClient({ clientName: `number ${n}` }));
    for (let from = 0; from < TOGETHER; from += 10) {
      await backend.commit(...clients.slice(from, from + 10).map((client) => createClient(client)));
    }
    const stream = new StreamTransport(connection);
    const requests = clients.map(({ clientId }) => ({ operations: [findClient(clientId ?? '')] }));
    const answers = await Promise.all([
      ...stream.sendTogether(requests),
      ...requests.map((request) => stream.send(request)),
    ]);
    const advice =
      'Put the id of the transaction on its own response, and respond to each transaction of a message separately.';
    for (const [n, answer] of answers.entries()) {
      const found = answer.committed?.results[0]?.findClient?.client?.clientName;
      expectSame(`the client of transaction ${n}`, found, clients[n % TOGETHER]?.clientName, advice);
    }
    stream.close();
  },
};

const streamIndependence: Check = {
  name: 'stream/independence',
  citation: 'backend.proto: TransactStream, "each is independent of the others"',
  on: 'stream',
  run: async ({ backend, connection }) => {
    const [first, last] = [backend.newCode(), backend.newCode()];
    const stream = new StreamTransport(connection);
    const settled = await Promise.allSettled(
      stream.sendTogether([
        { operations: [createCode(first)] },
        { operations: [spendCode(newHash(), newId())] },
        { operations: [findCode(Buffer.alloc(31))] },
        { operations: [createCode(last)] },
      ]),
    );
    const got = settled.map((outcome) => {
      if (outcome.status === 'fulfilled') return outcome.value.committed ? 'committed' : 'aborted';
      return outcome.reason instanceof RpcStatus ? statusName(outcome.reason.code) : 'no answer';
    });
    const expected = ['committed', 'aborted', statusName(status.INVALID_ARGUMENT), 'committed'];
    expectThat(
      got.join() === expected.join(),
      expected.join(', '),
      got.join(', '),
      'Return a separate fault for a failed transaction. The others, and the stream, continue.',
    );
    const stored = [first, last].map(async ({ codeHash }) => (await backend.code(codeHash)) !== null);
    expectThat(
      (await Promise.all(stored)).every(Boolean),
      'both codes are stored',
      'one is missing',
      'Commit each transaction separately.',
    );
    const after = await stream.send({ operations: [findCode(first.codeHash)] });
    expectThat(
      !!after.committed,
      'the stream continues after a fault',
      'it does not',
      'End the stream only on shutdown.',
    );
    stream.close();
  },
};

const streamEnd: Check = {
  name: 'stream/end',
  citation: 'host.proto: rule 4, "The end of a request stream means only that no more requests will come"',
  on: 'stream',
  run: async ({ backend, connection }) => {
    const stream = new StreamTransport(connection);
    const answers = stream.sendTogether(
      Array.from({ length: 10 }, () => ({ operations: [createCode(backend.newCode())] })),
    );
    const ended = stream.end();
    const outcomes = await Promise.all(answers);
    const advice = 'Respond to everything that you received, then end the stream with status OK.';
    expectThat(
      outcomes.every(({ committed }) => !!committed),
      'calls sent before the end are committed and get a response',
      'an abort',
      advice,
    );
    const { code } = await ended;
    expectThat(code === status.OK, 'the stream ends with OK', statusName(code), advice);
  },
};

const findRpc = rpcOf(adminDirectoryService.FindAdministrator);
/** A field of a wire type that does not exist. */
const NO_MESSAGE = Buffer.from([0x0f]);

/** A failed call must not affect other calls on the stream. */
const adminStream: Check = {
  name: 'admin-stream/faults-stay-with-their-call',
  citation: 'admin_stream.proto: AdminStream, table',
  on: 'admin-stream',
  run: async ({ connection }) => {
    const stream = new AdminStreamTransport(connection);
    const good = { method: findRpc.name, request: findRpc.serialize({ identifier: newId() }) };
    const [first, unknown, malformed, last] = await Promise.all(
      stream
        .sendTogether([
          good,
          { method: 'AdminRecordService.NoSuchRpc', request: Buffer.alloc(0) },
          { method: findRpc.name, request: NO_MESSAGE },
          good,
        ])
        .map(codeOf),
    );
    stream.close();
    const advice = 'Respond to each call of a message separately, with its own id and its own fault.';
    expectSame('the status of a call before the faults', first, status.OK, advice);
    expectSame('the status of an unknown method', unknown, status.UNIMPLEMENTED, advice);
    expectSame('the status of bytes that are not a message', malformed, status.INVALID_ARGUMENT, advice);
    expectSame('the status of a call after the faults', last, status.OK, advice);
  },
};

async function codeOf(answer: Promise<Buffer>): Promise<number> {
  try {
    await answer;
    return status.OK;
  } catch (error) {
    if (error instanceof CheckFailure || !(error instanceof RpcStatus)) throw error;
    return error.code;
  }
}

/** Any process on the machine can connect to the socket. The key, which only callers of Describe know, is all that protects it. */
const streamSocket: Check = {
  name: 'stream/socket',
  citation: 'host.proto: StreamSocket, StreamOpening.proof',
  on: 'stream-socket',
  run: async ({ connection, description }) => {
    const socket = description.streamSocket;
    if (socket === null) return;
    const { path } = description.capabilities.includes('CAPABILITY_TRANSACT_STREAM')
      ? backendService.TransactStream
      : adminStreamService.AdminStream;
    for (const [whose, proof] of [
      ['of another key', proofOf({ ...socket, key: randomBytes(socket.key.length) }, 'daemon')],
      ['of the host', proofOf(socket, 'host')],
    ] as const) {
      const opening = streamOpening.encode({ path, proof });
      expectThat(
        !(await answers(socket, opening, connection.timeoutMs)),
        `a closed connection for the proof ${whose}`,
        'an answer',
        'Compare the proof with HMAC-SHA-256 of "daemon" with the key, in constant time, before anything else.',
      );
    }
    const opened = await connectStreamSocket(socket, path, connection.timeoutMs).then((open) => {
      open(path, { received: () => undefined, ended: () => undefined }).cancel();
      return 'accepted';
    }, String);
    const advice = 'Answer StreamOpening with StreamAccepted, whose proof is HMAC-SHA-256 of "host" with the key.';
    expectSame('the outcome of a stream with the right proof', opened, 'accepted', advice);
  },
};

/** Whether the host sends anything to a peer with this first message. */
function answers(socket: StreamSocket, opening: Buffer, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const peer = connect(pathOf(socket));
    const timer = setTimeout(() => peer.destroy(), timeoutMs);
    const done = (answered: boolean): void => {
      clearTimeout(timer);
      peer.destroy();
      resolve(answered);
    };
    peer.on('data', () => done(true));
    peer.on('error', () => undefined);
    peer.on('close', () => done(false));
    peer.write(frame(0, opening));
  });
}

export const STREAM_CHECKS: readonly Check[] = [streamIds, streamIndependence, streamEnd, streamSocket, adminStream];
