import { status } from '@grpc/grpc-js';
import { adminDirectoryService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import { AdminStreamTransport } from '../admin/transport.js';
import type { Check } from '../check.js';
import { CheckFailure, expectSame } from '../failure.js';
import { newId } from '../records.js';
import { RpcStatus } from '../transport.js';

const findRpc = rpcOf(adminDirectoryService.FindAdministrator);
/** A field of a wire type that does not exist. */
const NO_MESSAGE = Buffer.from([0x0f]);

/** A call that fails is the business of nobody else on the stream. */
export const adminStream: Check = {
  name: 'admin-stream/faults-stay-with-their-call',
  citation: 'admin_stream.proto: AdminStream, table',
  on: 'admin-stream',
  run: async ({ connection }) => {
    const stream = new AdminStreamTransport(connection);
    const good = { method: findRpc.name, request: findRpc.serialize({ identifier: newId() }) };
    const [first, unknown, malformed, last] = await Promise.all(
      stream
        .sendTogether([
          good,
          { method: 'AdminRecordService.NoSuchRpc', request: Buffer.alloc(0) },
          { method: findRpc.name, request: NO_MESSAGE },
          good,
        ])
        .map(codeOf),
    );
    stream.close();
    const advice = 'Answer each call of a message by itself, with its own id and its own fault.';
    expectSame('the status of a call before the faults', first, status.OK, advice);
    expectSame('the status of a method that the host does not know', unknown, status.UNIMPLEMENTED, advice);
    expectSame('the status of bytes that are no message', malformed, status.INVALID_ARGUMENT, advice);
    expectSame('the status of a call after the faults', last, status.OK, advice);
  },
};

async function codeOf(answer: Promise<Buffer>): Promise<number> {
  try {
    await answer;
    return status.OK;
  } catch (error) {
    if (error instanceof CheckFailure || !(error instanceof RpcStatus)) throw error;
    return error.code;
  }
}
