import type { ClientTls } from '@gatehouse/proto/channel';
import { openClient } from '@gatehouse/proto/channel';
import type { TransactRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { bearer, outgoingMetadata } from '@gatehouse/proto/metadata';
import type { Rpc } from '@gatehouse/proto/rpc';
import type { CallOptions, Client, Metadata, ServiceError } from '@grpc/grpc-js';
import { randomToken } from '../../core/crypto.js';
import { CheckFailure } from './expectations.js';
import '../../host/silence-grpc.js';

/** Options of `gatehouse check-host`. Certificates and keys are PEM. */
export interface HostCheckOptions {
  /** "127.0.0.1:9090", "unix:/run/app/host.sock". */
  readonly address: string;
  /** Shared token. If set, the host must reject calls without it. */
  readonly token?: string;
  readonly tls?: ClientTls;
  /** Run only the checks whose name contains one of these; empty or absent means all. */
  readonly only?: readonly string[];
  /**
   * A user of the application that codes and tokens may name. Without it they name nonexistent users, which a host with a
   * foreign key to its users rejects.
   */
  readonly user?: string;
  /** A user for whom the application refuses to mint. If set, the host must abort such a mint with MINT_REFUSED. */
  readonly refusedUser?: string;
  /** Milliseconds for one call. Default: 5000, the same as Gatehouse's. */
  readonly timeoutMs?: number;
}

/** A transport for transactions: unary calls, or the stream. */
export interface Transport {
  /** Rejects with RpcStatus for a failure that would fail the unary rpc. */
  send(request: TransactRequest): Promise<TransactResponse__Output>;
  /**
   * Sends a transaction whose deadline passes before a host can possibly commit, and ignores the answer. Resolves when the
   * host has received it.
   */
  sendTooLate(request: TransactRequest): Promise<void>;
}

/** A gRPC status other than OK. */
export class RpcStatus extends Error {
  override readonly name = 'RpcStatus';

  constructor(
    readonly code: number,
    readonly details: string,
  ) {
    super(`gRPC status ${code}: ${details}`);
  }
}

const DEFAULT_TIMEOUT_MS = 5000;

export interface CallVariant {
  /** Sent instead of the configured token; an empty text sends none. */
  readonly token?: string;
  /** Tells the host that no time is left, and waits for its answer anyway. */
  readonly tooLate?: boolean;
  /** Cancels the call after that many milliseconds. */
  readonly cancelAfterMs?: number;
}

/** The connection to the host under test, and unary calls over it. */
export class Connection {
  readonly client: Client;
  readonly timeoutMs: number;

  constructor(private readonly options: HostCheckOptions) {
    const { address, tls } = options;
    this.client = openClient(address, tls);
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  /** Rejects with RpcStatus, or with CheckFailure if the answer is not a message of its type. */
  async call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request> | Buffer,
    variant: CallVariant = {},
  ): Promise<Response> {
    const bytes = Buffer.isBuffer(request) ? request : rpc.serialize(request);
    const answer = await this.#send(rpc.path, bytes, variant);
    if (!Buffer.isBuffer(answer)) throw new RpcStatus(answer.code, answer.details);
    try {
      return rpc.deserialize(answer);
    } catch {
      throw new CheckFailure(
        `a response of ${rpc.name}`,
        `${answer.length} bytes that are none`,
        'Return the message that the .proto file defines.',
      );
    }
  }

  metadata({ token, tooLate }: CallVariant = {}): Metadata {
    const presented = token ?? this.options.token;
    const sent = outgoingMetadata(
      { requestId: `check-host-${randomToken(8)}` },
      presented === '' ? undefined : bearer(presented),
    );
    // The header as sent on the wire: with a local deadline the request might not even leave. Not one microsecond either:
    // gRPC's C core, which Python, Ruby and C++ use, rounds that up to a millisecond, in which a fast host may well commit.
    if (tooLate === true) sent.set('grpc-timeout', '0u');
    return sent;
  }

  close(): void {
    this.client.close();
  }

  #send(path: string, bytes: Buffer, variant: CallVariant): Promise<Buffer | ServiceError> {
    return new Promise((resolve) => {
      const options: CallOptions = variant.tooLate === true ? {} : { deadline: Date.now() + this.timeoutMs };
      const call = this.client.makeUnaryRequest(
        path,
        identity,
        identity,
        bytes,
        this.metadata(variant),
        options,
        (error: ServiceError | null, answer?: Buffer) => resolve(error ?? answer ?? Buffer.alloc(0)),
      );
      const cancelAfterMs = variant.cancelAfterMs ?? (variant.tooLate === true ? this.timeoutMs : undefined);
      if (cancelAfterMs !== undefined) setTimeout(() => call.cancel(), cancelAfterMs).unref();
    });
  }
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}
