import type { AdminStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamRequest';
import { status } from '@grpc/grpc-js';
import type { AdminStream } from '../../../daemon/host/testing/small-host.js';
import { description, startHost } from '../../../daemon/host/testing/small-host.js';
import type { ServedHost } from '../serve.js';
import { REGISTRATION } from './blog.js';

/** Hosts whose AdminStream has a fault, and the checks that detect them. Every call finds no administrator. */
export const BROKEN_ADMIN_STREAMS: readonly {
  readonly name: string;
  readonly caughtBy: readonly string[];
  serve(): Promise<ServedHost>;
}[] = [
  {
    name: 'one fault is the answer to every call of its message',
    caughtBy: ['admin-stream/faults-stay-with-their-call'],
    serve: () =>
      serve((stream) => {
        stream.on('data', ({ calls }: AdminStreamRequest__Output) => {
          const isKnown = calls.every(({ method }) => method === 'AdminDirectoryService.FindAdministrator');
          const answer = isKnown
            ? { response: Buffer.alloc(0) }
            : { fault: { code: status.UNIMPLEMENTED, message: 'no such method' } };
          stream.write({ answers: calls.map(({ id }) => ({ id, ...answer })) });
        });
        stream.on('end', () => stream.end());
      }),
  },
];

async function serve(adminStream: (stream: AdminStream) => void): Promise<ServedHost> {
  const capabilities = ['CAPABILITY_ADMIN', 'CAPABILITY_ADMIN_STREAM'] as const;
  const host = await startHost({
    describe: () => description({ capabilities: [...capabilities], admin: REGISTRATION }),
    adminStream,
  });
  return { address: host.address, close: async () => host.kill() };
}
