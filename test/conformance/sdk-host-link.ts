import type { HostOptions } from '@gatehouse/host';
import { createHost } from '@gatehouse/host';
import { HostBackend, TransactStream } from '../../daemon/host/backend.js';
import { Caller, CallLimit } from '../../daemon/host/channel/call.js';
import { openConnection } from '../../daemon/host/channel/connection.js';
import { Reporter } from '../../daemon/host/channel/reporter.js';
import type { Backend } from '../../daemon/oauth/ports/backend.js';
import { eventually } from '../support/eventually.js';

export type Way = 'unary calls' | 'the stream';

export interface HostUnderTest {
  readonly backend: Backend;
  close(): Promise<void>;
}

const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Serves the SDK's host on a real port, and connects to it as the daemon does. */
export async function throughGrpc(
  options: Pick<HostOptions, 'backend' | 'logger'>,
  way: Way,
  timeoutMs = 10_000,
): Promise<HostUnderTest> {
  const host = createHost({ applicationName: 'conformance', address: '127.0.0.1:0', logger: SILENT, ...options });
  const { address } = await host.listen();
  const connection = openConnection({ address, timeoutMs, maxInFlight: 1000 });
  const reporter = new Reporter({ rpcFinished: ignore, contractViolation: ignore }, SILENT);
  const caller = new Caller(connection.client, timeoutMs, undefined, reporter);
  const stream = new TransactStream(connection, reporter, {
    timeoutMs,
    maxOverdue: 1000,
    authorization: undefined,
    onLost: () => undefined,
  });
  stream.want(way === 'the stream');
  connection.connect();
  await eventually(() => {
    if (!connection.isReady() || stream.isUp() !== (way === 'the stream')) throw new Error('not connected yet');
  });
  return {
    backend: new HostBackend(caller, stream, { isAttached: () => true, callLimit: new CallLimit(1000) }),
    async close() {
      stream.close();
      connection.close();
      await host.close();
    },
  };
}

function ignore(): void {
  // Nothing to do.
}
