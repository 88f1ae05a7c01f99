import type { ClientTls } from '@gatehouse/proto/channel';
import type { Encoding } from '@gatehouse/proto/encoding';
import type { Rpc } from '@gatehouse/proto/rpc';
import type { Client } from '@grpc/grpc-js';
import type { CancelSignal } from '../../core/cancellation.js';
import type { CallContext } from '../../core/runtime.js';

/** How to reach the host. Certificates and keys are PEM. */
export interface HostConfig {
  readonly at: HostTarget;
  /** Shared token, sent as `authorization: Bearer <token>` with every call. */
  readonly token?: string;
  /** Absent over gRPC: plain text. Over HTTP, the scheme of the URL decides. */
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

/** The transport, and where the host serves it. */
export type HostTarget =
  /**
   * gRPC: "127.0.0.1:9090", "[::1]:9090", "unix:/run/app/host.sock", "host.example:9090" (DNS). `name`: of which the address is
   * one record, and which its certificate has.
   */
  | { readonly address: string; readonly name?: string }
  /** Connect's unary protocol over HTTP: "https://notes.example/gatehouse". `ip`: one record of its name, to connect to. */
  | { readonly url: string; readonly encoding: Encoding; readonly ip?: string };

/** How long the reason of a call without an answer may take. */
export const PROBE_MS = 2000;

/** The host in messages and metrics. */
export function nameOf(at: HostTarget): string {
  if ('address' in at) return at.address;
  return at.ip === undefined ? at.url : `${at.url} (${at.ip})`;
}

/** How a call ended without an answer. */
export interface Failed {
  /** A gRPC status. */
  readonly code: number;
  readonly details: string;
  /** The request never left this process, so even a write may be sent another way. */
  readonly neverSent?: boolean;
}

export interface Sending {
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly call: CallContext;
  /** Cancels the call at the host. */
  readonly signal: CancelSignal | undefined;
}

/** The connection to the host over one of the two transports. Only this folder knows which of them it is. */
export interface Connection {
  /** The configured address or URL, for messages. */
  readonly target: string;
  /** Starts to connect and to watch the connection. Does not wait for the host. */
  connect(): void;
  isReady(): boolean;
  /**
   * After a call without an answer: why the two sides do not understand each other, if only one of them speaks TLS, or one
   * does not accept the certificate of the other.
   */
  mismatch?(): Promise<string | undefined>;
  /** Reports each change between connected and not connected, until close(). */
  onReady(listener: (ready: boolean) => void): void;
  /**
   * Sends the request of one unary call and returns the answer's bytes. Rejects with ContractViolation if the answer breaks
   * the rules of the transport.
   */
  send(
    rpc: Pick<Rpc<never, never>, 'name' | 'path' | 'requestName' | 'responseName'>,
    request: Buffer,
    sending: Sending,
  ): Promise<Buffer | Failed>;
  /**
   * For streams and for grpc.health.v1, which only gRPC has. A transport without them cannot tell when another host takes
   * over, so Describe is repeated (describe.ts).
   */
  readonly streams: Client | undefined;
  close(): void;
}
