import type { ClientTls } from '@gatehouse/proto/channel';
import { openClient } from '@gatehouse/proto/channel';
import { ConnectClient } from '@gatehouse/proto/connect-client';
import type { Encoding } from '@gatehouse/proto/encoding';
import type { TransactRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { bearer, outgoingHeaders, outgoingMetadata } from '@gatehouse/proto/metadata';
import type { Rpc } from '@gatehouse/proto/rpc';
import type { CallOptions, Client, Metadata, ServiceError } from '@grpc/grpc-js';
import { randomToken } from '../../core/crypto.js';
import { CheckFailure } from './expectations.js';
import '../../host/silence-grpc.js';

/** Options of `gatehouse check-host`. Certificates and keys are PEM. */
export interface HostCheckOptions {
  /** "127.0.0.1:9090", "unix:/run/app/host.sock": over gRPC. Set this or `url`. */
  readonly address?: string;
  /** "https://notes.example/gatehouse": over HTTP, where the host has neither streams nor grpc.health.v1. */
  readonly url?: string;
  /** Over HTTP. Default: proto. */
  readonly encoding?: Encoding;
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
  /** Also run the checks that write to the application's own data, on a database that may be thrown away. */
  readonly scratch?: boolean;
  /** Names of partials to read, each from the controllers that know it. */
  readonly partials?: readonly string[];
  /** Login of an administrator whom the application has deactivated. With `scratch`, its password is set. */
  readonly inactiveAdministrator?: string;
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

type Sent = { readonly path: string; readonly requestName: string; readonly responseName: string };

/** How a call ended without a message. */
interface Ended {
  readonly code: number;
  readonly details: string;
  /** The answer breaks the rules of the transport. */
  readonly malformed?: boolean;
}

/** Unary calls over one of the two transports. */
interface Calls {
  send(rpc: Sent, bytes: Buffer, variant: CallVariant): Promise<Buffer | Ended>;
  close(): void;
}

/** The connection to the host under test, and unary calls over it. */
export class Connection {
  readonly timeoutMs: number;
  readonly #grpc: Client | undefined;
  readonly #calls: Calls;

  /** Throws unless the options name exactly one place. */
  constructor(private readonly options: HostCheckOptions) {
    const { address, url, encoding = 'proto', tls } = options;
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    if ((address === undefined) === (url === undefined))
      throw new Error('set either the address or the url of the host');
    if (url !== undefined) {
      this.#calls = this.#overHttp(new ConnectClient({ url, encoding, maxConnections: 64, ...(tls && { tls }) }));
    } else {
      this.#grpc = openClient(address ?? '', tls);
      this.#calls = this.#overGrpc(this.#grpc);
    }
  }

  /** For streams. */
  get client(): Client {
    if (this.#grpc === undefined) throw new Error('a check of streams ran over HTTP');
    return this.#grpc;
  }

  /** Rejects with RpcStatus, or with CheckFailure if the answer is not a message of its type. */
  async call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request> | Buffer,
    variant: CallVariant = {},
  ): Promise<Response> {
    const bytes = Buffer.isBuffer(request) ? request : rpc.serialize(request);
    const answer = await this.#calls.send(rpc, bytes, variant);
    if (!Buffer.isBuffer(answer)) {
      if (answer.malformed === true) throw new CheckFailure(`a response of ${rpc.name}`, answer.details, OVER_HTTP);
      throw new RpcStatus(answer.code, answer.details);
    }
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
    const sent = outgoingMetadata(callMetadata(), this.#authorization(token));
    // The header as sent on the wire: with a local deadline the request might not even leave. Not one microsecond either:
    // gRPC's C core, which Python, Ruby and C++ use, rounds that up to a millisecond, in which a fast host may well commit.
    if (tooLate === true) sent.set('grpc-timeout', '0u');
    return sent;
  }

  close(): void {
    this.#calls.close();
  }

  #authorization(token = this.options.token): string | undefined {
    return token === '' ? undefined : bearer(token);
  }

  #overGrpc(client: Client): Calls {
    const send = ({ path }: Sent, bytes: Buffer, variant: CallVariant): Promise<Buffer | ServiceError> =>
      new Promise((resolve) => {
        const options: CallOptions = variant.tooLate === true ? {} : { deadline: Date.now() + this.timeoutMs };
        const call = client.makeUnaryRequest(
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
    return { send, close: () => client.close() };
  }

  #overHttp(client: ConnectClient): Calls {
    const send = async (rpc: Sent, bytes: Buffer, { token, tooLate, cancelAfterMs }: CallVariant) => {
      const answer = await client.call(rpc, bytes, {
        headers: outgoingHeaders(callMetadata(), this.#authorization(token)),
        patienceMs: this.timeoutMs,
        ...(tooLate === true && { timeoutMs: 0 }),
        ...(cancelAfterMs !== undefined && { signal: AbortSignal.timeout(cancelAfterMs) }),
      });
      return Buffer.isBuffer(answer) ? answer : { ...answer, malformed: answer.by === 'malformed' };
    };
    return { send, close: () => client.close() };
  }
}

const OVER_HTTP = 'See "Over HTTP" in docs/hosts.md for the form of a response.';

function callMetadata(): { readonly requestId: string } {
  return { requestId: `check-host-${randomToken(8)}` };
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}
