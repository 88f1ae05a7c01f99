import type { ServedHost } from '../serve.js';
import { MemoryAccounts } from './accounts.js';
import { MemoryBulk } from './bulk.js';
import { MemoryDirectory } from './directory.js';
import { ManagedRecords } from './managed-records.js';
import { MemorySearch } from './broken-search.js';
import { MemoryPasskeys } from './passkeys.js';
import { MemorySecondFactors } from './second-factors.js';
import type { ServeOptions } from './serve.js';
import { serveAdmin } from './serve.js';
import { MemorySessions } from './sessions.js';
import { MemoryViews } from './views.js';

/** A host in memory with every service of the admin backend. */
export interface WholeHost {
  readonly directory: MemoryDirectory;
  readonly records: ManagedRecords;
  readonly accounts: MemoryAccounts;
  readonly sessions: MemorySessions;
  readonly factors: MemorySecondFactors;
  readonly passkeys: MemoryPasskeys;
  readonly views: MemoryViews;
  readonly bulk: MemoryBulk;
  readonly search: MemorySearch;
}

/** The classes of its parts that differ from those of a sound host. */
export interface Parts {
  readonly directory?: typeof MemoryDirectory;
  readonly records?: typeof ManagedRecords;
  readonly accounts?: typeof MemoryAccounts;
  readonly sessions?: typeof MemorySessions;
  readonly factors?: typeof MemorySecondFactors;
  readonly passkeys?: typeof MemoryPasskeys;
  readonly views?: typeof MemoryViews;
  readonly bulk?: typeof MemoryBulk;
  readonly search?: typeof MemorySearch;
}

export function wholeHost(parts: Parts = {}): WholeHost {
  const directory = new (parts.directory ?? MemoryDirectory)();
  const records = new (parts.records ?? ManagedRecords)(directory);
  const accounts = new (parts.accounts ?? MemoryAccounts)(directory);
  const factors = new (parts.factors ?? MemorySecondFactors)(accounts);
  return {
    ...{ directory, records, accounts, factors },
    sessions: new (parts.sessions ?? MemorySessions)(accounts),
    passkeys: new (parts.passkeys ?? MemoryPasskeys)(factors),
    views: new (parts.views ?? MemoryViews)(directory),
    bulk: new (parts.bulk ?? MemoryBulk)(records),
    search: new (parts.search ?? MemorySearch)(records),
  };
}

export function serveWhole(
  { directory, records, ...services }: WholeHost,
  served: ServeOptions = {},
): Promise<ServedHost> {
  return serveAdmin(directory, records, {}, { ...served, ...services });
}
