import { ConnectClient } from '@gatehouse/proto/connect-client';
import type { Encoding } from '@gatehouse/proto/encoding';
import { bearer, outgoingHeaders } from '@gatehouse/proto/metadata';
import { probedUrl, tlsMismatch } from '@gatehouse/proto/tls-probe';
import { ContractViolation } from '../../core/faults.js';
import type { Connection, HostConfig } from './connection.js';
import { nameOf, PROBE_MS } from './connection.js';
import { outOfDate } from './own-certificate.js';
import { refusedCertificate } from './refused-certificate.js';

/** One worker opens at most this many connections; further calls wait for one, within their deadline. */
const MAX_CONNECTIONS = 64;

/**
 * Calls to the host over HTTP, with Connect's unary protocol. There is no connection to watch: the host counts as connected
 * while calls reach it. A call that does not reach it ends that, and any answer of the host restores it.
 */
export function openHttpConnection(
  at: { readonly url: string; readonly encoding: Encoding; readonly ip?: string },
  { tls, token, maxInFlight }: Pick<HostConfig, 'tls' | 'token' | 'maxInFlight'>,
): Connection {
  const authorization = bearer(token);
  const client = new ConnectClient({
    url: at.url,
    encoding: at.encoding,
    ...(at.ip !== undefined && { ip: at.ip }),
    maxConnections: Math.min(maxInFlight, MAX_CONNECTIONS),
    ...(tls !== undefined && { tls }),
  });
  const listeners = new Set<(ready: boolean) => void>();
  let ready = false;
  const become = (reached: boolean): void => {
    if (reached === ready) return;
    ready = reached;
    for (const listener of listeners) listener(ready);
  };

  return {
    target: nameOf(at),
    streams: undefined,
    connect: () => undefined,
    mismatch: async () => {
      const probed = probedUrl(at.url, at.ip);
      const known = (await tlsMismatch(probed, PROBE_MS)) ?? outOfDate(tls?.clientCertificate);
      if (known !== undefined || !probed.wantsTls) return known;
      return refusedCertificate(probed, { serverName: probedUrl(at.url).host, ...tls }, PROBE_MS);
    },
    isReady: () => ready,
    onReady: (listener) => void listeners.add(listener),
    send: async (rpc, request, { deadline, call, signal }) => {
      const patienceMs = Math.max(0, deadline - Date.now());
      const headers = outgoingHeaders(call, authorization);
      const answer = await client.call(rpc, request, { headers, patienceMs, signal });
      if (Buffer.isBuffer(answer) || answer.by === 'service') become(true);
      else if (answer.by === 'gateway' || answer.by === 'connection') become(false);
      if (!Buffer.isBuffer(answer) && answer.by === 'malformed') throw new ContractViolation(rpc.name, answer.details);
      return answer;
    },
    close: () => {
      ready = false;
      listeners.clear();
      client.close();
    },
  };
}
