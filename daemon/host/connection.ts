import type { ChannelCredentials, ChannelOptions } from '@grpc/grpc-js';
import { Client, connectivityState, credentials } from '@grpc/grpc-js';
import type { HostConfig } from './config.js';
import { hostConfigProblem } from './config.js';

/**
 * The one channel to the host. It connects by itself, and again after a loss within two seconds of the host's return:
 * calls fail at once meanwhile, so nothing is gained by waiting longer.
 */
export interface Connection {
  readonly client: Client;
  /** Starts to connect, and to watch. Does not wait for the host. */
  connect(): void;
  isReady(): boolean;
  /** Tells each change between connected and not connected, until close(). */
  onReady(listener: (ready: boolean) => void): void;
  close(): void;
}

const OPTIONS: ChannelOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
  // gRPC servers (Go, C++, Python) end a connection that pings more often than every 5 minutes, unless told otherwise.
  'grpc.keepalive_time_ms': 6 * 60_000,
  'grpc.keepalive_timeout_ms': 10_000,
  // An idle channel would disconnect, and that reads as "the host was lost". The longest that a timer can do.
  'grpc.client_idle_timeout_ms': 2 ** 31 - 1,
  // Retries are decided in call.ts, by what the call does; nobody can ask for others through DNS. By itself grpc-js sends
  // again only what HTTP/2 says was never processed (REFUSED_STREAM), which a host that shuts down answers.
  'grpc.service_config_disable_resolution': 1,
  // A proxy of the environment is for the way out to the internet, not for the application next door.
  'grpc.enable_http_proxy': 0,
  'grpc.use_local_subchannel_pool': 1,
};

/** Throws when the configuration would be insecure. */
export function openConnection(config: HostConfig): Connection {
  const problem = hostConfigProblem(config);
  if (problem !== '') throw new Error(problem);
  const client = new Client(config.address, channelCredentials(config), {
    ...OPTIONS,
    ...(config.tls?.serverName !== undefined && { 'grpc.ssl_target_name_override': config.tls.serverName }),
  });
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
    // After a loss the channel idles until the next call; we want it back before that. Not from within its own callback.
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

function channelCredentials({ tls }: HostConfig): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  return credentials.createSsl(tls.rootCertificates ?? null, tls.clientKey ?? null, tls.clientCertificate ?? null);
}
