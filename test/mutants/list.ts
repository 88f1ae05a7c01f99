import { BROKEN_DIRECTORIES } from '../broken/admin/broken-directories.js';
import { BROKEN_QUERIES } from '../broken/admin/broken-queries.js';
import { BROKEN_RECORDS } from '../broken/admin/broken-records.js';
import { BROKEN_SCRATCH } from '../broken/admin/broken-scratch.js';
import { MemoryDirectory } from '../broken/admin/directory.js';
import { MemoryRecords } from '../broken/admin/records.js';
import { serveAdmin } from '../broken/admin/serve.js';
import { BROKEN_HOSTS } from '../broken/list.js';
import { startProxy } from '../broken/proxy.js';
import { serve } from '../broken/serve.js';
import { newSqlite } from '../conformance/sdk-databases.js';
import { DIRECTORY_MUTANTS } from './admin-directory.js';
import { QUERY_MUTANTS } from './admin-queries.js';
import { ADMIN_RULE_MUTANTS } from './admin-rules.js';
import { ADMIN_RECORD_MUTANTS } from './admin-writes.js';
import type { Mutant } from './mutant.js';
import { ANSWER_MUTANTS } from './oauth-answers.js';
import { FIELD_MUTANTS } from './oauth-fields.js';
import { RULE_MUTANTS } from './oauth-rules.js';
import { SEMANTIC_MUTANTS } from './oauth-semantics.js';

/** The broken hosts of test/broken, which `make test` runs, are mutants too. */
const KNOWN: readonly Mutant[] = [
  ...BROKEN_HOSTS.map(({ name, caughtBy, around, proxy }): Mutant => ({
    half: 'oauth',
    name,
    likely: caughtBy,
    serve: async () => {
      const sound = await serve(newSqlite, around === undefined ? {} : { around });
      return proxy === undefined ? sound : startProxy(sound, proxy);
    },
  })),
  ...[...BROKEN_DIRECTORIES, ...BROKEN_RECORDS, ...BROKEN_QUERIES, ...BROKEN_SCRATCH].map(
    ({ name, caughtBy, directory = MemoryDirectory, records = MemoryRecords, ...served }): Mutant => ({
      half: 'admin',
      name,
      likely: caughtBy,
      serve: () => serveAdmin(new directory(), new records(), {}, served),
    }),
  ),
];

export const MUTANTS: readonly Mutant[] = [
  ...KNOWN,
  ...FIELD_MUTANTS,
  ...RULE_MUTANTS,
  ...SEMANTIC_MUTANTS,
  ...ANSWER_MUTANTS,
  ...QUERY_MUTANTS,
  ...ADMIN_RECORD_MUTANTS,
  ...DIRECTORY_MUTANTS,
  ...ADMIN_RULE_MUTANTS,
];
