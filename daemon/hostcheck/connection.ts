import type { CallOptions, Metadata, ServiceError } from '@grpc/grpc-js';
import { Client, credentials } from '@grpc/grpc-js';
import { bearer, outgoingMetadata } from '../contract/metadata.js';
import type { Rpc } from '../contract/rpc.js';
import { randomToken } from '../core/random.js';
import { CheckFailure } from './failure.js';
import type { HostCheckOptions } from './options.js';
import { RpcStatus } from './transport.js';

const DEFAULT_TIMEOUT_MS = 5000;

export interface CallSettings {
  /** Sent in place of the configured one; an empty text sends none. */
  readonly token?: string;
  /** Tells the host that no time is left, and waits for its answer all the same. */
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
    const channel =
      tls === undefined
        ? credentials.createInsecure()
        : credentials.createSsl(tls.rootCertificates ?? null, tls.clientKey ?? null, tls.clientCertificate ?? null);
    this.client = new Client(address, channel, {
      'grpc.enable_http_proxy': 0,
      ...(tls?.serverName !== undefined && { 'grpc.ssl_target_name_override': tls.serverName }),
    });
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  /** Rejects with RpcStatus, or with CheckFailure when the answer is no message of its type. */
  async call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Request | Buffer,
    settings: CallSettings = {},
  ): Promise<Response> {
    const bytes = Buffer.isBuffer(request) ? request : rpc.serialize(request);
    const answer = await this.send(rpc.path, bytes, settings);
    if (!Buffer.isBuffer(answer)) throw new RpcStatus(answer.code, answer.details);
    try {
      return rpc.deserialize(answer);
    } catch {
      throw new CheckFailure(
        `an answer of ${rpc.name}`,
        `${answer.length} bytes that are none`,
        'Answer what the .proto file says.',
      );
    }
  }

  metadata({ token, tooLate }: CallSettings = {}): Metadata {
    const presented = token ?? this.options.token;
    const sent = outgoingMetadata(
      { requestId: `check-host-${randomToken(8)}` },
      presented === '' ? undefined : bearer(presented),
    );
    // The wire's own header: with a deadline of ours the request might not even leave. Not one microsecond either: gRPC's
    // C core, below Python, Ruby and C++, rounds that up to a millisecond, in which a fast host may well commit.
    if (tooLate === true) sent.set('grpc-timeout', '0u');
    return sent;
  }

  close(): void {
    this.client.close();
  }

  private send(path: string, bytes: Buffer, settings: CallSettings): Promise<Buffer | ServiceError> {
    return new Promise((resolve) => {
      const options: CallOptions = settings.tooLate === true ? {} : { deadline: Date.now() + this.timeoutMs };
      const call = this.client.makeUnaryRequest(
        path,
        identity,
        identity,
        bytes,
        this.metadata(settings),
        options,
        (error: ServiceError | null, answer?: Buffer) => resolve(error ?? answer ?? Buffer.alloc(0)),
      );
      const cancelAfterMs = settings.cancelAfterMs ?? (settings.tooLate === true ? this.timeoutMs : undefined);
      if (cancelAfterMs !== undefined) setTimeout(() => call.cancel(), cancelAfterMs).unref();
    });
  }
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}
