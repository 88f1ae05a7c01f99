import type { AdminStreamRequest } from '../../contract/generated/gatehouse/host/v1/AdminStreamRequest.js';
import type { AdminStreamResponse__Output } from '../../contract/generated/gatehouse/host/v1/AdminStreamResponse.js';
import type { Duration } from '../../contract/generated/google/protobuf/Duration.js';
import { adminStreamService } from '../../contract/load.js';
import { rpcOf, type Rpc } from '../../contract/rpc.js';
import { toDuration } from '../../contract/time.js';
import type { CallSettings, Connection } from '../connection.js';
import { StreamedAnswers, type StreamedRpc } from '../streamed-answers.js';

/** A way for calls of the admin services to reach the host. Rejects with RpcStatus for what the unary rpc would fail with. */
export interface AdminTransport {
  call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Request | Buffer,
    settings?: Pick<CallSettings, 'tooLate'>,
  ): Promise<Response>;
}

/** A microsecond: no host parses, runs and commits a transaction in that. */
const TOO_SHORT = { seconds: 0, nanos: 1000 };

const ADMIN_STREAM: StreamedRpc<AdminStreamRequest, AdminStreamResponse__Output, Buffer> = {
  rpc: rpcOf(adminStreamService.AdminStream),
  answers: ({ answers }) => answers,
};

/** Calls over AdminStreamService.AdminStream. */
export class AdminStreamTransport implements AdminTransport {
  private readonly stream: StreamedAnswers<AdminStreamRequest, AdminStreamResponse__Output, Buffer>;

  constructor(
    private readonly connection: Connection,
    settings: CallSettings = {},
  ) {
    this.stream = new StreamedAnswers(ADMIN_STREAM, connection, settings);
  }

  async call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Request | Buffer,
    { tooLate = false }: Pick<CallSettings, 'tooLate'> = {},
  ): Promise<Response> {
    const bytes = Buffer.isBuffer(request) ? request : rpc.serialize(request);
    return rpc.deserialize(await this.send(rpc.name, bytes, tooLate ? TOO_SHORT : undefined));
  }

  /** @param method service and rpc, which the host may not know */
  async send(method: string, request: Buffer, timeout?: Duration): Promise<Buffer> {
    const [answer] = this.sendTogether([{ method, request }], timeout);
    if (answer === undefined) throw new Error('one call has one answer');
    return answer;
  }

  /** All of them in one message. */
  sendTogether(
    requests: readonly { readonly method: string; readonly request: Buffer }[],
    timeout: Duration = toDuration(this.connection.timeoutMs),
  ): Promise<Buffer>[] {
    const calls = requests.map((call) => ({ ...call, id: this.stream.nextId(), timeout, requestId: 'check-host' }));
    return this.stream.send(
      { calls },
      calls.map(({ id }) => id),
    );
  }

  close(): void {
    this.stream.close();
  }
}
