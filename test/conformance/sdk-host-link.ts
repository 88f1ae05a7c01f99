import type { HostHandlerOptions, HostOptions } from '@gatehouse/host';
import { createHost, createHostHandler } from '@gatehouse/host';
import { bearer } from '@gatehouse/proto/metadata';
import { rpcOf } from '@gatehouse/proto/rpc';
import { hostService } from '@gatehouse/proto/services';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HostBackend, TransactStream } from '../../daemon/host/backend.js';
import { Caller, CallLimit } from '../../daemon/host/channel/call.js';
import type { HostTarget } from '../../daemon/host/channel/connection.js';
import { openConnection } from '../../daemon/host/channel/open-connection.js';
import { Reporter } from '../../daemon/host/channel/reporter.js';
import { fromDescribe } from '../../daemon/host/from-proto/description.js';
import type { Backend } from '../../daemon/oauth/ports/backend.js';
import { eventually } from '../support/eventually.js';

/** Every way in which the daemon reaches a host. */
export const WAYS = ['unary calls', 'the stream', 'the stream socket', 'HTTP', 'HTTP with JSON'] as const;
export type Way = (typeof WAYS)[number];

export interface HostUnderTest {
  readonly backend: Backend;
  close(): Promise<void>;
}

/**
 * The deadline of a call in a test that is not about deadlines. Of 300 calls at once, the last one waits for all others, on a
 * machine that may be busy: it must not fail for that reason.
 */
export const CALL_MS = 60_000;

const describeRpc = rpcOf(hostService.Describe);

const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Serves the SDK's host on a real port, and connects to it as the daemon does. */
export async function throughHost(
  options: Pick<HostOptions, 'backend' | 'logger'>,
  way: Way,
  timeoutMs = CALL_MS,
): Promise<HostUnderTest> {
  const served = await serveHost({ applicationName: 'conformance', logger: SILENT, ...options }, way);
  const connection = openConnection({ at: served.at, token: TOKEN, timeoutMs, maxInFlight: 1000 });
  const reporter = new Reporter({ rpcFinished: ignore, contractViolation: ignore }, SILENT);
  const caller = new Caller(connection, timeoutMs, reporter);
  const stream = new TransactStream(connection, reporter, {
    timeoutMs,
    maxOverdue: 1000,
    authorization: bearer(TOKEN),
    onLost: () => undefined,
  });
  const wantsStream = way === 'the stream' || way === 'the stream socket';
  connection.connect();
  // Over HTTP there is nothing to wait for.
  await eventually(() => {
    if (connection.streams !== undefined && !connection.isReady()) throw new Error('not connected yet');
  });
  if (wantsStream) {
    const described = await caller.unary(describeRpc, {}, fromDescribe, { call: { requestId: 'test' }, read: true });
    if ('problems' in described) throw new Error(described.problems.join('; '));
    if ((described.streamSocket !== undefined) !== (way === 'the stream socket')) throw new Error('the wrong way');
    stream.want(true, described.streamSocket);
    await eventually(() => {
      if (!stream.isUp()) throw new Error('the stream is not up yet');
    });
  }
  return {
    backend: new HostBackend(caller, stream, {
      isAttached: () => true,
      callLimit: new CallLimit(1000),
      reports: reporter,
    }),
    async close() {
      stream.close();
      connection.close();
      await served.close();
    },
  };
}

/** Shared token of the hosts under test: a handler for HTTP requires one. */
export const TOKEN = 'a-shared-token-of-the-test';

export interface Served {
  readonly at: HostTarget;
  close(): Promise<void>;
}

/** The SDK's host: its gRPC server, or its handler on a server of Node. */
export async function serveHost(options: Omit<HostHandlerOptions, 'token'>, way: Way): Promise<Served> {
  if (way === 'unary calls' || way === 'the stream' || way === 'the stream socket') {
    const streamSocket = way === 'the stream socket';
    const host = createHost({ ...options, address: '127.0.0.1:0', token: TOKEN, streamSocket });
    const { address } = await host.listen();
    return { at: { address }, close: () => host.close() };
  }
  const handler = createHostHandler({ ...options, token: TOKEN });
  const server = createServer((request, response) => handler(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    at: { url: `http://127.0.0.1:${port}/below/any/path`, encoding: way === 'HTTP' ? 'proto' : 'json' },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function ignore(): void {
  // Nothing to do.
}
