import type { DescribeRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeRequest';
import type { DescribeResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { TransactRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import type { TransactStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamRequest';
import { frame } from '@gatehouse/proto/frames';
import type { Rpc } from '@gatehouse/proto/rpc';
import { rpcOf } from '@gatehouse/proto/rpc';
import { backendService, hostService } from '@gatehouse/proto/services';
import type { StreamSocket } from '@gatehouse/proto/stream-socket';
import { pathOf, proofOf, streamAccepted } from '@gatehouse/proto/stream-socket';
import { StreamSocketServer } from '@gatehouse/proto/stream-socket-server';
import { fromDuration } from '@gatehouse/proto/time';
import type { ServerDuplexStream, ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { Client, credentials, Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { redeeming, type Redeeming } from './redeeming.js';
import type { ServedHost } from './serve.js';

/** The faults on the way. Without any of them, the proxy changes only the speed. */
export interface ProxyFault {
  /** Changes a request. An answer returned here goes back immediately. */
  readonly request?: (request: TransactRequest__Output) => TransactRequest__Output;
  readonly response?: (response: TransactResponse__Output) => TransactResponse__Output;
  /** Changes a description, the first of which has the number 1. */
  readonly describes?: (description: DescribeResponse__Output, nth: number) => DescribeResponse__Output;
  /** Of grpc.health.v1. Default: SERVING. */
  readonly health?: 'NOT_SERVING';
  /** Does not offer CAPABILITY_REDEEM. */
  readonly hidesRedeem?: boolean;
  /** Redeems in this proxy instead of the host. */
  readonly redeeming?: Redeeming;
  /** The host ignores deadlines and cancellations. */
  readonly ignoresDeadlines?: boolean;
  /** Answers after up to this time, by chance, so that answers leave in any order. */
  readonly delayMs?: number;
  /** Accepts transactions and never answers. */
  readonly answersNothing?: boolean;
  /** Sends the answers within one message of the stream to each other's transactions. */
  readonly swapsAnswers?: boolean;
  /** Ends a stream when the requests end, even if answers are still due. */
  readonly endsStreamEarly?: boolean;
  /** Offers a stream socket of its own, which accepts every peer. */
  readonly acceptsAnyone?: boolean;
}

interface Fault {
  readonly code: number;
  readonly details: string;
}

type Outcome = { readonly response: TransactResponse__Output } | { readonly fault: Fault };

const describeRpc = rpcOf(hostService.Describe);
const transactRpc = rpcOf(backendService.Transact);

/** A host that forwards everything to a sound one, except for its fault. */
export async function startProxy(sound: ServedHost, fault: ProxyFault): Promise<ServedHost> {
  const client = new Client(sound.address, credentials.createInsecure());
  const server = new Server();
  const careless = fault.acceptsAnyone === true ? await startCarelessSocket() : undefined;

  const forward = async (request: TransactRequest__Output, deadline: Date | number): Promise<Outcome> => {
    if (fault.answersNothing === true) return new Promise(() => undefined);
    const sent = fault.request?.(request) ?? request;
    if (!(fault.ignoresDeadlines ?? false) && Number(deadline) <= Date.now()) {
      return { fault: { code: status.DEADLINE_EXCEEDED, details: 'too late' } };
    }
    const outcome =
      fault.redeeming === undefined ? await call(client, transactRpc, sent) : await redeem(sent, fault.redeeming);
    if (fault.delayMs !== undefined) await sleep(Math.random() * fault.delayMs);
    if ('fault' in outcome) return outcome;
    return { response: fault.response?.(outcome.response) ?? outcome.response };
  };

  const redeem = async (sent: TransactRequest__Output, how: Redeeming): Promise<Outcome> => {
    const faults: Fault[] = [];
    const response = await redeeming(sent, how, async (operations) => {
      const outcome = await call(client, transactRpc, { operations: [...operations] });
      if ('response' in outcome) return outcome.response;
      faults.push(outcome.fault);
      return { aborted: null };
    });
    return faults[0] === undefined ? { response } : { fault: faults[0] };
  };

  new HealthImplementation({ '': fault.health ?? 'SERVING' }).addToServer(server);
  let descriptions = 0;
  server.addService(hostService, {
    Describe: (unary: ServerUnaryCall<DescribeRequest, unknown>, callback: sendUnaryData<unknown>) => {
      void call(client, describeRpc, unary.request).then((outcome) => {
        // Streams come through here, too.
        if ('response' in outcome) outcome.response.streamSocket = careless?.socket ?? null;
        if ('response' in outcome && fault.hidesRedeem === true) {
          const { capabilities } = outcome.response;
          outcome.response.capabilities = capabilities.filter((name) => name !== 'CAPABILITY_REDEEM');
        }
        if ('response' in outcome && fault.describes !== undefined) {
          descriptions += 1;
          answer(callback, { response: fault.describes(outcome.response, descriptions) });
          return;
        }
        answer(callback, outcome);
      });
    },
  });
  server.addService(backendService, {
    Transact: (unary: ServerUnaryCall<TransactRequest__Output, unknown>, callback: sendUnaryData<unknown>) => {
      void forward(unary.request, unary.getDeadline()).then((outcome) => answer(callback, outcome));
    },
    TransactStream: (stream: ServerDuplexStream<TransactStreamRequest__Output, unknown>) => {
      passStreamOn(stream, forward, fault);
    },
  });

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    async close() {
      server.forceShutdown();
      client.close();
      careless?.close();
      await sound.close();
    },
  };
}

/** Accepts whatever opens a stream, and answers nothing after that. */
async function startCarelessSocket(): Promise<{ readonly socket: StreamSocket; close(): void }> {
  const { socket } = new StreamSocketServer();
  const accepted = frame(0, streamAccepted.encode({ proof: proofOf(socket, 'host') }));
  const server = createServer((peer) => {
    peer.on('error', () => undefined);
    peer.once('data', () => peer.write(accepted));
  }).listen(pathOf(socket));
  await once(server, 'listening');
  return { socket, close: () => void server.close() };
}

function passStreamOn(
  stream: ServerDuplexStream<TransactStreamRequest__Output, unknown>,
  forward: (request: TransactRequest__Output, deadline: number) => Promise<Outcome>,
  { swapsAnswers = false, endsStreamEarly = false }: ProxyFault,
): void {
  let pending = 0;
  let ended = false;
  const endWhenDone = (): void => {
    if (ended && (pending === 0 || endsStreamEarly)) stream.end();
  };
  stream.on('error', () => undefined);
  stream.on('end', () => {
    ended = true;
    endWhenDone();
  });
  stream.on('data', ({ transactions }: TransactStreamRequest__Output) => {
    const ids = transactions.map(({ id }) => id);
    const answered = swapsAnswers ? [...ids].reverse() : ids;
    for (const [n, { request, timeout }] of transactions.entries()) {
      pending += 1;
      const patience = timeout === null ? 5000 : fromDuration(timeout);
      void forward(request ?? { operations: [] }, Date.now() + Math.floor(patience)).then((outcome) => {
        pending -= 1;
        const id = answered[n];
        const streamed =
          'fault' in outcome
            ? { id, fault: { code: outcome.fault.code, message: outcome.fault.details } }
            : { id, response: outcome.response };
        if (!stream.destroyed && !stream.writableEnded) stream.write({ outcomes: [streamed] });
        endWhenDone();
      });
    }
  });
}

function call<Request, Response>(
  client: Client,
  rpc: Rpc<Request, Response>,
  request: Request,
): Promise<{ response: Response } | { fault: Fault }> {
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      rpc.path,
      rpc.serialize,
      rpc.deserialize,
      request,
      new Metadata(),
      {},
      (error, response) => {
        if (error !== null) resolve({ fault: { code: error.code, details: error.details } });
        else if (response === undefined) resolve({ fault: { code: status.INTERNAL, details: 'no answer' } });
        else resolve({ response });
      },
    );
  });
}

function answer(callback: sendUnaryData<unknown>, outcome: { response: unknown } | { fault: Fault }): void {
  if ('fault' in outcome) callback(outcome.fault);
  else callback(null, outcome.response);
}
