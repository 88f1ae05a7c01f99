import { status } from '@grpc/grpc-js';
import { adminDirectoryService, adminRecordService, hostService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import { expectStatus } from '../backend.js';
import type { Check, Subject } from '../check.js';
import { findClient } from '../operations.js';
import { newId } from '../records.js';
import { AdminStreamTransport } from '../admin/transport.js';
import { StreamTransport } from '../stream-transport.js';
import { RpcStatus } from '../transport.js';
import { transactRpc } from '../unary-transport.js';

/** Without a token, and with a wrong one that begins like the right one. */
export const tokenRequired: Check = {
  name: 'token/required',
  citation: 'host.proto: rule 2',
  on: 'token',
  run: async (subject) => {
    for (const token of ['', `${subject.options.token}x`]) {
      for (const [rpc, call] of Object.entries(calls(subject, token))) {
        const code = await call().then(
          () => status.OK,
          (error: unknown) => {
            if (error instanceof RpcStatus) return error.code;
            throw error;
          },
        );
        const about = `from ${rpc} with ${token === '' ? 'no token' : 'a wrong token'}`;
        const advice = 'Compare the metadata "authorization" with "Bearer <token>" before every rpc, in constant time.';
        expectStatus(code, status.UNAUTHENTICATED, about, advice);
      }
    }
  },
};

/** Whoever answers that there is none has not asked for the token. */
const NO_METHOD = 'AdminRecordService.NoSuchRpc';

/** Not started yet: one that fails before it is waited for would be a rejection that nobody handles. */
function calls({ connection, description }: Subject, token: string): Record<string, () => Promise<unknown>> {
  const request = { operations: [findClient(newId())] };
  return {
    Describe: () => connection.call(rpcOf(hostService.Describe), { protocolVersion: 1 }, { token }),
    ...(description.capabilities.includes('CAPABILITY_BACKEND') && {
      Transact: () => connection.call(transactRpc, request, { token }),
    }),
    ...(description.capabilities.includes('CAPABILITY_ADMIN') && {
      FindAdministrator: () =>
        connection.call(rpcOf(adminDirectoryService.FindAdministrator), { identifier: newId() }, { token }),
      ListRecords: () => connection.call(rpcOf(adminRecordService.ListRecords), { controller: 'a.b.c' }, { token }),
    }),
    ...(description.capabilities.includes('CAPABILITY_ADMIN_STREAM') && {
      AdminStream: () => new AdminStreamTransport(connection, { token }).send(NO_METHOD, Buffer.alloc(0)),
    }),
    ...(description.capabilities.includes('CAPABILITY_TRANSACT_STREAM') && {
      TransactStream: () => new StreamTransport(connection, { token }).send(request),
    }),
  };
}
