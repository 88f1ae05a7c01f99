import {
  adminAccountService,
  adminDirectoryService,
  adminPasskeyService,
  adminSecondFactorService,
  adminSessionService,
  adminViewService,
} from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Metadata, ServiceDefinition, ServiceError } from '@grpc/grpc-js';
import { credentials, makeGenericClientConstructor, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AdminOptions } from '../admin/admin-options.js';
import type { Directory } from '../admin/directory/directory.js';
import { createHostHandler } from './host-handler.js';
import type { RunningHost } from './testing/test-host.js';
import { call, failure, startHost } from './testing/test-host.js';

const TOKEN = 'a-shared-token-of-some-length';
const MIGRATED = { applied: ['one'] };

/** A read of each service that a directory may leave out, with the answer of one that keeps nothing yet. */
const OPTIONAL = [
  {
    ...{ service: adminSessionService, rpc: 'ListSessions', request: { at: '1970-01-01T00:00:00Z' } },
    answer: { sessions: [] },
    directory: { sessions: { list: () => Promise.resolve([]) } },
  },
  {
    ...{ service: adminSecondFactorService, rpc: 'GetSecondFactor', request: {} },
    answer: { secondFactor: null },
    directory: { secondFactors: { find: () => Promise.resolve(undefined) } },
  },
  {
    ...{ service: adminPasskeyService, rpc: 'ListPasskeys', request: {} },
    answer: { passkeys: [] },
    directory: { passkeys: { list: () => Promise.resolve([]) } },
  },
  {
    ...{ service: adminAccountService, rpc: 'GetAccount', request: {} },
    answer: { account: null },
    directory: { accounts: { controllers: [], find: () => Promise.resolve(undefined) } },
  },
  {
    ...{ service: adminViewService, rpc: 'ListViews', request: { list: 'acme.blog.posts' } },
    answer: { views: [] },
    directory: { views: { list: () => Promise.resolve([]) } },
  },
] as const;

/** The admin backend of an application whose directory has these members besides those that it must have. */
function admin(members: object = {}): AdminOptions {
  const directory = { migrate: () => Promise.resolve(MIGRATED.applied), ...members } as unknown as Directory;
  return { database: { engine: 'sqlite' } as never, directory, controllers: [], plugins: [] };
}

describe('the admin services of a host', () => {
  let running: RunningHost | undefined;
  const servers: Server[] = [];

  afterEach(async () => {
    await running?.host.close();
    running = undefined;
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  /** The answer of an rpc over gRPC, or its status. */
  async function overGrpc(service: ServiceDefinition, rpc: string, request: object) {
    const Constructor = makeGenericClientConstructor(service, rpc);
    const client = new Constructor(running!.address, credentials.createInsecure());
    const methods = client as unknown as Record<
      string,
      (request: object, done: (error: ServiceError | null, answer: object) => void) => Metadata
    >;
    try {
      return await new Promise<unknown>((resolve) => {
        methods[rpc]!.call(client, request, (error, answer) => {
          resolve(error === null ? answer : error.code);
        });
      });
    } finally {
      client.close();
    }
  }

  async function overHttp(options: AdminOptions): Promise<(path: string, body: object) => Promise<Response>> {
    const listener = createHostHandler({ applicationName: 'Test', token: TOKEN, admin: options, logger: SILENT });
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return (path, body) =>
      fetch(origin + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
  }

  for (const { service, rpc, request, answer, directory } of OPTIONAL) {
    const asked = { administratorId: '1', ...request };

    it(`include ${rpc} over gRPC if the directory has it (HC-15)`, async () => {
      const overTheWire = { ...asked, ...('at' in request && { at: toTimestamp(0) }) };
      running = await startHost({ admin: admin(directory) });
      expect(await overGrpc(service, rpc, overTheWire)).to.deep.equal(answer);
      await running.host.close();
      running = await startHost({ admin: admin() });
      expect(await overGrpc(service, rpc, overTheWire)).to.equal(status.UNIMPLEMENTED);
      expect(await overGrpc(adminDirectoryService, 'Migrate', {})).to.deep.equal(MIGRATED);
    });

    it(`include ${rpc} over HTTP if the directory has it (HC-15)`, async () => {
      const { path } = service[rpc as keyof typeof service] as { readonly path: string };
      const post = await overHttp(admin(directory));
      const found = await post(path, asked);
      const { status: code } = found;
      // JSON leaves out absent messages.
      const body = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
      expect([code, await found.json()]).to.deep.equal([200, body]);
      const without = await overHttp(admin());
      expect((await without(path, asked)).status).to.equal(404);
      const migrated = await without(adminDirectoryService.Migrate.path, {});
      expect([migrated.status, await migrated.json()]).to.deep.equal([200, MIGRATED]);
    });
  }

  it('come without a sign-in that the application does not have (HC-15)', async () => {
    running = await startHost({ admin: admin() });
    const rejected = await failure(call(running.address, 'ResolveUser', {}));
    expect(rejected.code).to.equal(status.UNIMPLEMENTED);
  });
});

const SILENT = { info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // The tests read answers only.
}
