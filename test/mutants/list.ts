import { BROKEN_ACCOUNTS } from '../broken/admin/broken-accounts.js';
import { BROKEN_BULK, BROKEN_IMPORTS } from '../broken/admin/broken-bulk.js';
import { BROKEN_DIRECTORIES } from '../broken/admin/broken-directories.js';
import { BROKEN_QUERIES } from '../broken/admin/broken-queries.js';
import { BROKEN_RECORDS } from '../broken/admin/broken-records.js';
import { BROKEN_SCRATCH } from '../broken/admin/broken-scratch.js';
import { BROKEN_SEARCH } from '../broken/admin/broken-search.js';
import { BROKEN_PASSKEYS } from '../broken/admin/broken-passkeys.js';
import { BROKEN_SECOND_FACTORS } from '../broken/admin/broken-second-factors.js';
import { BROKEN_SESSIONS } from '../broken/admin/broken-sessions.js';
import { BROKEN_VIEWS } from '../broken/admin/broken-views.js';
import { MemoryDirectory } from '../broken/admin/directory.js';
import { MemoryRecords } from '../broken/admin/records.js';
import { serveAdmin } from '../broken/admin/serve.js';
import type { Parts } from '../broken/admin/whole-host.js';
import { serveWhole, wholeHost } from '../broken/admin/whole-host.js';
import { BROKEN_HOSTS } from '../broken/list.js';
import { startProxy } from '../broken/proxy.js';
import { serve } from '../broken/serve.js';
import { newSqlite } from '../conformance/sdk-databases.js';
import { ACCOUNT_MUTANTS } from './admin-accounts.js';
import { ADMIN_HABIT_MUTANTS } from './admin-habits.js';
import { BULK_MUTANTS } from './admin-bulk.js';
import { DIRECTORY_MUTANTS } from './admin-directory.js';
import { QUERY_MUTANTS } from './admin-queries.js';
import { ADMIN_RULE_MUTANTS, SERVICE_RULE_MUTANTS } from './admin-rules.js';
import { PASSKEY_MUTANTS } from './admin-passkeys.js';
import { SECOND_FACTOR_MUTANTS } from './admin-second-factors.js';
import { SESSION_MUTANTS } from './admin-sessions.js';
import { COLLEAGUE_MUTANTS } from './admin-colleagues.js';
import { VIEW_MUTANTS } from './admin-views.js';
import { ADMIN_RECORD_MUTANTS } from './admin-writes.js';
import type { Mutant } from './mutant.js';
import { ANSWER_MUTANTS } from './oauth-answers.js';
import { FIELD_MUTANTS } from './oauth-fields.js';
import { HABIT_MUTANTS } from './oauth-habits.js';
import { RULE_MUTANTS } from './oauth-rules.js';
import { SEMANTIC_MUTANTS } from './oauth-semantics.js';

/** The broken hosts of test/broken, which `make test` runs, are mutants too, unless check-host needs an option to notice them. */
const KNOWN: readonly Mutant[] = [
  ...BROKEN_HOSTS.filter(({ checked }) => checked === undefined).map(
    ({ name, caughtBy, around, signIn, proxy }): Mutant => ({
      half: 'oauth',
      name,
      likely: caughtBy,
      serve: async () => {
        const sound = await serve(newSqlite, { ...(around && { around }), ...(signIn && { signIn }) });
        return proxy === undefined ? sound : startProxy(sound, proxy);
      },
    }),
  ),
  ...[...BROKEN_DIRECTORIES, ...BROKEN_RECORDS, ...BROKEN_QUERIES, ...BROKEN_SCRATCH].map(
    ({ name, caughtBy, directory = MemoryDirectory, records = MemoryRecords, ...served }): Mutant => ({
      half: 'admin',
      name,
      likely: caughtBy,
      serve: () => serveAdmin(new directory(), new records(), {}, served),
    }),
  ),
];

/** Those of the services that a host may leave out. */
function known(what: string, hosts: readonly KnownBroken[]): readonly Mutant[] {
  return hosts.map(({ name, caughtBy, unchecked, ignoresDeadlines, ...parts }): Mutant => ({
    half: 'admin',
    name: `${what}: ${name}`,
    likely: caughtBy,
    serve: () =>
      serveWhole(wholeHost(parts), {
        ...(unchecked !== undefined && { unchecked }),
        ...(ignoresDeadlines !== undefined && { ignoresDeadlines }),
      }),
  }));
}

interface KnownBroken extends Parts {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly unchecked?: readonly string[];
  readonly ignoresDeadlines?: boolean;
}

const KNOWN_SERVICES: readonly Mutant[] = [
  ...known('accounts', BROKEN_ACCOUNTS),
  ...known('sessions', BROKEN_SESSIONS),
  ...known('second factors', BROKEN_SECOND_FACTORS),
  ...known('passkeys', BROKEN_PASSKEYS),
  ...known('views', BROKEN_VIEWS),
  ...known('bulk', BROKEN_BULK),
  ...known('imports', BROKEN_IMPORTS),
  ...known('search', BROKEN_SEARCH),
];

export const MUTANTS: readonly Mutant[] = [
  ...KNOWN,
  ...KNOWN_SERVICES,
  ...FIELD_MUTANTS,
  ...RULE_MUTANTS,
  ...SEMANTIC_MUTANTS,
  ...ANSWER_MUTANTS,
  ...QUERY_MUTANTS,
  ...ADMIN_RECORD_MUTANTS,
  ...DIRECTORY_MUTANTS,
  ...ADMIN_RULE_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...COLLEAGUE_MUTANTS,
  ...SESSION_MUTANTS,
  ...SECOND_FACTOR_MUTANTS,
  ...PASSKEY_MUTANTS,
  ...VIEW_MUTANTS,
  ...BULK_MUTANTS,
  ...SERVICE_RULE_MUTANTS,
  ...HABIT_MUTANTS,
  ...ADMIN_HABIT_MUTANTS,
];
