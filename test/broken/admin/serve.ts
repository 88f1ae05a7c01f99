import type { DescribeResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import { adminDirectoryService, adminRecordService, hostService } from '@gatehouse/proto/services';
import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from '@grpc/grpc-js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { ServedHost } from '../serve.js';
import { REGISTRATION } from './blog.js';
import type { MemoryDirectory } from './directory.js';
import type { MemoryRecords } from './records.js';

interface Served {
  readonly token?: string;
  /** Executes calls that the caller has cancelled. */
  readonly ignoresDeadlines?: boolean;
}

/** A host with only the admin services. */
export async function serveAdmin(
  directory: MemoryDirectory,
  records: MemoryRecords,
  description: DescribeResponse = {},
  served: Served = {},
): Promise<ServedHost> {
  const describe: DescribeResponse = {
    protocolVersion: 1,
    applicationName: 'under test',
    capabilities: ['CAPABILITY_ADMIN'],
    admin: REGISTRATION,
    ...description,
  };
  const server = new Server();
  new HealthImplementation({ '': 'SERVING' }).addToServer(server);
  server.addService(hostService, implementation(hostService, { Describe: () => describe }, served));
  server.addService(adminDirectoryService, implementation(adminDirectoryService, directory, served));
  server.addService(adminRecordService, implementation(adminRecordService, records, served));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    close: async () => {
      server.forceShutdown();
    },
  };
}

/** Serves the rpcs that the object has as methods; the others are UNIMPLEMENTED. */
function implementation(service: object, handlers: object, served: Served): UntypedServiceImplementation {
  const methods = handlers as Record<string, ((request: unknown) => unknown) | undefined>;
  const methodsServed = Object.keys(service).flatMap((rpc) =>
    methods[rpc] === undefined ? [] : [[rpc, unary(methods, rpc, served)]],
  );
  return Object.fromEntries(methodsServed) as UntypedServiceImplementation;
}

function unary(
  methods: Record<string, ((request: unknown) => unknown) | undefined>,
  rpc: string,
  { token, ignoresDeadlines = false }: Served,
) {
  return (call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>): void => {
    const allowed = token === undefined || call.metadata.get('authorization')[0] === `Bearer ${token}`;
    Promise.resolve()
      .then(() => {
        if (!allowed) throw Object.assign(new Error('no token'), { code: status.UNAUTHENTICATED });
        if (!ignoresDeadlines && Number(call.getDeadline()) <= Date.now()) {
          throw Object.assign(new Error('too late'), { code: status.DEADLINE_EXCEEDED });
        }
        return methods[rpc]?.(call.request);
      })
      .then(
        (answer) => callback(null, answer),
        (error: unknown) => callback({ code: status.INTERNAL, details: String(error), ...(error as object) }),
      );
  };
}
