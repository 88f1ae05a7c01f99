import type { Address, Backend, SignIn } from '@gatehouse/host';
import { createHost } from '@gatehouse/host';
import { createOpaqueTokenIssuer, createSqlBackend } from '@gatehouse/host/sql';
import { migrated, type OpenDatabase } from '../conformance/sdk-databases.js';

export interface ServedHost {
  readonly address: Address;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Puts the fault between the host and its ready-made backend. */
  readonly around?: (backend: Backend) => Backend;
  readonly signIn?: SignIn;
  readonly token?: string;
}

const NOBODY: SignIn = { resolveUser: async () => ({ signInUrl: '/sign-in' }) };

/** The SDK's host with its ready-made backend on a new database. */
export async function serve(
  open: OpenDatabase,
  { around, signIn = NOBODY, token }: ServeOptions = {},
): Promise<ServedHost> {
  const test = await migrated(open);
  const { database } = test;
  const ready = createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });
  const host = createHost({
    applicationName: 'under test',
    address: '127.0.0.1:0',
    backend: around === undefined ? ready : around(ready),
    signIn,
    oauth: { issuer: 'http://localhost:8080', resource: 'http://localhost:8080/mcp' },
    logger: { info: ignore, warn: ignore, error: ignore },
    drainTimeout: '1s',
    ...(token !== undefined && { token }),
  });
  const { address } = await host.listen();
  return {
    address,
    async close() {
      await host.close();
      await test.close();
    },
  };
}

function ignore(): void {
  // The output of a broken host does not matter here.
}
