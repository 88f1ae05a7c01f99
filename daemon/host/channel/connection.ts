import type { ClientTls } from '@gatehouse/proto/channel';
import { openClient, QUICK_RECONNECT } from '@gatehouse/proto/channel';
import type { ChannelOptions, Client } from '@grpc/grpc-js';
import { connectivityState } from '@grpc/grpc-js';
import { exposureProblem } from '../../core/network-addresses.js';
import '../silence-grpc.js';

/** How to reach the host. Certificates and keys are PEM. */
export interface HostConfig {
  /** "127.0.0.1:9090", "[::1]:9090", "unix:/run/app/host.sock", "host.example:9090" (DNS). */
  readonly address: string;
  /** Shared token, sent as `authorization: Bearer <token>` with every call. */
  readonly token?: string;
  /** Absent: plain text. */
  readonly tls?: ClientTls;
  /**
   * Milliseconds for one call. Must be shorter than the HTTP request's own timeout, so that the client does not time out
   * first.
   */
  readonly timeoutMs: number;
  /**
   * Limit for transactions and admin calls under way at the same time. One more fails immediately, so that a slow host
   * cannot fill our memory.
   */
  readonly maxInFlight: number;
}

/** The reason not to connect as configured; an empty string if none. */
export function hostConfigProblem(config: Pick<HostConfig, 'address' | 'token' | 'tls'>): string {
  const { address, token, tls } = config;
  if ((tls?.clientCertificate === undefined) !== (tls?.clientKey === undefined)) {
    return 'host.tls: a client certificate and its key must be set together';
  }
  return exposureProblem('host.address', address, {
    clientCertificates: tls?.clientCertificate !== undefined,
    token: token !== undefined && token !== '',
  });
}

/**
 * The one channel to the host. It connects automatically, and reconnects within two seconds of the host's return. Calls fail
 * immediately meanwhile, because waiting longer would gain nothing.
 */
export interface Connection {
  readonly client: Client;
  /** Starts to connect and to watch the connection. Does not wait for the host. */
  connect(): void;
  isReady(): boolean;
  /** Reports each change between connected and not connected, until close(). */
  onReady(listener: (ready: boolean) => void): void;
  close(): void;
}

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

/** Throws if the configuration would be insecure. */
export function openConnection(config: HostConfig): Connection {
  const problem = hostConfigProblem(config);
  if (problem !== '') throw new Error(problem);
  const client = openClient(config.address, config.tls, OPTIONS);
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
    client,
    connect: watch,
    isReady: () => ready,
    onReady: (listener) => void listeners.add(listener),
    close: () => {
      closed = true;
      ready = false;
      listeners.clear();
      client.close();
    },
  };
}
