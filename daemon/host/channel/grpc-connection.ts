import { openClient, QUICK_RECONNECT } from '@gatehouse/proto/channel';
import { bearer, outgoingMetadata } from '@gatehouse/proto/metadata';
import { probedAddress, tlsMismatch } from '@gatehouse/proto/tls-probe';
import type { ChannelOptions } from '@grpc/grpc-js';
import { connectivityState } from '@grpc/grpc-js';
import '../silence-grpc.js';
import type { Connection, HostConfig } from './connection.js';
import { PROBE_MS } from './connection.js';
import { outOfDate } from './own-certificate.js';
import { refusedCertificate } from './refused-certificate.js';

const OPTIONS: ChannelOptions = {
  ...QUICK_RECONNECT,
  // By default, gRPC servers (Go, C++, Python) end a connection that pings more often than every 5 minutes.
  'grpc.keepalive_time_ms': 6 * 60_000,
  'grpc.keepalive_timeout_ms': 10_000,
  // An idle channel would disconnect, which looks like a lost host. This is the longest time that a timer supports.
  'grpc.client_idle_timeout_ms': 2 ** 31 - 1,
  // call.ts decides about retries according to what the call does; DNS must not configure others. On its own, grpc-js
  // resends only requests that HTTP/2 marks as never processed (REFUSED_STREAM), the answer of a host that shuts down.
  'grpc.service_config_disable_resolution': 1,
  'grpc.use_local_subchannel_pool': 1,
};

/**
 * The one gRPC channel to the host. It connects automatically, and reconnects within two seconds of the host's return. Calls
 * fail immediately meanwhile, because waiting longer would gain nothing.
 */
export function openGrpcConnection(
  { address, name }: { readonly address: string; readonly name?: string },
  { tls, token }: Pick<HostConfig, 'tls' | 'token'>,
): Connection {
  const ofHost = tls && name !== undefined ? { serverName: name, ...tls } : tls;
  const client = openClient(address, ofHost, OPTIONS);
  const authorization = bearer(token);
  const channel = client.getChannel();
  const listeners = new Set<(ready: boolean) => void>();
  let ready = false;
  let closed = false;

  const connect = (): void => {
    if (!closed) channel.getConnectivityState(true);
  };
  const watch = (): void => {
    if (closed) return;
    const state = channel.getConnectivityState(false);
    // After a loss, the channel idles until the next call. We reconnect before that, but not inside the channel's own
    // callback.
    if (state === connectivityState.IDLE) setImmediate(connect);
    channel.watchConnectivityState(state, Infinity, watch);
    if ((state === connectivityState.READY) !== ready) {
      ready = !ready;
      for (const listener of listeners) listener(ready);
    }
  };

  return {
    target: address,
    streams: client,
    connect: watch,
    mismatch: async () => {
      const probed = probedAddress(address, tls !== undefined);
      const known = (probed && (await tlsMismatch(probed, PROBE_MS))) ?? outOfDate(tls?.clientCertificate);
      return known ?? (probed && ofHost && (await refusedCertificate(probed, ofHost, PROBE_MS)));
    },
    isReady: () => ready,
    onReady: (listener) => void listeners.add(listener),
    send: ({ path }, bytes, { deadline, call, signal }) =>
      new Promise((resolve) => {
        const metadata = outgoingMetadata(call, authorization);
        const sent = client.makeUnaryRequest(
          path,
          identity,
          identity,
          bytes,
          metadata,
          { deadline },
          (error, answer) => {
            signal?.removeEventListener('abort', cancel);
            resolve(error ?? answer ?? Buffer.alloc(0));
          },
        );
        const cancel = (): void => sent.cancel();
        signal?.addEventListener('abort', cancel);
      }),
    close: () => {
      closed = true;
      ready = false;
      listeners.clear();
      client.close();
    },
  };
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}
